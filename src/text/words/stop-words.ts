import { createRequire } from "node:module";
import { UsageError } from "../../base/errors.js";
import { ByteTable } from "../byte-table.js";
import type { Tokenizer } from "./tokenizer.js";
import { inOneSpelling, type WordRules } from "./word-characters.js";

/** The languages, by ISO 639-1 code, and the names of their lists in the package `stopword`. */
const LISTS: Readonly<Record<string, string>> = {
  af: "afr",
  ar: "ara",
  bg: "bul",
  bn: "ben",
  br: "bre",
  ca: "cat",
  cs: "ces",
  da: "dan",
  de: "deu",
  el: "ell",
  en: "eng",
  eo: "epo",
  es: "spa",
  et: "est",
  eu: "eus",
  fa: "fas",
  fi: "fin",
  fr: "fra",
  ga: "gle",
  gl: "glg",
  gu: "guj",
  ha: "hau",
  he: "heb",
  hi: "hin",
  hr: "hrv",
  hu: "hun",
  hy: "hye",
  id: "ind",
  it: "ita",
  ja: "jpn",
  ko: "kor",
  ku: "kur",
  la: "lat",
  lt: "lit",
  lv: "lav",
  mr: "mar",
  ms: "msa",
  my: "mya",
  nb: "nob",
  nl: "nld",
  pl: "pol",
  pt: "por",
  ro: "ron",
  ru: "rus",
  sk: "slk",
  sl: "slv",
  so: "som",
  st: "sot",
  sv: "swe",
  sw: "swa",
  th: "tha",
  tl: "tgl",
  tr: "tur",
  uk: "ukr",
  ur: "urd",
  vi: "vie",
  yo: "yor",
  zh: "zho",
  zu: "zul",
};

/** The languages with a list of stop words, as ISO 639-1 codes. */
export const STOP_WORD_LANGUAGES: readonly string[] = Object.keys(LISTS);

/** Languages whose words are cut into pairs, which hardly any of their stop words is. */
const CUT_INTO_PAIRS: Readonly<Record<string, string>> = {
  ja: "Japanese",
  ko: "Korean",
  my: "Burmese",
  th: "Thai",
  zh: "Chinese",
};

/** @throws UsageError for the stop words of a language that is cut into pairs. */
export function requireUsefulStopWords(language: string | null): void {
  if (language === null || !Object.hasOwn(CUT_INTO_PAIRS, language)) return;
  throw new UsageError(
    `stopWords: ${CUT_INTO_PAIRS[language]} is cut into pairs of characters or syllables, not into words, so a list of words has no use: add segment to cut it into words, or leave out stopWords`,
  );
}

/**
 * The stop words of a language, from the package `stopword`, spelled as tokens are.
 *
 * @param language an ISO 639-1 code, such as `en`
 * @param rules the rules that find the words. Default 2
 * @throws UsageError if there is no list for the language.
 */
export function stopWords(language: string, rules: WordRules = 2): readonly string[] {
  const name = Object.hasOwn(LISTS, language) ? LISTS[language] : undefined;
  if (name === undefined) {
    throw new UsageError(
      `stop words: there is no list for ${JSON.stringify(language)}; the languages are ${STOP_WORD_LANGUAGES.join(", ")}`,
    );
  }
  const lists = createRequire(import.meta.url)("#stop-words") as Record<string, string[]>;
  return rules === 2 ? lists[name].map(inOneSpelling) : lists[name];
}

/** Leaves out the tokens in `list`. Lower-cased tokens need a lower-cased list. */
export function withoutStopWords(tokenizer: Tokenizer, list: Iterable<string>): Tokenizer {
  const stops = new ByteTable();
  const encoder = new TextEncoder();
  for (const word of list) {
    const bytes = encoder.encode(word);
    stops.add(bytes, 0, bytes.length);
  }
  return (text, sink) =>
    tokenizer(text, (bytes, start, end) => {
      if (stops.find(bytes, start, end) < 0) sink(bytes, start, end);
    });
}
