import { lazily } from "../../base/lazily.js";
import { CLUSTERED_CLASS, PAIRED_CLASS } from "./unspaced.js";

/** The longest token, in characters. It limits the scratch memory. */
export const MAX_WORD_LENGTH = 1000;

/** A power of two that holds the longest word at four bytes per character. Longer words wrap; they are not tokens. */
export const SCRATCH = 4096;

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

/** Invalid bytes become U+FFFD, which is not part of any word. */
const wordDecoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

/** Not part of a word, but lower-casing depends on letters after it: Σ becomes ς only at the end of a word. */
export const INSIDE = 0;
/** Not part of a word, and lower-casing does not depend on letters after it. */
export const BREAK = 1;
/** Joins the words on both sides into a whole, if inner punctuation is wanted. */
export const JOINT = 2;
export const FIRST_LETTER = 0x30;
export const NOT_ASCII = 0x80;

/** The ASCII characters with the Unicode property Case_Ignorable. */
const CASE_IGNORABLE = "'.:^`";

/**
 * Returns the kind of each byte: `INSIDE`, `BREAK`, `JOINT`, a letter (lower-cased if wanted) or `NOT_ASCII`.
 *
 * @param joints the characters that are joints
 */
export function byteTable(lowerCase: boolean, joints: string): Uint8Array {
  const table = new Uint8Array(256).fill(NOT_ASCII);
  for (let byte = 0; byte < 0x80; byte++) {
    const character = String.fromCharCode(byte);
    if (/\w/.test(character)) table[byte] = (lowerCase ? character.toLowerCase() : character).charCodeAt(0);
    else if (joints.includes(character)) table[byte] = JOINT;
    else table[byte] = CASE_IGNORABLE.includes(character) ? INSIDE : BREAK;
  }
  return table;
}

/**
 * Which rules find words. Rules 2, of version 0.2: sequences of letters, digits, combining marks and `_`, separate from
 * scripts without spaces. Rules 3: invisible characters do not split words, typographic apostrophes join words to
 * wholes like the ASCII apostrophe, and the pieces of contractions are stop words.
 */
export type WordRules = 2 | 3;

/** The rules of new models. */
export const WORD_RULES = 3;

/** Counts the code points of a text. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Receives the beginning and the end of a word, its length in code points, and whether it is a sequence of a script
 * without spaces. Limits of length do not apply to these sequences.
 */
export type FoundWord = (start: number, end: number, length: number, isUnspaced: boolean) => void;

const MARK = "\\p{Mn}\\p{Mc}";
const LETTER = "[\\p{L}\\p{N}_]";
const PAIRED = `[${LETTER}&&[${PAIRED_CLASS}]]`;
const CLUSTERED = `[${LETTER}&&[${CLUSTERED_CLASS}]]`;
const SPACED = `[${LETTER}--[${PAIRED_CLASS}${CLUSTERED_CLASS}]]`;

/**
 * Matches a sequence to be cut into pairs, a sequence to be cut into clusters, or a word or its first piece. Without a
 * limit the expression would overflow its stack.
 */
const RUN_OR_WORD = lazily(() => {
  const [pairs, clusters] = [PAIRED, CLUSTERED].map(
    (script) => `${script}[${script}${MARK}]{0,${MAX_WORD_LENGTH - 1}}`,
  );
  return new RegExp(`(${pairs}|${clusters})|${SPACED}[${SPACED}${MARK}]{0,1023}`, "gv");
});
const MORE_OF_WORD = lazily(() => new RegExp(`[${SPACED}${MARK}]{1,1024}`, "vy"));

/**
 * Finds the words of a decoded text, of any length, from an index on. A long sequence of a script without spaces comes
 * in slices.
 */
export function eachWord(text: string, from: number, found: FoundWord): void {
  const runOrWord = RUN_OR_WORD();
  const more = MORE_OF_WORD();
  runOrWord.lastIndex = from;
  for (let match = runOrWord.exec(text); match !== null; match = runOrWord.exec(text)) {
    const isUnspaced = match[1] !== undefined;
    let length = codePoints(match[0]);
    let end = runOrWord.lastIndex;
    if (!isUnspaced && length === 1024) {
      more.lastIndex = end;
      for (let rest = more.exec(text); rest !== null; rest = more.exec(text)) {
        length += codePoints(rest[0]);
        end = more.lastIndex;
      }
    }
    found(match.index, end, length, isUnspaced);
    runOrWord.lastIndex = end;
  }
}

/**
 * Matches a character that may need another spelling. Most texts have no match: Latin, Greek and Cyrillic letters, Han,
 * kana and Hangul, and punctuation stay as they are if no mark follows them.
 */
const MAY_CHANGE =
  /[^\0-\u02ff\u0370-\u0373\u0375-\u037d\u0384-\u0386\u0388-\u0482\u048a-\u0588\u2010-\u2027\u3000-\u3029\u3030-\u3098\u309b-\u9fff\uac00-\ud7a3\uff01-\uff0f\uff1a-\uff20]/;

/** Joiners and variation selectors, which choose between forms of a letter. */
const INVISIBLE = /\u200c|\u200d|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** Letters and digits that have two widths in East Asian encodings. */
const OTHER_WIDTH = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]+/g;
/** Real text has at most 30 marks on a letter (UAX #15, section 13); sorting more takes quadratic time. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}{1,1000}/gu;

/** Decodes a stretch into text with one spelling for characters that have several. Below U+0300 nothing changes. */
export function stretchText(stretch: Uint8Array, lowerCase: boolean): string {
  const decoded = wordDecoder.decode(stretch);
  const text = lowerCase ? decoded.toLowerCase() : decoded;
  return inOneSpelling(text);
}

/**
 * Normalizes a text: no joiners or variation selectors, one width, composed (NFC), at most 30 marks on a letter. The i
 * of İ in lower case loses its second dot.
 */
export function inOneSpelling(given: string): string {
  if (!MAY_CHANGE.test(given)) return given;
  let text = given.replace(INVISIBLE, "").replace(OTHER_WIDTH, (letters) => letters.normalize("NFKC"));
  while (text.search(TOO_MANY_MARKS) >= 0) text = text.replace(TOO_MANY_MARKS, "$1");
  return text.replaceAll("i\u0307", "i").normalize("NFC");
}
