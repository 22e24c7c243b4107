/** Makes n-grams of characters: of single words, of the beginning of a text across its words, or of all bytes of a text. */
import { grown } from "../../base/lists.js";
import { requireRange, type Tokenizer, type TokenSink, type TokenStep } from "./tokens.js";

/** The longest character n-gram. Few words are longer. */
const MAX_CHARACTER_NGRAM = 16;

/** Begins each n-gram, so that `~ing` differs from the word "ing". Words do not contain it. */
const MARK = 0x7e;
/** Stands for the beginning and the end of a word. Words do not contain it. */
const END = Uint8Array.of(0x7c);

/** A sequence of characters, of which `emit` makes the n-grams. */
class Characters {
  /** A byte for the mark, then the characters. */
  #bytes = new Uint8Array(1 << 12);
  /** The beginning of each character, and the end of the last one. */
  #begins = new Uint32Array(1 << 12);
  #size = 1;
  /** How many characters there are. */
  length = 0;

  /** Removes all characters. */
  clear(): void {
    this.#size = 1;
    this.length = 0;
  }

  /** Adds the characters of the bytes `[start, end)` at the end. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const room = this.#size + end - start + 1;
    if (room > this.#bytes.length) {
      this.#bytes = grown(this.#bytes, 2 * room);
      this.#begins = grown(this.#begins, 2 * room);
    }
    const word = this.#bytes;
    const begins = this.#begins;
    let size = this.#size;
    let length = this.length;
    for (let i = start; i < end; i++) {
      // All bytes but 80 to BF begin a character.
      if ((bytes[i] & 0xc0) !== 0x80) begins[length++] = size;
      word[size++] = bytes[i];
    }
    begins[length] = size;
    this.#size = size;
    this.length = length;
  }

  /**
   * Passes all sequences of `n` characters to a sink, with the mark before each. During the call, the mark replaces the
   * byte before the sequence, so that no bytes are copied.
   */
  emit(n: number, sink: TokenSink): void {
    const bytes = this.#bytes;
    const begins = this.#begins;
    const last = this.length - n;
    for (let i = 0; i <= last; i++) {
      const before = begins[i] - 1;
      const kept = bytes[before];
      bytes[before] = MARK;
      sink(bytes, before, begins[i + n]);
      bytes[before] = kept;
    }
  }
}

/**
 * Makes n-grams of `from` to `to` neighbouring characters of a token and its two ends: `text` with 3 to 4
 * gives `~|te`, `~tex`, `~ext`, `~xt|`, `~|tex`, `~text`, `~ext|`. This is scikit-learn's `char_wb`, with `|` for
 * its spaces. If a token with its ends is not longer than n, it gives itself once and nothing longer.
 *
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 16.
 */
export function characterNgrams(from: number, to: number): TokenStep {
  requireRange("character n-grams", from, to, MAX_CHARACTER_NGRAM);
  const characters = new Characters();
  return (next) => (bytes, start, end) => {
    characters.clear();
    characters.add(END, 0, 1);
    characters.add(bytes, start, end);
    characters.add(END, 0, 1);
    const { length } = characters;
    for (let n = from; n <= Math.min(to, Math.max(from, length)); n++) characters.emit(Math.min(n, length), next);
  };
}

/**
 * How many characters from the beginning of a text form n-grams. Short texts are used completely. For long texts,
 * words tell more, and n-grams of all characters would take several times the memory of the words.
 */
export const NGRAM_CHARACTERS = 500;

/** The length of the n-grams of long texts, if it is in the range. Other lengths add little. */
const LONG_TEXT_NGRAM = 4;

/**
 * Makes n-grams of `from` to `to` neighbouring characters of a text, across words, in lower case. Each sequence of
 * white space becomes one space, and there is a space at both ends. `To be` with 4 gives `~ to `, `~to b`, `~o be`,
 * `~ be `. This is scikit-learn's analyzer `char`, except for the spaces at the ends. A text of more than 500
 * characters gives n-grams of its first 500, all of one length: the length in the range that is nearest to 4.
 *
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 16.
 */
export function textNgrams(from: number, to: number): Tokenizer {
  requireRange("n-grams of the text", from, to, MAX_CHARACTER_NGRAM);
  const ofLong = Math.min(to, Math.max(from, LONG_TEXT_NGRAM));
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const characters = new Characters();
  return (text, sink) => {
    const { beginning, isLong } = beginningOf(decoder.decode(text.subarray(0, MAX_BYTES)));
    const bytes = encoder.encode(beginning);
    characters.clear();
    characters.add(bytes, 0, bytes.length);
    const [shortest, longest] = isLong ? [ofLong, ofLong] : [from, to];
    for (let n = shortest; n <= longest; n++) characters.emit(n, sink);
  };
}

/** How many bytes of a text are read: four times what the longest characters need, because of white space. */
const MAX_BYTES = 16 * NGRAM_CHARACTERS;

/** Returns the first characters between spaces (empty if there is only white space), and whether there are more. */
function beginningOf(text: string): { readonly beginning: string; readonly isLong: boolean } {
  const plain = text.toLowerCase().replace(/\s+/gu, " ").trim();
  if (plain === "") return { beginning: "", isLong: false };
  // A character takes at most two code units. One character more than the limit shows that the text is long.
  const first = Array.from(plain.slice(0, 2 * (NGRAM_CHARACTERS + 1)));
  return { beginning: ` ${first.slice(0, NGRAM_CHARACTERS).join("")} `, isLong: first.length > NGRAM_CHARACTERS };
}

/**
 * Makes n-grams of `from` to `to` neighbouring characters of a text, all of it and unchanged. `To be` with 4 gives
 * `~To b` and `~o be`.
 *
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 16.
 */
export function rawNgrams(from: number, to: number): Tokenizer {
  requireRange("raw n-grams", from, to, MAX_CHARACTER_NGRAM);
  const characters = new Characters();
  return (text, sink) => {
    characters.clear();
    characters.add(text, 0, text.length);
    for (let n = from; n <= to; n++) characters.emit(n, sink);
  };
}
