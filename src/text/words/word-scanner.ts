import { requireRange } from "./require-range.js";
import type { TokenSink } from "./tokenizer.js";
import {
  BREAK,
  byteTable,
  eachWord,
  FIRST_LETTER,
  JOINT,
  MAX_WORD_LENGTH,
  NOT_ASCII,
  SCRATCH,
  stretchEnd,
  stretchText,
  type WordRules,
} from "./word-characters.js";

/** Options that decide which words are tokens. Lengths are in code points. Scripts without spaces are not limited. */
export interface WordOptions {
  /** Shorter words are not tokens. At least 1; default 2, as in scikit-learn. */
  readonly minLength?: number;
  /** Longer words are not tokens, because they are usually encoded data. At most 1000; default 256. */
  readonly maxLength?: number;
  /** Whether letters are lower-cased. Default true. */
  readonly lowerCase?: boolean;
  /** The version of the rules by which words are found. Default 3. */
  readonly rules?: WordRules;
}

/** The characters that join words in addresses, hosts, contractions, compounds and versions. */
export const JOINTS = ".@-'";

/**
 * Makes a function that finds the words of a text and the wholes that joints make of them, in one pass over the bytes.
 * ASCII is read with a byte table. A stretch with other bytes is read with a regular expression, which is slower. The
 * words of a whole are parts of it in the scratch memory.
 *
 * @param joints the characters that join words to wholes: `JOINTS`, or none
 * @throws UsageError unless 1 ≤ minLength ≤ maxLength ≤ 1000.
 */
export function wordScanner(
  options: WordOptions,
  joints: string,
): (text: Uint8Array, word: TokenSink, whole: TokenSink) => void {
  const { minLength = 2, maxLength = 256, lowerCase = true } = options;
  requireRange("token length", minLength, maxLength, MAX_WORD_LENGTH);
  const table = byteTable(lowerCase, joints);
  const scratch = new Uint8Array(SCRATCH);
  const otherScripts = stretchScanner(options, joints);

  return (text, word, whole) => {
    const length = text.length;
    /** The beginning of the word in the scratch memory, after the words and joints that begin the whole. */
    let begin = 0;
    let size = 0;
    /** The end of the last word of the whole, also there; 0 if there is at most one word. */
    let wholeEnd = 0;
    /** The beginning of the whole in the text, if `begin` is not 0. */
    let first = 0;
    // The end of the text ends the last word, too.
    for (let i = 0; i <= length; i++) {
      const code = i < length ? table[text[i]] : BREAK;
      if (code >= FIRST_LETTER && code < NOT_ASCII) {
        scratch[(begin + size) & (SCRATCH - 1)] = code;
        size++;
      } else if (code === NOT_ASCII) {
        if (begin === 0) first = i - size;
        let start = first;
        while (start > 0 && table[text[start - 1]] !== BREAK) start--;
        const end = stretchEnd(text, i + 1, table);
        otherScripts(text.subarray(start, end), first - start, i - size - start, word, whole);
        begin = size = wholeEnd = 0;
        i = end - 1;
      } else {
        if (size >= minLength && size <= maxLength) word(scratch, begin, begin + size);
        if (size > 0) {
          if (begin === 0) first = i - size;
          else wholeEnd = begin + size;
        }
        if (code === JOINT) {
          // Longer than any token: the exact length does not matter.
          begin = begin + size > MAX_WORD_LENGTH ? MAX_WORD_LENGTH + 1 : begin + size;
          if (begin > 0) scratch[begin++] = text[i];
        } else {
          if (wholeEnd >= minLength && wholeEnd <= maxLength) whole(scratch, 0, wholeEnd);
          begin = wholeEnd = 0;
        }
        size = 0;
      }
    }
  };
}

/** Finds the uncut tokens of a stretch without a break: wholes from byte `first` on, words from byte `from` on. */
export type StretchScanner = (
  stretch: Uint8Array,
  first: number,
  from: number,
  word: TokenSink,
  whole: TokenSink,
) => void;

/** Makes a function that finds the tokens of `wordScanner` in a stretch that is not all ASCII. */
export function stretchScanner(options: WordOptions, joints: string): StretchScanner {
  const { minLength = 2, maxLength = 256, lowerCase = true } = options;
  const scratch = new Uint8Array(SCRATCH);
  const encoder = new TextEncoder();
  return (stretch, first, from, word, whole) => {
    const text = stretchText(stretch, lowerCase);
    const pass = (start: number, end: number, length: number, to: TokenSink, isUnspaced = false) => {
      if (!isUnspaced && (length < minLength || length > maxLength)) return;
      const { written } = encoder.encodeInto(text.slice(start, end), scratch);
      to(scratch, 0, written);
    };
    let wholeStart = 0;
    let wholeEnd = 0;
    let wholeLength = 0;
    let joined = false;
    const endWhole = () => {
      if (joined) pass(wholeStart, wholeEnd, wholeLength, whole);
      joined = false;
    };
    eachWord(text, first, (start, end, length, isUnspaced) => {
      if (isUnspaced) {
        endWhole();
        wholeEnd = 0;
      } else if (wholeEnd > 0 && areJoints(text, wholeEnd, start)) {
        wholeLength += start - wholeEnd + length;
        wholeEnd = end;
        joined = true;
      } else {
        endWhole();
        wholeStart = start;
        wholeEnd = end;
        wholeLength = length;
      }
      if (start >= from) pass(start, end, length, word, isUnspaced);
    });
    endWhole();
  };

  function areJoints(text: string, start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (!joints.includes(text[i])) return false;
    return true;
  }
}
