import { UsageError } from "../../base/errors.js";

/** The longest token, in characters. It limits the scratch memory. */
export const MAX_WORD_LENGTH = 1000;

/** A power of two that holds the longest word at four bytes a character. A longer word wraps around and is no token. */
export const SCRATCH = 4096;

/** @throws UsageError unless 1 ≤ minLength ≤ maxLength ≤ 1000. */
export function requireWordLengths(minLength: number, maxLength: number): void {
  if (
    !(
      Number.isInteger(minLength) &&
      Number.isInteger(maxLength) &&
      1 <= minLength &&
      minLength <= maxLength &&
      maxLength <= MAX_WORD_LENGTH
    )
  ) {
    throw new UsageError(
      `token length: ${minLength}-${maxLength} is not a range of whole numbers from 1 to ${MAX_WORD_LENGTH}`,
    );
  }
}

/** Invalid bytes become U+FFFD, which is not part of any word. */
export const wordDecoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

/** Not part of a word, but lower-casing depends on the letters beyond it: Σ becomes ς only at the end of a word. */
export const INSIDE = 0;
/** Not part of a word, and lower-casing never looks beyond it. */
export const BREAK = 1;
/** Joins the words beside it to a whole, if inner punctuation is wanted. */
export const JOINT = 2;
export const FIRST_LETTER = 0x30;
export const NOT_ASCII = 0x80;

/** The ASCII characters with the Unicode property Case_Ignorable. */
const CASE_IGNORABLE = "'.:^`";

/**
 * What each byte is: `INSIDE`, `BREAK`, `JOINT`, a letter (lower-cased if wanted) or `NOT_ASCII`.
 *
 * @param joints the characters that are joints
 */
export function byteTable({
  lowerCase,
  joints = "",
}: {
  readonly lowerCase: boolean;
  readonly joints?: string;
}): Uint8Array {
  const table = new Uint8Array(256).fill(NOT_ASCII);
  for (let byte = 0; byte < 0x80; byte++) {
    const character = String.fromCharCode(byte);
    if (/\w/.test(character)) table[byte] = (lowerCase ? character.toLowerCase() : character).charCodeAt(0);
    else if (joints.includes(character)) table[byte] = JOINT;
    else table[byte] = CASE_IGNORABLE.includes(character) ? INSIDE : BREAK;
  }
  return table;
}

/** A word, or a piece of a long one. Without a limit the expression would overflow its stack. */
const PIECE = /[\p{L}\p{N}_]{1,1024}/gu;

/** How many characters a text has. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Finds the words of a decoded text, of any length, from an index on.
 *
 * @param found receives where each begins and ends, and its length in code points
 */
export function eachWord(
  text: string,
  from: number,
  found: (start: number, end: number, length: number) => void,
): void {
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
    found(start, end, length);
  }
}
