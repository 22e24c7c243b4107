import type { FoundDisguise } from "./unmask.js";

/** Digits and signs that may stand for letters. */
const SIGN = "0-9@$!|";
/** A word ends at other ASCII characters, at U+0080 to U+00BF, and at U+2000 to U+203F. */
const IN_WORD = `A-Za-z${SIGN}\\u00c0-\\u1fff\\u2040-\\uffff`;
/** The start of the text, white space or punctuation is before a disguised word. */
const BEFORE = "(^|[ \\t\\r\\n\\f\\v\"'(*>[,;\\u0080-\\u00bf\\u2000-\\u203f])";
/** A letter, or a sign that stands for one, without a letter or digit after it. */
const SINGLE = "[A-Za-z0134@$!](?![A-Za-z0-9\\u00c0-\\u1fff\\u3000-\\uffff])";
/** The gap between spaced letters: blanks, or one other character. */
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

/** A disguised word, if there is one, and where reading continues. */
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

/** In spaced words. Three letters are often initials. */
const MIN_LETTERS = 4;
/** In spaced words. Longer sequences are drawings. */
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
  const isUnlikely = letters.length < MIN_LETTERS || letters.length > MAX_LETTERS || isAbbreviation;
  return { word: isUnlikely ? undefined : wordOf(letters), end };
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

/**
 * Returns the word that is written with digits and signs for letters, as in `v1agra`, `c1@l1s`, `m0rtgage` or
 * `\/iagra`; undefined if there is none. The signs must stand between letters, at least half of the characters must be
 * letters, and the result must be pronounceable. `mp3`, `h2o`, `i18n`, `utf8`, `x86` and `base64` therefore stay as they
 * are, and so do technical names that match `TECHNICAL`. If the word begins with `\/`, it only has to be pronounceable.
 *
 * @param word in lower case
 */
function unleeted(word: string): string | undefined {
  if (word.length < MIN_LEET || word.length > MAX_LEET) return undefined;
  const plain = word.startsWith("\\/") ? `v${word.slice(2)}` : word;
  if (plain === word && (TECHNICAL.test(word) || !isPlausible(word))) return undefined;
  let folded = "";
  for (let at = 0; at < plain.length; at++) folded += letterFor(plain, at);
  return /^[a-z]+$/.test(folded) && isLikelyWord(folded) ? folded : undefined;
}

/** In characters. Shorter words with signs are often names, such as `mp3`. */
const MIN_LEET = 4;
/** In characters. Longer words are encoded data. */
const MAX_LEET = 24;

/**
 * Whether the signs stand inside the word, at most two in sequence, and are few beside the letters. Two digits in
 * sequence must be equal: `11` and `00` may be two letters. A word with a mark, such as `@` or `!`, may have as many
 * signs as letters.
 */
function isPlausible(word: string): boolean {
  const letters = word.replace(/[^a-z]/g, "").length;
  const signs = word.length - letters;
  const hasMark = /[@$!|]/.test(word);
  if (signs === 0 || letters < (hasMark ? signs : 2 * signs)) return false;
  if (/[^a-z]{3}|^[^a-z]|[^a-z]$|([0-9])(?!\1)[0-9]/.test(word)) return false;
  if (!hasMark) return word.length > 4;
  // A mark also joins names, as in `user@host` and `uunet!host!user`, but then both sides are long. A lone `|` is an ö
  // in 7-bit Scandinavian text.
  return !/!.*!|^[a-z]*\|[a-z]*$/.test(word) && /^[a-z]{1,2}[^a-z]|[^a-z][a-z]{1,2}$/.test(word);
}

/** Returns the letter that a character of a word stands for. */
function letterFor(word: string, at: number): string {
  const character = word[at];
  if (character !== "1" && character !== "|") return LETTERS[character] ?? character;
  // `he1p`, `mi11ion`. Between a vowel and a consonant an l is likelier than an i.
  const afterVowel = /[aeiou01|]/.test(word[at - 1] ?? "");
  const beforeVowel = /[aeiou]/.test(word[at + 1] ?? "");
  return afterVowel && (!beforeVowel || word[at - 1] === character) ? "l" : "i";
}

/** The letter of each sign; `letterFor` decides for 1 and `|`. 0 is as in Unicode's confusables, the others in "leet". */
const LETTERS: Readonly<Record<string, string>> = { ...SIGNS, 5: "s", 7: "t" };

/** Technical names that begin with a name and a number: `sha1sum`, `mp3player`, `ext3fs`. */
const TECHNICAL =
  /^(?:ext[34]|gtk1|html[345]|ipv4|jpeg1|log4|mac0|md[45]|mp[34]|mpeg[14]|nt[345]|perl5|php[345]|pop3|python3|ppp0|qt[345]|sha[135]|sql7|ssl3|sun[34]|tcl7|tls1|usb[13]|utf7|vb[345]|win[37]|win4lin|xp1)/;

/**
 * Whether letters could be a word in Latin script: they have vowels and consonants, and no sequence of letters
 * that is unpronounceable. This tells a disguised word from an abbreviation, a number or an identifier.
 *
 * @param letters ASCII letters in lower case
 */
function isLikelyWord(letters: string): boolean {
  if (!/[aeiouy]/.test(letters) || !/[^aeiouy]/.test(letters)) return false;
  if (/[^aeiouy]{5}|[bcdfgjkmpqtvwxz]{3}|[aeiou]{4}|(.)\1\1|[jqv](?:[^aeiouy]|$)|q[^u]/.test(letters)) return false;
  return !/^[^aeiouy]{2}/.test(letters) || ONSETS.has(letters.slice(0, 2));
}

/** Pairs of consonants with which words begin; `sc` is also for `sch`. */
const ONSETS: ReadonlySet<string> = new Set(
  `bl br ch cl cr cz dr dw fl fr gh gl gn gr kl kn kr ph pl pr ps rh sc sh sk sl sm sn sp sq st sv sw sz th tr
  ts tw vl vr wh wr zh zl zw`.split(/\s+/),
);
