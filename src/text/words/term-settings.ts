import { requireWhole, shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";

/**
 * The version of the rules that find words. In both, words are sequences of letters, digits, combining marks and `_`,
 * separate from scripts without spaces. Models of version 0.2 have rules 2. Since rules 3, invisible characters do not
 * split words, typographic apostrophes join words to wholes like the ASCII apostrophe, and the pieces of contractions
 * are stop words.
 */
export type WordRules = 2 | 3;

/** The rules of new models. */
export const WORD_RULES = 3;

/**
 * The tokens that are terms. `"words"`: sequences of letters and digits. `"inner"`: words, and also wholes such as
 * `don't` and `example.org`, in which an inner `.`, `@`, `-` or `'` joins words. `"none"`: only character n-grams.
 */
export type TokenKind = "words" | "inner" | "none";

/** All kinds of tokens, for messages and for the command. */
export const TOKEN_KINDS: readonly TokenKind[] = ["words", "inner", "none"];

/** The settings that decide which terms a text has. */
export interface TermSettings {
  readonly tokens: TokenKind;
  /** Whether only every second token of a document is used. */
  readonly takeHalf: boolean;
  /** Fewest and most characters of a token. */
  readonly tokenLength: readonly [min: number, max: number];
  /** Fewest and most words of an n-gram; 1 and 1: only single words. */
  readonly ngrams: readonly [from: number, to: number];
  /** N-grams of words are made only of texts with at most this number of bytes of UTF-8. Default: no limit. */
  readonly ngramBytes?: number | undefined;
  /** The language of the stop words to leave out, as an ISO 639-1 code such as `en`; null: leaves out none. */
  readonly stopWords: string | null;
  /** The name of a stemmer: `porter`, `lancaster` or an ISO 639-1 code such as `de`; null: no stemming. */
  readonly stem: string | null;
  /** Fewest and most characters of n-grams within words; null: no character n-grams. */
  readonly charNgrams: readonly [from: number, to: number] | null;
  /** Fewest and most characters of n-grams across words. Default: no n-grams. */
  readonly textNgrams?: readonly [from: number, to: number] | undefined;
  /** Present if a function of the calling program finds the words. The settings cannot hold the function. */
  readonly tokenizer?: "own";
  /** Default 3. Models of version 0.2 have 2. */
  readonly wordRules?: WordRules;
  /** Whether a dictionary cuts scripts without spaces into words instead of pairs. Default false. */
  readonly segment?: boolean;
}

/** The terms of a text by default: its words. */
export const DEFAULT_TERMS: TermSettings = {
  tokens: "words",
  takeHalf: false,
  tokenLength: [2, 256],
  ngrams: [1, 1],
  stopWords: null,
  stem: null,
  charNgrams: null,
};

/** Checks the settings. @throws UsageError if one is not allowed, or some do not fit together. */
export function requireTerms(settings: TermSettings): void {
  const { tokens, tokenLength, ngrams, charNgrams, textNgrams: ofText, takeHalf, tokenizer } = settings;
  const { wordRules = WORD_RULES, segment = false, ngramBytes } = settings;
  if (!TOKEN_KINDS.includes(tokens)) {
    throw new UsageError(`tokens: there is no kind ${shown(tokens)}; use ${TOKEN_KINDS.join(", ")}`);
  }
  const ranges = {
    tokenLength,
    ngrams,
    ...(charNgrams !== null && { charNgrams }),
    ...(ofText !== undefined && { textNgrams: ofText }),
  };
  for (const [option, value] of Object.entries(ranges)) {
    if (!isPair(value)) throw new UsageError(`${option}: ${shown(value)} is not a pair of numbers [from, to]`);
  }
  for (const [option, value] of Object.entries({ takeHalf, segment })) {
    if (typeof value === "boolean") continue;
    throw new UsageError(`${option}: ${shown(value)} is neither true nor false`);
  }
  if (![2, WORD_RULES].includes(wordRules)) {
    throw new UsageError(`wordRules: ${shown(wordRules)} is not 2 or 3: update Thresher`);
  }
  if (tokenizer !== undefined && tokenizer !== "own") {
    throw new UsageError(`tokenizer: ${shown(tokenizer)} is not a function`);
  }
  if (segment && tokenizer === "own") {
    throw new UsageError("segment: it has no effect beside a tokenizer of your own: leave out one of the two");
  }
  if (ofText !== undefined && charNgrams !== null) {
    throw new UsageError("charNgrams and textNgrams cannot be combined: choose sequences within words or across them");
  }
  if (ngramBytes !== undefined) {
    requireWhole("ngramBytes", ngramBytes, 1);
    if (ngrams[0] > 1)
      throw new UsageError(`ngramBytes: long texts would have no terms with ngrams ${ngrams.join("-")}`);
  }
  if (tokens === "none") requireCharactersAlone(settings);
  const { stopWords: language } = settings;
  if (language === null || !CUT_INTO_PAIRS.includes(language) || tokenizer === "own" || segment) return;
  const name = new Intl.DisplayNames("en", { type: "language" }).of(language);
  throw new UsageError(
    `stopWords: ${name} is cut into pairs of characters or syllables, not into words, so a list of words has no use: add segment to cut it into words, or leave out stopWords`,
  );
}

/** Languages that are cut into pairs of characters or syllables. Few of their stop words are such a pair. */
const CUT_INTO_PAIRS: readonly string[] = ["ja", "ko", "my", "th", "zh"];

/** Whether a value is a pair of numbers. Model files may contain anything. */
export function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === "number");
}

/** Rejects options that would have no effect, because they are probably mistakes. */
function requireCharactersAlone(settings: TermSettings): void {
  const { ngrams: range, charNgrams, textNgrams: ofText, stopWords, stem, segment } = settings;
  if (charNgrams === null && ofText === undefined) {
    throw new UsageError(
      'tokens: "none" leaves no terms at all: choose words or inner, or add charNgrams or textNgrams',
    );
  }
  if (range[0] !== 1 || range[1] !== 1) {
    throw new UsageError(`ngrams: ${range.join("-")} has no effect with tokens "none": choose words or inner`);
  }
  for (const [option, value] of Object.entries({ stopWords, stem, segment: segment || null })) {
    if (value === null) continue;
    throw new UsageError(`${option}: ${shown(value)} has no effect with tokens "none": choose words or inner`);
  }
}
