import { isLikelyWord, unleeted } from "./leet.js";
import type { FoundDisguise } from "./unmask.js";

/** Digits and signs that may stand for letters. */
const SIGN = "0-9@$!|";
/** A word ends at other ASCII characters, at U+0080 to U+00BF, and at U+2000 to U+203F. */
const IN_WORD = `A-Za-z${SIGN}\\u00c0-\\u1fff\\u2040-\\uffff`;
/** The start of the text, white space or punctuation is before a disguised word. */
const BEFORE = "(^|[ \\t\\r\\n\\f\\v\"'(*>[,;\\u0080-\\u00bf\\u2000-\\u203f])";
/** A letter, or a sign that stands for one, without a letter or digit after it. */
const SINGLE = "[A-Za-z0134@$!](?![A-Za-z0-9\\u00c0-\\u1fff\\u3000-\\uffff])";
const GAP = " {1,3}|[.\\t\\n\\-_*~'/,+\\u00a0\\u00b7\\u2002-\\u200a\\u2013\\u2014\\u2022\\u202f]";

/** Matches where a disguised word may begin: at `\/`, at letters and a sign, or at a single letter, whose gap is captured. */
const CANDIDATE = new RegExp(
  `${BEFORE}(?:\\\\/|[A-Za-z]{1,24}[${SIGN}](?=[${IN_WORD}\\u0080-\\uffff])|[A-Za-z](${GAP})(?=${SINGLE}))`,
  "g",
);

/**
 * Matches a word with signs for letters. Signs at its end, such as exclamation marks, are not part of it. It stands alone,
 * and is not part of an address, a file name, a path or a formula: `user@host...` is a shortened address.
 */
const LEET = new RegExp(
  `((?:\\\\/)?[${IN_WORD}]{1,24}?)[${SIGN}]{0,999}(?![${IN_WORD}]|\\.\\.)(?=[.,;:!?)"'*<\\]]{0,999}(?:$|[\\0- \\u0080-\\uffff]))`,
  "y",
);

/** Matches one of spaced letters. After white space, it may not begin others: the F of `v i a g r a F.R.E.E`. */
const NEXT = new RegExp(`(?!(?<=[ \\t\\n]).[.\\-_*~'/,+]${SINGLE})${SINGLE}`, "y");

/** Replaces words with digits and signs for letters, and words whose letters are spaced apart. */
export function withPlainLetters(text: string, found: FoundDisguise): string {
  let plain = "";
  /** The text before this position is in `plain`. */
  let done = 0;
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(text); match !== null; match = CANDIDATE.exec(text)) {
    const { index, 1: before, 2: gap } = match;
    const start = index + before.length;
    const read = gap === undefined ? leetWord(text, start) : spacedWord(text, start, gap);
    CANDIDATE.lastIndex = Math.max(read.end, start + 1);
    if (read.word === undefined) continue;
    plain += text.slice(done, start) + read.word;
    done = read.end;
    found(read.word, gap === undefined ? "leet" : "spaced");
  }
  return done === 0 ? text : plain + text.slice(done);
}

/** A disguised word, if there is one, and where reading goes on. */
interface Read {
  readonly word?: string | undefined;
  readonly end: number;
}

/** Reads a word with digits and signs for letters. */
function leetWord(text: string, start: number): Read {
  LEET.lastIndex = start;
  const written = LEET.exec(text)?.[1] ?? "";
  return { word: isOneCase(written) ? unleeted(written.toLowerCase()) : undefined, end: start + written.length };
}

/** Whether a word is in lower case, in capitals or capitalized. Other words are encoded data and identifiers. */
function isOneCase(word: string): boolean {
  return !/[a-z][^A-Za-z]*[A-Z]/.test(word) && !/[A-Z][^A-Za-z]*[A-Z].*[a-z]/.test(word);
}

/** Three letters are often initials; longer sequences are drawings. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 32;

/**
 * Reads single letters with the same gap between them. They form a word, as in `V i a g r a`, if there are four (five if
 * all are small) to 32, and the word is pronounceable. An alphabet is not a word, and neither is a short abbreviation
 * that ends with its dot (`U.S.S.R.`).
 */
function spacedWord(text: string, start: number, gap: string): Read {
  let letters = text[start];
  let end = start + 1;
  while (text.startsWith(gap, end)) {
    NEXT.lastIndex = end + gap.length;
    if (!NEXT.test(text)) break;
    letters += text[NEXT.lastIndex - 1];
    end = NEXT.lastIndex;
  }
  // In "Get a F R E E gift", the article is a separate word.
  if (letters.length > MIN_LETTERS && /^[a-z][A-Z]+$/.test(letters)) return { end: start + 1 };
  // Abbreviations have few letters. Longer sequences with dots between them are words.
  const isAbbreviation = gap === "." && text[end] === "." && letters.length < 6;
  const isRare = letters.length < MIN_LETTERS || letters.length > MAX_LETTERS || isAbbreviation;
  return { word: isRare ? undefined : wordOf(letters), end };
}

/** Signs that stand for letters among spaced letters. */
const SIGNS: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", "@": "a", $: "s", "!": "i" };

/** Returns the word of spaced letters; undefined if it is unlikely to be one. */
function wordOf(letters: string): string | undefined {
  if (letters.length <= MIN_LETTERS && !/[A-Z]/.test(letters)) return undefined;
  const signs = letters.replace(/[A-Za-z]/g, "").length;
  const word = letters.replace(/[^A-Za-z]/g, (sign) => SIGNS[sign]);
  const small = word.toLowerCase();
  // A word has about one sign in four at most, and at least three different letters.
  if (4 * signs > letters.length + 2 || new Set(small).size < 3) return undefined;
  return isLikelyWord(small) && !hasAlphabet(small) ? word : undefined;
}

/** Whether four letters follow one another as in the alphabet. */
function hasAlphabet(word: string): boolean {
  return Array.from(word.slice(3), (_, at) => word.slice(at, at + 4)).some((four) => ALPHABET.includes(four));
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz";
