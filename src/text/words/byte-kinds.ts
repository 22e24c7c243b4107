/** The kinds of bytes by which a scanner finds the words of a text: each byte is looked up in a table. */

/** Not part of a word, but lower-casing depends on letters after it: Σ becomes ς only at the end of a word. */
const INSIDE = 0;
/** Not part of a word, and lower-casing does not depend on letters after it. */
export const BREAK = 1;
/** Joins the words on both sides into a whole, if inner punctuation is wanted. */
export const JOINT = 2;
/** From here on, kinds below `NOT_ASCII` are letters, digits and `_`: the byte itself, or its lower case. */
export const FIRST_LETTER = 0x30;
/** A byte of a character that is not ASCII. */
export const NOT_ASCII = 0x80;

/** The ASCII characters with the Unicode property Case_Ignorable. */
const CASE_IGNORABLE = "'.:^`";

/**
 * Returns the kind of each byte: `INSIDE`, `BREAK`, `JOINT`, a letter in lower case, or `NOT_ASCII`.
 *
 * @param joints the characters that are joints
 */
export function byteTable(joints: string): Uint8Array {
  const table = new Uint8Array(256).fill(NOT_ASCII);
  for (let byte = 0; byte < 0x80; byte++) {
    const character = String.fromCharCode(byte);
    if (/\w/.test(character)) table[byte] = character.toLowerCase().charCodeAt(0);
    else if (joints.includes(character)) table[byte] = JOINT;
    else table[byte] = CASE_IGNORABLE.includes(character) ? INSIDE : BREAK;
  }
  return table;
}

/**
 * Returns the end of a stretch of text that is not all ASCII: the next break that an ASCII character follows. A later
 * break would also be correct. An earlier one would cost time, because there would be more stretches.
 *
 * @param at a position in the stretch
 */
export function stretchEnd(text: Uint8Array, at: number, table: Uint8Array): number {
  const length = text.length;
  let end = at;
  while (end < length && (table[text[end]] !== BREAK || (end + 1 < length && text[end + 1] >= 0x80))) end++;
  return end;
}
