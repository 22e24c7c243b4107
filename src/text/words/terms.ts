import { shown } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import type { TextRules } from "../term-table.js";
import { characterNgrams, textNgrams } from "./character-ngrams.js";
import { ngrams } from "./ngrams.js";
import {
  innerWords,
  JOINTS,
  jointSpelling,
  stretchScanner,
  uncutWords,
  WORD_RULES,
  type WordOptions,
} from "./scan-words.js";
import { stemmed } from "./stemming.js";
import { stopWords, withoutStopWords } from "./stop-words.js";
import { DEFAULT_TERMS, requireTerms, type TermSettings } from "./term-settings.js";
import { everySecond, inOrder, type Tokenizer, type TokenSink, type TokenStep } from "./tokens.js";
import { inPairs, inSegments } from "./unspaced.js";

/**
 * Makes a tokenizer with the settings that training has.
 *
 * @param settings default: words of 2 to 256 characters
 * @param own finds the words, if `settings.tokenizer` is `"own"`
 * @throws UsageError if a setting is not allowed.
 */
export function tokenizer(settings: Partial<TermSettings> = {}, own?: OwnTokenizer | undefined): Tokenizer {
  return termsOf({ ...DEFAULT_TERMS, ...settings }, undefined, own);
}

/**
 * Makes the tokenizer that finds the terms of a text. Every token takes these steps, in one pass:
 *
 * 1. Find the next word, or sequence of a script without spaces: `uncutWords`. With `"inner"`, `innerWords` also finds the
 *    wholes that inner punctuation makes of words.
 * 2. A word: cut sequences of scripts without spaces, take every second one with `takeHalf`, leave out stop words, stem the
 *    rest, and make n-grams.
 * 3. The same word, not cut: make n-grams of its characters, of every second one with `takeHalf`.
 * 4. A whole: take every second one with `takeHalf`, leave out contractions of stop words. The rest stays as it is.
 *
 * After all words come the n-grams of the whole text, with `textNgrams`. Terms of different kinds are never equal: a
 * character n-gram begins with `~`, a whole contains inner punctuation, and an n-gram of words contains spaces. Only tokens
 * of `own` may have any form.
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
  const { ngramBytes = Number.POSITIVE_INFINITY, textNgrams: lengths, tokenizer } = settings;
  const isInner = tokenizer !== "own" && settings.tokens === "inner";
  const scan = isInner ? innerWords(wordOptions(settings)) : uncut(settings, own);
  const ofShort = stepsOfWords(settings, ngramWords);
  const ofLong = stepsOfWords({ ...settings, ngrams: [1, 1] }, ngramWords);
  const ofWholes = stepsOfWholes(settings);
  const ofText = lengths && textNgrams(lengths[0], lengths[1]);
  return (text, sink) => {
    const ofWords = text.length <= ngramBytes ? ofShort : ofLong;
    scan(text, ofWords(sink), ofWholes(sink));
    ofText?.(text, sink);
  };
}

/** Makes a tokenizer for plain words only, all of them or every second one. */
export function plainWords(settings: TermSettings, own?: OwnTokenizer | undefined): Tokenizer {
  const scan = uncut(settings, own);
  const steps = inOrder(cutterOf(settings), halfOf(settings));
  return (text, sink) => scan(text, steps(sink));
}

/** Makes a tokenizer for words and for uncut sequences of scripts without spaces. */
function uncut(settings: TermSettings, own: OwnTokenizer | undefined): Tokenizer {
  if (settings.tokenizer !== "own") return uncutWords(wordOptions(settings));
  return own === undefined ? missingTokenizer : tokenizerFrom(own);
}

/** Returns the options for finding words that these settings have. */
function wordOptions({ tokenLength, wordRules: rules = WORD_RULES }: TermSettings): WordOptions {
  return { minLength: tokenLength[0], maxLength: tokenLength[1], rules };
}

/** The step that changes nothing. */
const asTheyAre: TokenStep = (next) => next;

/** Returns the step that cuts sequences of scripts without spaces. */
function cutterOf({ tokenizer, segment }: TermSettings): TokenStep {
  if (tokenizer === "own") return asTheyAre;
  return segment ? inSegments : inPairs;
}

/** Returns the step that takes every second token, if the settings ask for it. */
function halfOf({ takeHalf }: TermSettings): TokenStep {
  return takeHalf ? everySecond : asTheyAre;
}

/** Returns the steps from words and uncut sequences to terms: n-grams of words, of characters, or both. */
function stepsOfWords(settings: TermSettings, ngramWords: number): TokenStep {
  const { tokens, charNgrams, ngrams: range, stopWords: language, stem, wordRules } = settings;
  const ofWords = inOrder(
    cutterOf(settings),
    halfOf(settings),
    language === null ? asTheyAre : withoutStopWords(stopWords(language, wordRules), wordRules),
    stem === null ? asTheyAre : stemmed(stem),
    ngrams(range[0], range[1], ngramWords),
  );
  if (charNgrams === null) return ofWords;
  const ofCharacters = inOrder(halfOf(settings), characterNgrams(charNgrams[0], charNgrams[1]));
  return tokens === "none" ? ofCharacters : (next) => toBoth(ofWords(next), ofCharacters(next));
}

/** Passes each token to one sink, and then to the other. */
function toBoth(one: TokenSink, other: TokenSink): TokenSink {
  return (bytes, start, end) => {
    one(bytes, start, end);
    other(bytes, start, end);
  };
}

/** Returns the steps from wholes to terms. */
function stepsOfWholes(settings: TermSettings): TokenStep {
  const { stopWords: language, wordRules = WORD_RULES } = settings;
  if (language === null || wordRules < 3) return halfOf(settings);
  return inOrder(halfOf(settings), withoutStopWords(stopWords(language, wordRules)));
}

/**
 * Returns the rules for tokens if `WordTable`, which is faster than tokenizers, can find the terms of these settings;
 * otherwise undefined. It finds single words, and words and wholes with pairs of words.
 *
 * @param ngramWords how many words from the beginning of a text form pairs. Default: all
 */
export function textRules(settings: TermSettings, ngramWords = Number.POSITIVE_INFINITY): TextRules | undefined {
  const { tokens, takeHalf, stopWords: language, stem, charNgrams, textNgrams: ofText, ngramBytes } = settings;
  const { tokenLength: lengths, ngrams: range, tokenizer } = settings;
  const [from, to] = range;
  // The table cannot change or drop tokens, and forms no n-grams of characters and no n-grams without their words.
  const isAll = language === null && stem === null && charNgrams === null && ofText === undefined;
  if (!isAll || takeHalf || tokenizer === "own" || from !== 1) return undefined;
  if (tokens === "words") return to === 1 ? { lengths } : undefined;
  if (tokens === "none" || to > 2 || ngramBytes !== undefined) return undefined;
  const scan = stretchScanner(wordOptions(settings), JOINTS);
  const cut = cutterOf(settings);
  return {
    lengths,
    inner: {
      pairsAmong: to === 1 ? 0 : Math.min(ngramWords, MAX_PAIRS),
      spelled: jointSpelling(wordOptions(settings)),
      stretch: (stretch, first, start, word, whole) => scan(stretch, first, start, cut(word), whole),
    },
  };
}

/** Upper bound; no text has more pairs. */
const MAX_PAIRS = 2 ** 31 - 1;

/**
 * A tokenizer or feature extractor of the calling program. Returns the tokens of a text in order. Any string can be a
 * token. Empty strings are ignored.
 */
export type OwnTokenizer = (text: string) => Iterable<string>;

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const ENCODER = new TextEncoder();

/**
 * Makes a tokenizer from a function on strings.
 *
 * @throws UsageError when a text is read and the function gives anything but strings. Errors of the function itself
 *   pass as they are.
 */
function tokenizerFrom(own: OwnTokenizer): Tokenizer {
  return (text, sink) => {
    const tokens: unknown = own(DECODER.decode(text));
    if (typeof tokens === "string" || !isIterable(tokens)) {
      throw new UsageError(
        `tokenizer: it must return an array or another iterable of strings, not ${tokens instanceof Promise ? "a promise" : shown(tokens)}`,
      );
    }
    for (const token of tokens) {
      if (typeof token !== "string") throw new UsageError(`tokenizer: it returned a token that is a ${typeof token}`);
      const bytes = ENCODER.encode(token);
      if (bytes.length > 0) sink(bytes, 0, bytes.length);
    }
  };
}

function isIterable(tokens: unknown): tokens is Iterable<unknown> {
  return typeof tokens === "object" && tokens !== null && Symbol.iterator in tokens;
}

/** Replaces the function when it is missing, because a model file cannot hold it. Throws a DataError when used. */
const missingTokenizer: Tokenizer = () => {
  throw new DataError(
    "this model was trained with a tokenizer of its own and works only with it: use the library and give the function, as in classify(model, text, { tokenizer })",
  );
};
