/** Finds words that senders disguise so that people can read them but filters cannot, and writes them as people read them. */
import { isAscii } from "node:buffer";
import { unleeted } from "./leet.js";
import { spacedLetters } from "./spaced-letters.js";
import { type DisguiseKind, unmasked } from "./unmask.js";

/** A word that was disguised. */
export interface DisguisedWord {
  /** The word that people read, in lower case. */
  readonly word: string;
  /** How it was disguised: by letters of another script, by digits, by spaces … */
  readonly kind: DisguiseKind;
}

/** A text without disguises, and the words that were disguised. */
export interface Undisguised {
  /** UTF-8. It is the given array if nothing had to change. */
  readonly text: Uint8Array;
  /**
   * Words disguised by other characters, then words disguised by digits or spaces, each in the order of the text. At
   * most `MAX_DISGUISED`. A word that is disguised in two ways occurs twice.
   */
  readonly disguised: readonly DisguisedWord[];
}

/** Upper bound. More words would not tell a classifier anything new. */
export const MAX_DISGUISED = 5000;

/**
 * Replaces disguised words by the words that people read: `v1agra`, `V i a g r a` and `Vi<U+200B>agra` become
 * `viagra`, `Viagra` and `Viagra`. Everything else keeps its bytes: other scripts, accents, joiners that
 * are part of the spelling, emoji, code, numbers, names such as `mp3`. Only ligatures, fullwidth letters and combining
 * marks get their usual form. The time is linear.
 *
 * @param text UTF-8; invalid bytes are replaced
 */
export function withoutDisguises(text: Uint8Array): Undisguised {
  const disguised: DisguisedWord[] = [];
  const found = (word: string, kind: DisguiseKind) => {
    if (disguised.length < MAX_DISGUISED) disguised.push({ word, kind });
  };
  if (isAscii(text)) return { text: withPlainLetters(text, found), disguised };
  const decoded = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString();
  const turned = turnedBack(decoded, (word) => found(word.toLowerCase(), "bidirectional"));
  const plain = unmasked(turned, found);
  return { text: withPlainLetters(plain === decoded ? text : Buffer.from(plain), found), disguised };
}

const ENCODER = new TextEncoder();

/** Replaces words with digits and signs for letters, and words whose letters are spaced apart. */
function withPlainLetters(text: Uint8Array, found: (word: string, kind: DisguiseKind) => void): Uint8Array {
  const pieces: Uint8Array[] = [];
  /** The bytes before this position are in `pieces`. */
  let done = 0;
  const replace = (start: number, end: number, word: string, kind: DisguiseKind) => {
    pieces.push(text.subarray(done, start), ENCODER.encode(word));
    done = end;
    found(word.toLowerCase(), kind);
  };
  for (let at = afterPlainWords(text, 0); at < text.length; at = afterPlainWords(text, at + 1)) {
    // `\/` looks like a V, so a word may begin with it.
    const isSignV = text[at] === BACKSLASH && text[at + 1] === SLASH;
    const code = CLASS[text[at]];
    if (code === OTHER && !isSignV) continue;
    if (code === HIGH && isPunctuation(text, at)) {
      // It has two bytes or three. The loop itself moves on by one.
      at += text[at] === 0xc2 ? 1 : 2;
      continue;
    }
    const start = at;
    while (classAt(text, at) === LETTER) at++;
    // A single letter may begin a word like `V i a g r a`.
    if (at === start + 1 && isSeparator(text, at) && mayStandBefore(text, start)) {
      const { end, word } = spacedLetters(text, start);
      if (word !== undefined) replace(start, end, word, "spaced");
      at = end - 1;
      continue;
    }
    // A word like `v1agra` begins with letters and a sign.
    const isSignAfterLetters = at > start && classAt(text, at) === SIGN && classAt(text, at + 1) !== OTHER;
    if (isSignV) at += 2;
    while (!isSeparator(text, at)) at++;
    const leet = isSignV || isSignAfterLetters ? leetWord(text, start, at) : undefined;
    if (leet !== undefined) replace(start, leet.end, leet.word, "leet");
  }
  if (done === 0) return text;
  pieces.push(text.subarray(done));
  return Buffer.concat(pieces);
}

/**
 * Reads a word with digits and signs for letters. Signs at its end, such as an exclamation mark, are not part of it.
 *
 * @param after where the bytes end that may belong to the word
 * @returns the word in plain letters, and where it ends; undefined if it is not such a word
 */
function leetWord(text: Uint8Array, start: number, after: number): { end: number; word: string } | undefined {
  let end = after;
  while (end > start && CLASS[text[end - 1]] === SIGN) end--;
  if (end - start < MIN_LEET || end - start > MAX_LEET || !standsFree(text, start, after)) return undefined;
  const written = Buffer.from(text.buffer, text.byteOffset + start, end - start).toString("latin1");
  const word = isOneCase(written) ? unleeted(written.toLowerCase()) : undefined;
  return word === undefined ? undefined : { end, word };
}

/**
 * Skips plain words (two letters or more, without signs or other characters next to them), and the white space and ASCII
 * punctuation between them. Returns the position of the first other thing, or the length. Nearly all text is skipped in
 * this small loop.
 */
function afterPlainWords(text: Uint8Array, from: number): number {
  const length = text.length;
  for (let at = from; at < length; at++) {
    const start = at;
    let code = CLASS[text[at]];
    while (code === LETTER) code = ++at < length ? CLASS[text[at]] : OTHER;
    if (code !== OTHER || at === start + 1 || (at === start && text[at] === BACKSLASH)) return start;
  }
  return length;
}

/** Limits on a word with signs, in bytes. */
const MIN_LEET = 4;
const MAX_LEET = 24;

const [BACKSLASH, SLASH, DOT] = [0x5c, 0x2f, 0x2e];
/** SIGN: a digit, or a sign that may stand for a letter. HIGH: not ASCII. */
const [OTHER, LETTER, SIGN, HIGH] = [0, 1, 2, 3];

/** The class of each byte. */
const CLASS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return HIGH;
  const character = String.fromCharCode(byte);
  if (/[a-z]/i.test(character)) return LETTER;
  return /[0-9@$!|]/.test(character) ? SIGN : OTHER;
});

/** Returns the class of a byte. Reading beyond the end of an array would make every read slow. */
function classAt(text: Uint8Array, at: number): number {
  return at < text.length ? CLASS[text[at]] : OTHER;
}

/** Whether a word is in lower case, in capitals or capitalized. Other words are encoded data and identifiers. */
function isOneCase(word: string): boolean {
  return !/[a-z][^A-Za-z]*[A-Z]/.test(word) && !/[A-Z][^A-Za-z]*[A-Z].*[a-z]/.test(word);
}

/** Whether a word stands alone and is not part of an address, a file name, a path or a formula. */
function standsFree(text: Uint8Array, start: number, end: number): boolean {
  if (!mayStandBefore(text, start)) return false;
  // `user@host...` is a shortened address.
  if (text[end] === DOT && text[end + 1] === DOT) return false;
  let after = end;
  while (AFTER.has(text[after])) after++;
  return after >= text.length || text[after] <= 0x20 || text[after] >= 0x80;
}

/** Whether a position is the start of the text, or follows white space or punctuation. */
function mayStandBefore(text: Uint8Array, start: number): boolean {
  return start === 0 || BEFORE.has(text[start - 1]) || text[start - 1] >= 0x80;
}

/** Whether no word continues at a position: there is white space, punctuation or the end of the text. */
function isSeparator(text: Uint8Array, at: number): boolean {
  const code = classAt(text, at);
  return code === OTHER || (code === HIGH && isPunctuation(text, at));
}

/** Whether a quotation mark, dash, space or sign begins at `at`: U+0080 to U+00BF, U+2000 to U+203F. */
function isPunctuation(text: Uint8Array, at: number): boolean {
  return text[at] === 0xc2 || (text[at] === 0xe2 && text[at + 1] === 0x80);
}

/** The bytes that may stand before a disguised word, and those that may stand between it and white space. */
const BEFORE: ReadonlySet<number> = new Set(Buffer.from(" \t\r\n\f\v\"'(*>[,;!"));
const AFTER: ReadonlySet<number> = new Set(Buffer.from(".,;:!?)\"'*<]"));

/**
 * Reverses text between U+202E and U+202C. This text is displayed from right to left, so people read `argaiv` as
 * viagra (Unicode Standard Annex #9, section 2.2). Only text in Latin, Cyrillic or Greek script changes: other scripts
 * may themselves be written from right to left. Text without the closing U+202C on its line does not change either.
 *
 * @param found receives each word that was reversed, in the form that people read
 */
export function turnedBack(text: string, found: (word: string) => void): string {
  if (!text.includes("\u202e")) return text;
  return text.replace(TURNED, (whole, turned: string) => {
    if (!LEFT_TO_RIGHT.test(turned)) return whole;
    // A mark stays after its letter.
    const shown = (turned.match(/\P{M}\p{M}*/gsu) ?? []).reverse().join("");
    for (const word of shown.match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []) found(word);
    return shown;
  });
}

/** Matches reversed text within one line. */
const TURNED = /\u202e([^\u202a-\u202e\u2066-\u2069\r\n]*)\u202c/g;

/** Matches text with at least two letters, all of them Latin, Cyrillic or Greek. */
const LEFT_TO_RIGHT =
  /^(?=\P{L}*\p{L}\P{L}*\p{L})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u;
