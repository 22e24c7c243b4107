import { isLikelyWord } from "./leet.js";

/**
 * Finds single letters from `start` on with the same separator between them: spaces, a tab, a line end, one of
 * `.-_*~'/,+`, or a space, dot or dash that is not ASCII. They form a word, as in `V i a g r a`, if there are
 * four (five if all are small) to 32, and the word is pronounceable. An alphabet is not a word, and neither
 * is a short abbreviation that ends with its dot (`U.S.S.R.`).
 *
 * @param start the position of a single letter, with no letter or digit before it
 * @returns the end of the last letter, and the word in the case of the text; undefined if they do not form a word
 */
export function spacedLetters(text: Uint8Array, start: number): { end: number; word: string | undefined } {
  const places = [start];
  let width = 0;
  let end = start + 1;
  for (;;) {
    const at = end + (width === 0 ? separatorWidth(text, end) : sameSeparator(text, start + 1, end, width));
    if (at === end || !isSingle(text, at) || beginsAnother(text, at, text[start + 1])) break;
    width = at - end;
    places.push(at);
    end = at + 1;
  }
  // Abbreviations have few letters. Longer sequences with dots between them are words.
  const separator = text[start + 1];
  const isAbbreviation = separator === DOT && text[end] === DOT && places.length < 6;
  // In "Get a F R E E gift", the article is a separate word. The caller goes on after it.
  if (isLower(text[places[0]]) && places.length > MIN_LETTERS && places.slice(1).every((at) => isUpper(text[at]))) {
    return { end: start + 1, word: undefined };
  }
  const isRare = places.length < MIN_LETTERS || places.length > MAX_LETTERS || isAbbreviation;
  return { end, word: isRare ? undefined : wordOf(text, places) };
}

/** Three letters are often initials; longer sequences are drawings. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 32;

const [SPACE, DOT, TAB, NEWLINE] = [0x20, 0x2e, 0x09, 0x0a];

/** Returns the length in bytes of the separator at `at`; 0 if there is none. */
function separatorWidth(text: Uint8Array, at: number): number {
  if (text[at] >= 0x80) return wideSeparator(text, at);
  if (!SEPARATORS.has(text[at])) return 0;
  let width = 1;
  if (text[at] === SPACE) while (width < 3 && text[at + width] === SPACE) width++;
  return width;
}

const SEPARATORS: ReadonlySet<number> = new Set([SPACE, DOT, TAB, NEWLINE, ...Buffer.from("-_*~'/,+")]);

/** As `separatorWidth`, for separators that are not ASCII: spaces, a middle dot, a bullet or a dash. */
function wideSeparator(text: Uint8Array, at: number): number {
  const [first, second, third] = [text[at], text[at + 1], text[at + 2]];
  if (first === 0xc2) return second === 0xa0 || second === 0xb7 ? 2 : 0;
  if (first !== 0xe2 || second !== 0x80) return 0;
  // U+2002 to U+200A, U+2013 and U+2014, U+2022, U+202F.
  const isOne =
    (third >= 0x82 && third <= 0x8a) || third === 0x93 || third === 0x94 || third === 0xa2 || third === 0xaf;
  return isOne ? 3 : 0;
}

/** Returns the width if the same separator is in both places, otherwise 0. */
function sameSeparator(text: Uint8Array, one: number, other: number, width: number): number {
  for (let i = 0; i < width; i++) if (text[one + i] !== text[other + i]) return 0;
  return width;
}

/** Whether a letter, or a sign that stands for one, is at `at` with no letter or digit after it. */
function isSingle(text: Uint8Array, at: number): boolean {
  return (isLetter(text[at]) || SIGNS.has(text[at])) && !isWordByte(text[at + 1]);
}

/** Whether the letter after a space begins other spaced letters: the F of `v i a g r a F.R.E.E`. */
function beginsAnother(text: Uint8Array, at: number, separator: number): boolean {
  return separator <= SPACE && text[at + 1] > SPACE && SEPARATORS.has(text[at + 1]) && isSingle(text, at + 2);
}

/** Signs that stand for letters. */
const SIGNS: ReadonlyMap<number, string> = new Map(
  Array.from("0o1i3e4a@a$s!i".matchAll(/(.)(.)/g), ([, sign, letter]) => [sign.charCodeAt(0), letter]),
);

/** Returns the word of spaced letters; undefined if it is unlikely to be one. */
function wordOf(text: Uint8Array, places: readonly number[]): string | undefined {
  const isSmall = places.every((at) => !isUpper(text[at]));
  if (isSmall && places.length <= MIN_LETTERS) return undefined;
  const letters = places.map((at) => SIGNS.get(text[at]) ?? String.fromCharCode(text[at]));
  const signs = places.filter((at) => SIGNS.has(text[at])).length;
  const word = letters.join("");
  const small = word.toLowerCase();
  // A word has about one sign in four at most, and at least three different letters.
  if (4 * signs > places.length + 2 || new Set(small).size < 3) return undefined;
  return isLikelyWord(small) && !hasAlphabet(small) ? word : undefined;
}

/** Whether four letters follow one another as in the alphabet. */
function hasAlphabet(word: string): boolean {
  let run = 1;
  for (let at = 1; at < word.length; at++) {
    run = word.charCodeAt(at) === word.charCodeAt(at - 1) + 1 ? run + 1 : 1;
    if (run === 4) return true;
  }
  return false;
}

// Comparisons with `undefined`, beyond the end of a text, are false.
const isUpper = (byte: number) => byte >= 0x41 && byte <= 0x5a;
const isLower = (byte: number) => byte >= 0x61 && byte <= 0x7a;
const isLetter = (byte: number) => isUpper(byte) || isLower(byte);

/**
 * Whether a byte is a letter or a digit, or begins a character that is not ASCII. Characters that begin
 * with C2 or E2 are mostly punctuation and spaces, so they do not count.
 */
function isWordByte(byte: number): boolean {
  return isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || (byte >= 0xc3 && byte !== 0xe2);
}
