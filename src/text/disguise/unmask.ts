import { lazily } from "../../base/lazily.js";

/**
 * Letters of other scripts, and the phonetic ɑ, ɡ and ɩ, that look like Latin letters in most fonts, from Unicode's
 * security data (confusables.txt of UTS #39). Letters with a weaker resemblance are left out, except κ, τ and χ, which
 * spammers use. Each word has the Latin letter and then the letters that look like it.
 */
const TABLE = `
  AΑАᎪ BΒВᏴ CСϹᏟ DᎠ EΕЕᎬ GԌ HΗНᎻ IΙІӀ JЈᎫ KΚКᏦ LᏞ MΜМᎷ NΝ OΟОՕ PΡРᏢ QԚ SЅՏᏚ TΤТᎢ VѴᏙ WԜᎳ XΧХ YΥҮ ZΖᏃ
  aαаɑ bЬᖯ cсϲ dԁᏧ eеҽ fք gցɡ hһհ iіιɩ jјϳ kκ lӏ nոռ oοоօσ pрρ qԛզ sѕ tτ uυս vνѵ wԝա xхχ yуүγ rг`;

/** Maps letters to the Latin letters that they look like. */
const LATIN_FOR = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      TABLE.trim()
        .split(/\s+/)
        .flatMap(([latin, ...others]) => others.map((letter): [string, string] => [letter, latin])),
    ),
);

/** Maps Latin letters to the Russian letters that they look like. A Latin r in a Cyrillic word does not stand for г. */
const CYRILLIC_FOR = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      Array.from(LATIN_FOR())
        .filter(([letter]) => /[А-Яа-я]/.test(letter) && letter !== "г")
        .map(([letter, latin]) => [latin, letter]),
    ),
);

/** Small capitals, which Unicode has as phonetic letters. */
const SMALL_CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ";
/** The Latin letter of each small capital. */
const OF_SMALL_CAPITALS = "abcdefghijklmnoprstuvwyz";

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
  const text = given.replace(/[\ufb00-\ufb06]/g, (letters) => letters.normalize("NFKC"));
  // If all letters of a script in the text look Latin, they probably stand for Latin ones.
  const lookalikes = SCRIPTS().filter(({ alike, unlike }) => alike.test(text) && !unlike.test(text));
  if (lookalikes.length === 0 && !SUSPECT().test(text)) return text;
  const isEastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
  return text.replace(WORD(), (word) => {
    if (!/\P{ASCII}/u.test(word)) return word;
    const plain = withoutStyle(withoutInvisible(word, found), isEastAsian, found);
    return inOneScript(withoutStacks(plain, found), lookalikes, found);
  });
}

/** Matches suspect characters: all except Latin-1 (without the soft hyphen) and ordinary quotation marks and dashes. */
const UNUSUAL = /[^\0-\xac\xae-\xff\u2010-\u2027]/;

/** Characters that change the direction of text. */
const DIRECTIONS = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
/** These, soft hyphens, zero-width and filler characters, joiners, variation selectors and tags. */
const INVISIBLE = `${DIRECTIONS}\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u2064\\u206a-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\u{e0000}-\\u{e01ef}`;

/** Fullwidth, mathematical, circled and squared letters, and small capitals. */
const STYLED = `\\uff21-\\uff3a\\uff41-\\uff5a\\u{1d400}-\\u{1d7ff}\\u24b6-\\u24e9\\u{1f110}-\\u{1f12b}\\u{1f130}-\\u{1f149}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}${SMALL_CAPITALS}`;

/** Marks over, under and across letters of any script. */
const MARKS = "\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff";

/** Greek, Cyrillic, Armenian and Cherokee letters, some of which look like Latin ones. */
const OTHER_SCRIPTS = "\\u0370-\\u03ff\\u0400-\\u052f\\u0531-\\u0587\\u13a0-\\u13f5";

/** Matches a word together with the invisible and styled characters in it. */
const WORD = lazily(() => new RegExp(`[\\p{L}\\p{M}\\p{N}${INVISIBLE}${STYLED}]+`, "gu"));

/** Letters of two scripts that are adjacent, or have a digit between them. */
const TWO_SCRIPTS = `[A-Za-z][0-9]?[${OTHER_SCRIPTS}]|[${OTHER_SCRIPTS}][0-9]?[A-Za-z]`;

/** Matches texts that may have disguised words. */
const SUSPECT = lazily(() => new RegExp(`[${INVISIBLE}${STYLED}${MARKS}]|${TWO_SCRIPTS}`, "u"));

/** Match, for each script: any letter (`any`), those that look Latin (`alike`), and those that do not (`unlike`). */
const SCRIPTS = lazily(() =>
  ["Cyrillic", "Greek"].map((script) => {
    const any = new RegExp(`\\p{Script=${script}}`, "u");
    const letters = [...LATIN_FOR().keys()].filter((letter) => any.test(letter)).join("");
    return { any, alike: new RegExp(`[${letters}]`, "u"), unlike: new RegExp(`(?![${letters}])${any.source}`, "u") };
  }),
);

/** Letters of scripts without invisible characters. Arabic and Indian scripts need joiners for spelling. */
const PLAIN = "\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}0-9";
const LETTER = `[${PLAIN}${STYLED}]`;
/** Matches invisible characters between two of these letters, plain or styled. */
const BETWEEN_LETTERS = lazily(() => new RegExp(`(?<=${LETTER})[${INVISIBLE}]+(?=${LETTER})`, "gu"));
const DIRECTION = new RegExp(`[${DIRECTIONS}]`);

/** Removes invisible characters between letters. A soft hyphen is a disguise only where words are not divided. */
function withoutInvisible(word: string, found: FoundDisguise): string {
  const kinds = new Set<DisguiseKind>();
  /** How many characters were removed so far. */
  let removed = 0;
  /** Where the last soft hyphen ended. */
  let hyphenEnd = Number.NEGATIVE_INFINITY;
  const plain = word.replace(BETWEEN_LETTERS(), (invisible: string, at: number) => {
    for (const character of invisible) {
      if (character !== "\u00ad") kinds.add(DIRECTION.test(character) ? "bidirectional" : "zero-width");
      // Words are not divided after the first letter, or after every second one.
      else if (at - removed < 2 || at - hyphenEnd < 2 || invisible.length > 1) kinds.add("soft-hyphen");
    }
    removed += invisible.length;
    if (invisible.includes("\u00ad")) hyphenEnd = at + invisible.length;
    return "";
  });
  for (const kind of kinds) found(plain, kind);
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
  const isSymbol = styled.length < 2 && !/[A-Za-z]{2}/.test(word);
  // Small capitals beside other phonetic letters are a phonetic transcription.
  const isPhonetic = /[\u0250-\u02af]/.test(word.replace(STYLED_ONE(), ""));
  if (!isOrdinary && (isSymbol || isPhonetic)) return word;
  const plain = word.replace(STYLED_ONE(), plainLetter);
  if (!isOrdinary) found(plain, "styled");
  return plain;
}

/** Returns the plain letter of a styled one. */
function plainLetter(letter: string): string {
  const small = SMALL_CAPITALS.indexOf(letter);
  if (small >= 0) return OF_SMALL_CAPITALS[small];
  const code = letter.codePointAt(0) ?? 0;
  // NFKC keeps white letters in black circles and in black squares, which begin at these codes.
  for (const first of [0x1f150, 0x1f170]) {
    if (code >= first && code < first + 26) return String.fromCharCode(0x41 + code - first);
  }
  // NFKC writes a letter in parentheses as three characters.
  return letter.normalize("NFKC").replace(/[()]/g, "");
}

const MARK = new RegExp(`[${MARKS}]`, "g");
/** Matches three marks on one letter. */
const STACK = new RegExp(`[${MARKS}]{3}`);
/** Matches a letter with its marks. */
const PLAIN_MARKED = lazily(() => new RegExp(`[${PLAIN}][${MARKS}]+`, "gu"));

/**
 * Removes marks that no real spelling has: three on a letter, or marks on at least three letters and on most. Other
 * marks are composed with their letters (NFC).
 */
function withoutStacks(word: string, found: FoundDisguise): string {
  if (word.search(MARK) < 0) return word;
  // Real text has at most 30 marks on a letter (UAX #15, section 13); sorting more takes quadratic time.
  const composed = word.replace(/(\p{M}{30})\p{M}+/gu, "$1").normalize("NFC");
  const marked = composed.match(PLAIN_MARKED())?.length ?? 0;
  if (marked === 0) return composed;
  const letters = composed.replace(MARK, "").length;
  if (!STACK.test(composed) && (marked < 3 || 2 * marked <= letters)) return composed;
  // A letter with several marks loses all of them, even the accent of é.
  const plain = composed.replace(PLAIN_MARKED(), (letter) => letter.normalize("NFD").replace(MARK, ""));
  found(plain, "combining");
  return plain;
}

/**
 * Writes a word that mixes scripts by means of similar letters in one script, or a word that is Latin in disguise.
 *
 * @param lookalikes the scripts of which all letters in the text look Latin
 */
function inOneScript(word: string, lookalikes: ReturnType<typeof SCRIPTS>, found: FoundDisguise): string {
  const letters = word.match(/\p{L}/gu) ?? [];
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (foreign.length === 0 || letters.length < 3) return word;
  const isMixed = foreign.length < letters.length;
  const isAlike = foreign.every((letter) => LATIN_FOR().has(letter));
  /** Whether the word has foreign letters of one script only, and all letters of that script in the text look Latin. */
  const isWhole = lookalikes.some(({ any }) => foreign.every((letter) => any.test(letter)));
  // Formulas have Greek symbols before Latin letters; Russian adds endings to Latin abbreviations.
  const hasGreek = /\p{Script=Greek}/u.test(foreign.join(""));
  const isSymbol = hasGreek && (letters.length < 5 || /^\p{Script=Greek}{1,2}[a-z]+$/u.test(word));
  const isEnding = /^[A-Z0-9]{2,}\p{Script=Cyrillic}+$/u.test(word);
  let plain = word;
  // Writes it in Latin; otherwise, if Latin letters are the smaller part and all look Cyrillic, in Cyrillic.
  if (isAlike && (isMixed ? !isSymbol && !isEnding : isWhole)) {
    plain = word.replace(/./gu, (letter) => LATIN_FOR().get(letter) ?? letter);
  } else if (isMixed && foreign.length * 2 > letters.length) {
    const isCyrillicWord = letters.every((letter) => /\p{Script=Cyrillic}/u.test(letter) || CYRILLIC_FOR().has(letter));
    if (isCyrillicWord) plain = word.replace(/[A-Za-z]/g, (letter) => CYRILLIC_FOR().get(letter) ?? letter);
  }
  if (plain !== word) found(plain, "homoglyph");
  return plain;
}
