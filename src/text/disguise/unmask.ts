import { lazily } from "../../base/lazily.js";
import { CYRILLIC_FOR, LATIN_FOR, SMALL_CAPITALS } from "./homoglyphs.js";

/** How a word is disguised. */
export type DisguiseKind =
  /** Characters without width between the letters. */
  | "zero-width"
  /** Characters that change the direction of text, or letters in reverse order between them. */
  | "bidirectional"
  /** Soft hyphens in places where words are not divided. */
  | "soft-hyphen"
  /** Many marks on the letters. */
  | "combining"
  /** Letters of another script. */
  | "homoglyph"
  /** Letters in a style of Unicode: fullwidth, mathematical, in circles, small capitals. */
  | "styled"
  /** Digits and signs for letters. */
  | "leet"
  /** Letters that are spaced apart. */
  | "spaced";

/** Receives a disguised word, in the form that people read, and how it was disguised. */
export type FoundDisguise = (word: string, kind: DisguiseKind) => void;

/**
 * Returns a text in which words disguised by visible or invisible characters that are not ASCII are as people read them.
 * The rest of the text stays as it is, except that ligatures are written as letters and, in a text that may have
 * disguises, marks are composed with their letters (NFC) and fullwidth letters get their usual width.
 */
export function unmasked(given: string, found: FoundDisguise): string {
  if (!UNUSUAL.test(given)) return given;
  // A ligature comes from typesetting and is not a disguise: `ﬁnance` copied from a page.
  const text = given.replace(LIGATURE(), (letters) => letters.normalize("NFKC"));
  // If all letters of a script in the text look Latin, they probably stand for Latin ones.
  const lookalikes = {
    cyrillic: LOOKALIKE_CYRILLIC().test(text) && !OWN_CYRILLIC().test(text),
    greek: LOOKALIKE_GREEK().test(text) && !OWN_GREEK().test(text),
  };
  if (!lookalikes.cyrillic && !lookalikes.greek && !SUSPECT().test(text)) return text;
  const isEastAsian = EAST_ASIAN().test(text);
  return text.replace(WORD(), (word) => {
    if (!/\P{ASCII}/u.test(word)) return word;
    const plain = withoutStyle(withoutInvisible(word, found), isEastAsian, found);
    return inOneScript(withoutStacks(plain, found), lookalikes, found);
  });
}

/** Matches suspect characters: all except Latin-1 (without the soft hyphen) and ordinary quotation marks and dashes. */
const UNUSUAL = /[^\0-\xac\xae-\xff\u2010-\u2027]/;

const LIGATURE = lazily(() => /[\ufb00-\ufb06]/g);

/** Zero-width and filler characters, joiners, variation selectors, tags. */
const UNSEEN =
  "\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u2064\\u206a-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\u{e0000}-\\u{e01ef}";
const DIRECTIONS = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
const INVISIBLE = `${UNSEEN}${DIRECTIONS}\\u00ad`;

/** Fullwidth, mathematical, circled and squared letters, and small capitals. */
const STYLED = `\\uff21-\\uff3a\\uff41-\\uff5a\\u{1d400}-\\u{1d7ff}\\u24b6-\\u24e9\\u{1f110}-\\u{1f12b}\\u{1f130}-\\u{1f149}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}${[
  ...SMALL_CAPITALS.keys(),
].join("")}`;

/** Marks over, under and across letters of any script. */
const MARKS = "\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff";

/** Greek, Cyrillic, Armenian and Cherokee letters, some of which look like Latin ones. */
const OTHER_SCRIPTS = "\\u0370-\\u03ff\\u0400-\\u052f\\u0531-\\u0587\\u13a0-\\u13f5";

const WORD = lazily(() => new RegExp(`[\\p{L}\\p{M}\\p{N}${INVISIBLE}${STYLED}]+`, "gu"));

/** Matches texts that may have disguised words. Letters of two scripts must be adjacent, or have a digit between. */
const SUSPECT = lazily(
  () =>
    new RegExp(
      `[${INVISIBLE}${STYLED}${MARKS}]|[A-Za-z][0-9]?[${OTHER_SCRIPTS}]|[${OTHER_SCRIPTS}][0-9]?[A-Za-z]`,
      "u",
    ),
);

const EAST_ASIAN = lazily(() => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u);

const isCyrillic = (letter: string) => /\p{Script=Cyrillic}/u.test(letter);
const isGreek = (letter: string) => /\p{Script=Greek}/u.test(letter);
const latinLike = (is: (letter: string) => boolean) => [...LATIN_FOR().keys()].filter(is).join("");
/** Letters of a script that look Latin, and letters that do not. A text with the latter is really in that script. */
const LOOKALIKE_CYRILLIC = lazily(() => new RegExp(`[${latinLike(isCyrillic)}]`, "u"));
const LOOKALIKE_GREEK = lazily(() => new RegExp(`[${latinLike(isGreek)}]`, "u"));
const OWN_CYRILLIC = lazily(() => new RegExp(`(?![${latinLike(isCyrillic)}])\\p{Script=Cyrillic}`, "u"));
const OWN_GREEK = lazily(() => new RegExp(`(?![${latinLike(isGreek)}])\\p{Script=Greek}`, "u"));

/** Matches letters of scripts without invisible characters. Arabic and Indian scripts need joiners for spelling. */
const PLAIN_LETTER = lazily(
  () => new RegExp(`^[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}0-9${STYLED}]$`, "u"),
);
const ANY_INVISIBLE = lazily(() => new RegExp(`[${INVISIBLE}]`, "u"));
const DIRECTION = lazily(() => new RegExp(`^[${DIRECTIONS}]$`, "u"));

/** Removes invisible characters between letters. A soft hyphen is a disguise only where words are not divided. */
function withoutInvisible(word: string, found: FoundDisguise): string {
  if (!ANY_INVISIBLE().test(word)) return word;
  const kinds = new Set<DisguiseKind>();
  let plain = "";
  /** The invisible characters since the last visible one. */
  let waiting: string[] = [];
  /** The last visible character. */
  let before = "";
  /** How many visible characters follow the last soft hyphen. */
  let sinceHyphen = Number.POSITIVE_INFINITY;
  for (const character of word) {
    if (ANY_INVISIBLE().test(character)) {
      waiting.push(character);
      continue;
    }
    if (waiting.length > 0 && PLAIN_LETTER().test(before) && PLAIN_LETTER().test(character)) {
      for (const invisible of waiting) {
        if (invisible !== "\u00ad") kinds.add(DIRECTION().test(invisible) ? "bidirectional" : "zero-width");
        // Words are not divided after the first letter, or after every second one.
        else if (sinceHyphen < 2 || plain.length < 2 || waiting.length > 1) kinds.add("soft-hyphen");
      }
      if (waiting.includes("\u00ad")) sinceHyphen = 0;
    } else {
      plain += waiting.join("");
    }
    waiting = [];
    plain += character;
    before = character;
    sinceHyphen++;
  }
  plain += waiting.join("");
  tell(plain, kinds, found);
  return plain;
}

const STYLED_ONE = lazily(() => new RegExp(`[${STYLED}]`, "gu"));

/**
 * Replaces styled letters by plain ones, except single symbols and phonetic transcriptions. Fullwidth letters in East
 * Asian text are replaced too, but they are ordinary there, so they are not reported.
 */
function withoutStyle(word: string, isEastAsian: boolean, found: FoundDisguise): string {
  const styled = word.match(STYLED_ONE());
  if (styled === null) return word;
  const isOrdinary = isEastAsian && styled.every((letter) => /[\uff21-\uff3a\uff41-\uff5a]/.test(letter));
  if (!isOrdinary && styled.length < 2 && !/[A-Za-z]{2}/.test(word)) return word;
  // Small capitals beside other phonetic letters are a phonetic transcription.
  if (!isOrdinary && /[\u0250-\u02af]/.test(word.replace(STYLED_ONE(), ""))) return word;
  const plain = word.replace(STYLED_ONE(), plainLetter);
  if (!isOrdinary) tell(plain, ["styled"], found);
  return plain;
}

/** Returns the plain letter of a styled one. */
function plainLetter(letter: string): string {
  const small = SMALL_CAPITALS.get(letter);
  if (small !== undefined) return small;
  const code = letter.codePointAt(0) ?? 0;
  // NFKC keeps white letters in black circles and in black squares, which begin at these codes.
  for (const first of [0x1f150, 0x1f170]) {
    if (code >= first && code < first + 26) return String.fromCharCode(0x41 + code - first);
  }
  // NFKC writes a letter in parentheses as three characters.
  return letter.normalize("NFKC").replace(/[()]/g, "");
}

const MARK = lazily(() => new RegExp(`[${MARKS}]`, "gu"));
const PLAIN_MARKED = lazily(
  () => new RegExp(`[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}0-9][${MARKS}]+`, "gu"),
);
const STACK = lazily(() => new RegExp(`[${MARKS}]{3}`, "u"));
/** Real text has at most 30 marks on a letter (UAX #15, section 13); sorting more takes quadratic time. */
const LONG_STACK = lazily(() => /(\p{M}{30})\p{M}+/gu);

/**
 * Removes marks that no real spelling has: three on a letter, or marks on at least three letters and on most. Other
 * marks are composed with their letters (NFC).
 */
function withoutStacks(word: string, found: FoundDisguise): string {
  if (word.search(MARK()) < 0) return word;
  const composed = word.replace(LONG_STACK(), "$1").normalize("NFC");
  const marked = composed.match(PLAIN_MARKED())?.length ?? 0;
  if (marked === 0) return composed;
  const letters = composed.replace(MARK(), "").length;
  if (!STACK().test(composed) && (marked < 3 || 2 * marked <= letters)) return composed;
  // A letter with several marks loses all of them, even the accent of é.
  const plain = composed.replace(PLAIN_MARKED(), (letter) => letter.normalize("NFD").replace(MARK(), ""));
  tell(plain, ["combining"], found);
  return plain;
}

/**
 * Writes a word that mixes scripts by means of similar letters in one script, or a word that is Latin in disguise.
 *
 * @param alike whether all Cyrillic, and all Greek, letters of the text look Latin
 */
function inOneScript(
  word: string,
  alike: { readonly cyrillic: boolean; readonly greek: boolean },
  found: FoundDisguise,
): string {
  const letters = Array.from(word).filter((character) => /\p{L}/u.test(character));
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (foreign.length === 0 || letters.length < 3) return word;
  const isMixed = foreign.length < letters.length;
  const isAlike = foreign.every((letter) => LATIN_FOR().has(letter));
  /** The word has letters of one other script only, and all letters of that script in the text look Latin. */
  const isWhole = (alike.cyrillic && foreign.every(isCyrillic)) || (alike.greek && foreign.every(isGreek));
  // Formulas have Greek symbols before Latin letters; Russian adds endings to Latin abbreviations.
  const isSymbol =
    isMixed && foreign.some(isGreek) && (letters.length < 5 || /^\p{Script=Greek}{1,2}[a-z]+$/u.test(word));
  const isEnding = /^[A-Z0-9]{2,}\p{Script=Cyrillic}+$/u.test(word);
  let plain = word;
  // Writes it in Latin; otherwise, if Latin letters are the smaller part and all look Cyrillic, in Cyrillic.
  if (isAlike && (isMixed ? !isSymbol && !isEnding : isWhole)) {
    plain = word.replace(/./gu, (letter) => LATIN_FOR().get(letter) ?? letter);
  } else if (isMixed && foreign.every(isCyrillic) && foreign.length * 2 > letters.length) {
    const isCyrillicWord = letters.every((letter) => isCyrillic(letter) || CYRILLIC_FOR().has(letter));
    if (isCyrillicWord) plain = word.replace(/[A-Za-z]/g, (letter) => CYRILLIC_FOR().get(letter) ?? letter);
  }
  if (plain !== word) tell(plain, ["homoglyph"], found);
  return plain;
}

/** Reports a word once for each kind of disguise. */
function tell(word: string, kinds: Iterable<DisguiseKind>, found: FoundDisguise): void {
  for (const kind of kinds) found(word.toLowerCase(), kind);
}
