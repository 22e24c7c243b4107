import { UsageError } from "../errors.js";
import type { Tokenizer } from "./tokenizer.js";

/** What a word is. Lengths are in Unicode code points. */
export interface WordOptions {
  /** Shorter words are no tokens. At least 1; default 2, as scikit-learn's default pattern has it. */
  readonly minLength?: number;
  /** Longer words are no tokens: they are encoded data, not language. At most 1000; default 256. */
  readonly maxLength?: number;
  /** Whether letters are lower-cased first. Default true. */
  readonly lowerCase?: boolean;
}

/** A limit on what one token can cost: it is the size of the scratch memory. */
export const MAX_WORD_LENGTH = 1000;

/**
 * Tokens are what the regular expression `[\p{L}\p{N}_]{min,}` finds in the lower-cased
 * text. ASCII goes through a byte table. A stretch with any other byte goes through the
 * regular expression itself: correct for every script, and slower.
 *
 * @throws UsageError unless 1 ≤ minLength ≤ maxLength ≤ 1000.
 */
export function words(options: WordOptions = {}): Tokenizer {
  const { minLength = 2, maxLength = 256, lowerCase = true } = options;
  if (
    !(
      Number.isInteger(minLength) &&
      Number.isInteger(maxLength) &&
      1 <= minLength &&
      minLength <= maxLength &&
      maxLength <= MAX_WORD_LENGTH
    )
  ) {
    throw new UsageError(`token length: required 1 <= min <= max <= ${MAX_WORD_LENGTH}, got ${minLength}-${maxLength}`);
  }
  const table = lowerCase ? LOWER_CASED : AS_WRITTEN;
  const scratch = new Uint8Array(SCRATCH);
  const encoder = new TextEncoder();

  return (text, sink) => {
    const length = text.length;
    let size = 0;
    for (let i = 0; i < length; i++) {
      const code = table[text[i]];
      if (code < FIRST_LETTER) {
        if (size >= minLength && size <= maxLength) sink(scratch, 0, size);
        size = 0;
      } else if (code < NOT_ASCII) {
        scratch[size & (SCRATCH - 1)] = code;
        size++;
      } else {
        let start = i - size;
        while (start > 0 && table[text[start - 1]] !== BREAK) start--;
        let end = i + 1;
        while (end < length && table[text[end]] !== BREAK) end++;
        otherScripts(text.subarray(start, end), i - size - start, sink);
        size = 0;
        i = end - 1;
      }
    }
    if (size >= minLength && size <= maxLength) sink(scratch, 0, size);
  };

  /** The words of a stretch without a break inside, from byte `from` on: the words before it are done. */
  function otherScripts(stretch: Uint8Array, from: number, sink: Parameters<Tokenizer>[1]): void {
    const decoded = decoder.decode(stretch);
    const text = lowerCase ? decoded.toLowerCase() : decoded;
    const piece = new RegExp(PIECE);
    piece.lastIndex = from;
    for (let match = piece.exec(text); match !== null; ) {
      const start = match.index;
      let end = start;
      let length = 0;
      for (; match !== null && match.index === end; match = piece.exec(text)) {
        end += match[0].length;
        length += codePoints(match[0]);
      }
      if (length < minLength || length > maxLength) continue;
      const { written } = encoder.encodeInto(text.slice(start, end), scratch);
      sink(scratch, 0, written);
    }
  }
}

/** A power of two that holds the longest word, four bytes a character; what a longer word writes does not matter. */
const SCRATCH = 4096;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Not part of a word, but lower-casing looks through it: whether Σ becomes ς depends on the letters beyond. */
const INSIDE = 0;
/** Not part of a word, and lower-casing on one side never depends on the other. */
const BREAK = 1;
const FIRST_LETTER = 0x30;
const NOT_ASCII = 0x80;

/** The ASCII characters with the Unicode property Case_Ignorable. */
const CASE_IGNORABLE = "'.:^`";

const LOWER_CASED = byteTable((character) => character.toLowerCase());
const AS_WRITTEN = byteTable((character) => character);

function byteTable(letter: (character: string) => string): Uint8Array {
  const table = new Uint8Array(256).fill(NOT_ASCII);
  for (let byte = 0; byte < 0x80; byte++) {
    const character = String.fromCharCode(byte);
    if (/\w/.test(character)) table[byte] = letter(character).charCodeAt(0);
    else table[byte] = CASE_IGNORABLE.includes(character) ? INSIDE : BREAK;
  }
  return table;
}

/** A word, or a piece of a long one: without a limit, the expression overflows its stack on a word of megabytes. */
const PIECE = /[\p{L}\p{N}_]{1,1024}/gu;

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
