/** Leaves out stop words: frequent words, such as `the`, that say little about the subject of a text. */
import { createRequire } from "node:module";
import { shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { ByteTable } from "../byte-table.js";
import { inOneSpelling } from "./spelling.js";
import { WORD_RULES, type WordRules } from "./term-settings.js";
import type { TokenStep } from "./tokens.js";

/** The languages, by ISO 639-1 code, and the names of their lists in the package `stopword`. */
const LISTS: ReadonlyMap<string, string> = new Map(
  `
  af:afr ar:ara bg:bul bn:ben br:bre ca:cat cs:ces da:dan de:deu el:ell en:eng eo:epo es:spa et:est eu:eus
  fa:fas fi:fin fr:fra ga:gle gl:glg gu:guj ha:hau he:heb hi:hin hr:hrv hu:hun hy:hye id:ind it:ita ja:jpn
  ko:kor ku:kur la:lat lt:lit lv:lav mr:mar ms:msa my:mya nb:nob nl:nld pl:pol pt:por ro:ron ru:rus sk:slk
  sl:slv so:som st:sot sv:swe sw:swa th:tha tl:tgl tr:tur uk:ukr ur:urd vi:vie yo:yor zh:zho zu:zul`
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(":") as [string, string]),
);

/**
 * Pieces of contractions that the lists lack: `don` and `t` of `don't`, `ve` of `they've`, `lorsqu` of
 * `lorsqu'il`.
 */
const RESIDUES: Readonly<Record<string, string | undefined>> = {
  ca: "d l m n s t",
  de: "s",
  en: "s t d m ll re ve ain aren couldn daren didn doesn don hadn hasn haven isn mightn mustn needn oughtn shan she shouldn wasn weren won wouldn",
  fr: "c d j jusqu l lorsqu m n puisqu qu quelqu quoiqu s t",
  it: "c coll com d l m n quand quell quest s t tutt v",
  nl: "m n s t",
};

/** The languages with a list of stop words, as ISO 639-1 codes. */
export const STOP_WORD_LANGUAGES: readonly string[] = [...LISTS.keys()];

/**
 * Returns the stop words of a language, from the package `stopword`, spelled as tokens are; with rules 3, also the
 * pieces of their contractions.
 *
 * @param language an ISO 639-1 code, such as `en`
 * @param rules the rules that find the words. Default 3
 * @throws UsageError if there is no list for the language.
 */
export function stopWords(language: string, rules: WordRules = WORD_RULES): readonly string[] {
  const name = LISTS.get(language);
  if (name === undefined) {
    throw new UsageError(
      `stop words: there is no list for ${shown(language)}; the languages are ${STOP_WORD_LANGUAGES.join(", ")}`,
    );
  }
  const lists = createRequire(import.meta.url)("#stop-words") as Record<string, string[]>;
  const words = lists[name].map(inOneSpelling);
  if (rules === 2) return words;
  const pieces = words.filter((word) => word.includes("'")).flatMap((word) => word.split("'"));
  return [...words, ...pieces.filter((piece) => piece !== ""), ...(RESIDUES[language]?.split(" ") ?? [])];
}

/**
 * Leaves out the tokens in `list`. Lower-cased tokens need a lower-cased list.
 *
 * @param rules 3, the default, also leaves out stop words joined by apostrophes: `don't`, `c'est`
 */
export function withoutStopWords(list: Iterable<string>, rules: WordRules = WORD_RULES): TokenStep {
  const stops = new ByteTable();
  const encoder = new TextEncoder();
  for (const word of list) {
    const bytes = encoder.encode(word);
    stops.add(bytes, 0, bytes.length);
  }
  return (next) => (bytes, start, end) => {
    if (!isStop(bytes, start, end)) next(bytes, start, end);
  };

  /** Whether a token is a stop word or, from rules 3 on, stop words that apostrophes join. */
  function isStop(bytes: Uint8Array, start: number, end: number): boolean {
    if (stops.find(bytes, start, end) >= 0) return true;
    if (rules < 3) return false;
    for (let i = start + 1; i < end - 1; i++) {
      const length = apostropheAt(bytes, i);
      // The rest may contain more apostrophes.
      if (length > 0) return stops.find(bytes, start, i) >= 0 && isStop(bytes, i + length, end);
    }
    return false;
  }
}

/** Returns the length in bytes of an apostrophe at a position, ASCII or U+02BC; 0 if there is none. */
function apostropheAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 0x27) return 1;
  return bytes[at] === 0xca && bytes[at + 1] === 0xbc ? 2 : 0;
}
