import { requireWhole, shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { characterNgrams, textNgrams } from "./character-ngrams.js";
import { innerWords } from "./inner-words.js";
import { ngrams } from "./ngrams.js";
import { missingTokenizer, type OwnTokenizer, tokenizerFrom } from "./own-tokenizer.js";
import { stemmed } from "./stemming.js";
import { requireUsefulStopWords, stopWords, withoutStopWords } from "./stop-words.js";
import { asTheyAre, type TokenFilter, type Tokenizer, type TokenSink } from "./tokenizer.js";
import { inPairs, inSegments } from "./unspaced.js";
import { WORD_RULES, type WordRules } from "./word-characters.js";
import type { WordOptions } from "./word-scanner.js";
import { uncutWords } from "./words.js";

/**
 * Which tokens are terms. `"words"`: sequences of letters and digits. `"inner"`: words, and also wholes such as
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
  readonly tokenLength: readonly [min: number, max: number];
  readonly ngrams: readonly [from: number, to: number];
  /** N-grams are made only of texts with at most this number of bytes of UTF-8. Default: no limit. */
  readonly ngramBytes?: number | undefined;
  /** The language of the stop words to leave out; null: leaves out none. */
  readonly stopWords: string | null;
  /** The name of a stemmer; null: no stemming. */
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

/**
 * Makes the tokenizer that finds the terms of a text:
 *
 * 1. Find the words, and the sequences of scripts without spaces. Make character n-grams of these, before they are cut.
 * 2. Cut the sequences into pairs, or into the words of a dictionary.
 * 3. Leave out stop words, stem the rest and make n-grams of what is left.
 * 4. With `"inner"`, add the wholes that inner punctuation joins. They stay unchanged.
 *
 * With `takeHalf`, only every second token is used in steps 1, 3 and 4.
 *
 * Terms of different kinds are never equal: a character n-gram begins with `~`, a whole contains
 * inner punctuation, and an n-gram of words contains spaces.
 *
 * @param ngramWords how many words from the beginning of a text are used for n-grams of words
 * @param own finds the words in step 1 if the settings ask for it. Without it, the result throws a DataError when used
 * @throws UsageError if a setting is not allowed.
 */
export function termsOf(
  settings: TermSettings,
  ngramWords = Number.POSITIVE_INFINITY,
  own?: OwnTokenizer | undefined,
): Tokenizer {
  requireTerms(settings);
  const ofWords = ofWordsAlone(settings, ngramWords, own);
  if (settings.textNgrams === undefined) return ofWords;
  const ofText = textNgrams(settings.textNgrams[0], settings.textNgrams[1]);
  return (text, sink) => {
    ofWords(text, sink);
    ofText(text, sink);
  };
}

function ofWordsAlone(settings: TermSettings, ngramWords: number, own: OwnTokenizer | undefined): Tokenizer {
  const { ngramBytes, ...others } = settings;
  if (ngramBytes !== undefined) {
    const ofShort = ofWordsAlone(others, ngramWords, own);
    const ofLong = ofWordsAlone({ ...others, ngrams: [1, 1] }, ngramWords, own);
    return (text, sink) => (text.length <= ngramBytes ? ofShort : ofLong)(text, sink);
  }
  const terms: TokenFilter = (words) => termsOfWords(words, settings, ngramWords);
  if (settings.tokenizer !== "own" && settings.tokens === "inner") {
    return innerWords(wordOptions(settings), terms, wholesOf(settings));
  }
  return terms(uncut(settings, own));
}

/** Makes a tokenizer for plain words only, all of them or every second one. */
export function plainWords(settings: TermSettings, own?: OwnTokenizer | undefined): Tokenizer {
  return halfOf(settings)(cutterOf(settings)(uncut(settings, own)));
}

/** Makes a tokenizer for words and for uncut sequences of scripts without spaces. */
function uncut(settings: TermSettings, own: OwnTokenizer | undefined): Tokenizer {
  if (settings.tokenizer !== "own") return uncutWords(wordOptions(settings));
  return own === undefined ? missingTokenizer : tokenizerFrom(own);
}

export function wordOptions({ tokenLength, wordRules: rules = WORD_RULES }: TermSettings): WordOptions {
  return { minLength: tokenLength[0], maxLength: tokenLength[1], rules };
}

/** Returns the filter that cuts sequences of scripts without spaces. */
export function cutterOf({ tokenizer, segment }: TermSettings): TokenFilter {
  if (tokenizer === "own") return asTheyAre;
  return segment ? inSegments : inPairs;
}

function halfOf({ takeHalf }: TermSettings): TokenFilter {
  return takeHalf ? everySecond : asTheyAre;
}

/** Makes the filter for wholes. It only leaves out contractions of stop words. */
function wholesOf(settings: TermSettings): TokenFilter {
  const { stopWords: language, wordRules } = settings;
  const half = halfOf(settings);
  if (language === null || (wordRules ?? WORD_RULES) < 3) return half;
  return (wholes) => withoutStopWords(half(wholes), stopWords(language, wordRules));
}

function termsOfWords(words: Tokenizer, settings: TermSettings, ngramWords: number): Tokenizer {
  const { tokens, charNgrams } = settings;
  const [cut, half] = [cutterOf(settings), halfOf(settings)];
  const kinds: TokenFilter[] = [];
  if (tokens !== "none") kinds.push((same) => wordTerms(half(cut(same)), settings, ngramWords));
  if (charNgrams !== null) {
    const [from, to] = charNgrams;
    kinds.push((same) => characterNgrams(half(same), from, to));
  }
  return together(words, kinds);
}

function wordTerms(words: Tokenizer, settings: TermSettings, ngramWords: number): Tokenizer {
  const { ngrams: range, stopWords: language, stem, wordRules } = settings;
  const kept = language === null ? words : withoutStopWords(words, stopWords(language, wordRules), wordRules);
  const stems = stem === null ? kept : stemmed(kept, stem);
  return ngrams(stems, range[0], range[1], ngramWords);
}

/**
 * Selects every second token of a text: the first, the third and so on. Documents change from beginning
 * to end, so a sample from the whole document is fairer than its first half. The same text
 * always gives the same half.
 */
export function everySecond(tokenizer: Tokenizer): Tokenizer {
  return (text, sink) => {
    let isTaken = false;
    tokenizer(text, (bytes, start, end) => {
      isTaken = !isTaken;
      if (isTaken) sink(bytes, start, end);
    });
  };
}

/** Makes terms of several kinds in one pass over the tokens: after each token, the terms of each kind in turn. */
export function together(tokenizer: Tokenizer, kinds: readonly TokenFilter[]): Tokenizer {
  if (kinds.length === 1) return kinds[0](tokenizer);
  const sinks: TokenSink[] = [];
  const made = kinds.map((kind, k) =>
    kind((_, sink) => {
      sinks[k] = sink;
    }),
  );
  return (text, sink) => {
    // Each kind sets its sink first. Then every token goes to all sinks.
    for (const terms of made) terms(text, sink);
    tokenizer(text, (bytes, start, end) => {
      for (let k = 0; k < sinks.length; k++) sinks[k](bytes, start, end);
    });
  };
}

function requireTerms(settings: TermSettings): void {
  const { tokens, tokenLength, ngrams, charNgrams, textNgrams: ofText, takeHalf, tokenizer } = settings;
  const { wordRules = WORD_RULES, segment = false, ngramBytes } = settings;
  if (!TOKEN_KINDS.includes(tokens)) {
    throw new UsageError(`tokens: there is no kind ${shown(tokens)}; use ${TOKEN_KINDS.join(", ")}`);
  }
  const pairs = {
    tokenLength,
    ngrams,
    ...(charNgrams !== null && { charNgrams }),
    ...(ofText !== undefined && { textNgrams: ofText }),
  };
  for (const [option, value] of Object.entries(pairs)) {
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
  if (tokenizer !== "own" && !segment) requireUsefulStopWords(settings.stopWords);
}

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
