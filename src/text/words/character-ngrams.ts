import { UsageError } from "../../base/errors.js";
import type { Tokenizer } from "./tokenizer.js";

/** The longest character n-gram. Few words are longer. */
export const MAX_CHARACTER_NGRAM = 16;

/** Begins each n-gram, so that `~ing` differs from the word "ing". Words do not contain it. */
const MARK = 0x7e;
/** Stands for the beginning and the end of a word. Words do not contain it. */
const END = 0x7c;

/**
 * Makes n-grams of `from` to `to` neighbouring characters of a token and its two ends: `text` with 3 to 4
 * gives `~|te`, `~tex`, `~ext`, `~xt|`, `~|tex`, `~text`, `~ext|`. This is scikit-learn's `char_wb`, with `|` for
 * its spaces. If a token with its ends is not longer than n, it gives itself once and nothing longer.
 *
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 16.
 */
export function characterNgrams(tokenizer: Tokenizer, from: number, to: number): Tokenizer {
  requireRange("character n-grams", from, to);
  /** The mark, then the token between its ends. */
  let scratch = new Uint8Array(1 << 12);
  /** The beginning of each character, and the end of the last one. */
  let begins = new Uint32Array(1 << 12);

  return (text, sink) =>
    tokenizer(text, (bytes, start, end) => {
      if (end - start + 3 > scratch.length) {
        scratch = new Uint8Array((end - start + 3) * 2);
        begins = new Uint32Array(scratch.length);
      }
      let size = 1;
      let length = 0;
      begins[length++] = size;
      scratch[size++] = END;
      for (let i = start; i < end; i++) {
        if ((bytes[i] & 0xc0) !== 0x80) begins[length++] = size;
        scratch[size++] = bytes[i];
      }
      begins[length++] = size;
      scratch[size++] = END;
      begins[length] = size;
      for (let n = from; n <= to; n++) {
        const last = Math.max(0, length - n);
        for (let i = 0; i <= last; i++) {
          const before = begins[i] - 1;
          const kept = scratch[before];
          scratch[before] = MARK;
          sink(scratch, before, begins[Math.min(i + n, length)]);
          scratch[before] = kept;
        }
        if (last === 0) break;
      }
    });
}

/**
 * How many characters from the beginning of a text form n-grams. Short texts are used completely. For long texts,
 * words tell more, and n-grams of all characters would take several times the memory of the words.
 */
export const NGRAM_CHARACTERS = 500;

/** The length of the n-grams of long texts, if it is in the range. Other lengths add little. */
export const LONG_TEXT_NGRAM = 4;

/**
 * Makes n-grams of `from` to `to` neighbouring characters of a text, across words, in lower case. Each sequence of
 * white space becomes one space, and there is a space at both ends. `To be` with 4 gives `~ to `, `~to b`, `~o be`,
 * `~ be `.
 * This is scikit-learn's analyzer `char`, except for the spaces at the ends. A text of more than 500 characters gives
 * n-grams of its first 500, all of one length: the length in the range that is nearest to 4.
 *
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 16.
 */
export function textNgrams(from: number, to: number): Tokenizer {
  requireRange("n-grams of the text", from, to);
  const ofLong = Math.min(to, Math.max(from, LONG_TEXT_NGRAM));
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  /** A byte for the mark, then the text. */
  const scratch = new Uint8Array(1 + 4 * (NGRAM_CHARACTERS + 2));
  /** The beginning of each character, and the end of the last one. */
  const begins = new Uint32Array(NGRAM_CHARACTERS + 3);

  return (text, sink) => {
    const { characters, isLong } = beginningOf(decoder.decode(text.subarray(0, MOST_BYTES)));
    if (characters === "") return;
    const { written } = encoder.encodeInto(characters, scratch.subarray(1));
    let length = 0;
    for (let i = 1; i <= written; i++) if ((scratch[i] & 0xc0) !== 0x80) begins[length++] = i;
    begins[length] = written + 1;
    for (let n = isLong ? ofLong : from; n <= Math.min(isLong ? ofLong : to, length); n++) {
      for (let i = 0; i + n <= length; i++) {
        const before = begins[i] - 1;
        const kept = scratch[before];
        scratch[before] = MARK;
        sink(scratch, before, begins[i + n]);
        scratch[before] = kept;
      }
    }
  };
}

/** How many bytes of a text are read. The rest is cut off, because white space may take up much of a text. */
const MOST_BYTES = 16 * NGRAM_CHARACTERS;

/** Returns the first characters between spaces (empty if there is only white space), and whether there are more. */
function beginningOf(text: string): { readonly characters: string; readonly isLong: boolean } {
  const plain = text.toLowerCase().replace(/\s+/gu, " ").trim();
  if (plain === "") return { characters: "", isLong: false };
  // A character takes at most two code units.
  const first = Array.from(plain.slice(0, 2 * (NGRAM_CHARACTERS + 1)));
  return { characters: ` ${first.slice(0, NGRAM_CHARACTERS).join("")} `, isLong: first.length > NGRAM_CHARACTERS };
}

/**
 * Makes n-grams of `from` to `to` neighbouring characters of a text, all of it and unchanged. `To be` with 4 gives
 * `~To b` and `~o be`.
 *
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 16.
 */
export function rawNgrams(from: number, to: number): Tokenizer {
  requireRange("raw n-grams", from, to);
  const scratch = new Uint8Array(1 + 4 * MAX_CHARACTER_NGRAM);
  scratch[0] = MARK;
  return (text, sink) => {
    const begins: number[] = [];
    for (let i = 0; i < text.length; i++) if ((text[i] & 0xc0) !== 0x80) begins.push(i);
    const characters = begins.length;
    begins.push(text.length);
    for (let n = from; n <= to; n++) {
      for (let i = 0; i + n <= characters; i++) {
        let size = 1;
        for (let at = begins[i]; at < begins[i + n]; at++) scratch[size++] = text[at];
        sink(scratch, 0, size);
      }
    }
  };
}

function requireRange(what: string, from: number, to: number): void {
  if (Number.isInteger(from) && Number.isInteger(to) && from >= 1 && from <= to && to <= MAX_CHARACTER_NGRAM) return;
  throw new UsageError(`${what}: ${from}-${to} is not a range of whole numbers from 1 to ${MAX_CHARACTER_NGRAM}`);
}
