import { UsageError } from "../../base/errors.js";
import type { Tokenizer } from "./tokenizer.js";

/** The longest character n-gram. Few words are longer. */
export const MAX_CHARACTER_NGRAM = 16;

/** Begins each of them, so that `~ing` is not the word "ing". In no word. */
const MARK = 0x7e;
/** Stands for the beginning and the end of a word. In no word. */
const END = 0x7c;

/**
 * N-grams of `from` to `to` neighbouring characters within a token and its two ends: `text` with 3 to 4
 * gives `~|te`, `~tex`, `~ext`, `~xt|`, `~|tex`, `~text`, `~ext|`. As scikit-learn's `char_wb`, with `|` for
 * its spaces: a token that is, with its ends, not longer than n gives itself once and nothing longer.
 *
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 16.
 */
export function characterNgrams(tokenizer: Tokenizer, from: number, to: number): Tokenizer {
  requireRange("character n-grams", from, to);
  /** The mark, then the token between its ends. */
  let scratch = new Uint8Array(1 << 12);
  /** Where each character begins, and where the last one ends. */
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
 * How many characters from the beginning of a text make n-grams. Of short texts it is all; of long ones words tell
 * more, and n-grams of all their characters would take several times the memory of their words.
 */
export const NGRAM_CHARACTERS = 500;

/** The length of the n-grams of long texts, if it is in the range: those of other lengths tell little more. */
export const LONG_TEXT_NGRAM = 4;

/**
 * N-grams of `from` to `to` neighbouring characters of a text, across words: in lower case, with one space for each
 * run of white space and at both ends. `To be` with 4 gives `~ to `, `~to b`, `~o be`, `~ be `. As scikit-learn's
 * analyzer `char`, but for the spaces at the ends. A text of more than 500 characters gives n-grams of its first 500,
 * all of one length: 4, or what is nearest to it in the range.
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
  /** Where each character begins, and where the last one ends. */
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

/** White space may take up much of a text; past this it is cut. */
const MOST_BYTES = 16 * NGRAM_CHARACTERS;

/** The first characters with spaces at both ends, empty if there is nothing but white space, and whether there are more. */
function beginningOf(text: string): { readonly characters: string; readonly isLong: boolean } {
  const plain = text.toLowerCase().replace(/\s+/gu, " ").trim();
  if (plain === "") return { characters: "", isLong: false };
  // No character takes more than two code units.
  const first = Array.from(plain.slice(0, 2 * (NGRAM_CHARACTERS + 1)));
  return { characters: ` ${first.slice(0, NGRAM_CHARACTERS).join("")} `, isLong: first.length > NGRAM_CHARACTERS };
}

/**
 * N-grams of `from` to `to` neighbouring characters of a text, all of them, as they stand. `To be` with 4 gives `~To b`
 * and `~o be`.
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
