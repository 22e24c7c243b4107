import { shown } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import type { TextRules } from "../term-table.js";
import { characterNgrams, textNgrams } from "./character-ngrams.js";
import { JOINTS, type WordScanner, wordScanner } from "./scan-words.js";
import { stemmed } from "./stemming.js";
import { stopWords, withoutStopWords } from "./stop-words.js";
import { DEFAULT_TERMS, requireTerms, type TermSettings, WORD_RULES } from "./term-settings.js";
import { everySecond, inOrder, ngrams, type Tokenizer, type TokenStep } from "./tokens.js";
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
 * 1. Find the next word, or sequence of a script without spaces, and with `"inner"` also the wholes that inner punctuation
 *    makes of words: `wordScanner`.
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
  const { ngramBytes = Number.POSITIVE_INFINITY, ngrams: range, textNgrams: lengths, stopWords: language } = settings;
  const scan = scanOf(settings, settings.tokens === "inner" ? JOINTS : "", own);
  // N-grams of words are made only of short texts.
  const stepsOfShort = stepsOfWords(settings, range, ngramWords);
  const stepsOfLong = stepsOfWords(settings, [1, 1], ngramWords);
  const hasContractions = language !== null && (settings.wordRules ?? WORD_RULES) >= 3;
  const stepsOfWholes = inOrder(
    settings.takeHalf && everySecond,
    hasContractions && withoutStopWords(stopWords(language)),
  );
  const ngramsOfText = lengths && textNgrams(lengths[0], lengths[1]);
  return (text, sink) => {
    const steps = text.length <= ngramBytes ? stepsOfShort : stepsOfLong;
    scan(text, steps(sink), stepsOfWholes(sink));
    ngramsOfText?.(text, sink);
  };
}

/** Makes a tokenizer for plain words only, all of them or every second one. */
export function plainWords(settings: TermSettings, own?: OwnTokenizer | undefined): Tokenizer {
  const scan = scanOf(settings, "", own);
  const steps = inOrder(cutterOf(settings), settings.takeHalf && everySecond);
  return (text, sink) => scan(text, steps(sink), sink);
}

/** Returns the function that finds words, with sequences of scripts without spaces as they are. */
function scanOf(
  settings: TermSettings,
  joints: "" | typeof JOINTS,
  own: OwnTokenizer | undefined,
): WordScanner["scan"] {
  if (settings.tokenizer !== "own") return wordScanner(settings, joints).scan;
  return own === undefined ? missingTokenizer : tokenizerFrom(own);
}

/** Returns the step that cuts sequences of scripts without spaces. */
function cutterOf({ tokenizer, segment }: TermSettings): TokenStep | false {
  return tokenizer !== "own" && (segment ? inSegments : inPairs);
}

/** Returns the steps from words and uncut sequences to terms: n-grams of words, of characters, or both. */
function stepsOfWords(settings: TermSettings, range: TermSettings["ngrams"], ngramWords: number): TokenStep {
  const { tokens, charNgrams, takeHalf, stopWords: language, stem, wordRules } = settings;
  const ofWords = inOrder(
    cutterOf(settings),
    takeHalf && everySecond,
    language !== null && withoutStopWords(stopWords(language, wordRules), wordRules),
    stem !== null && stemmed(stem),
    ngrams(range[0], range[1], ngramWords),
  );
  if (charNgrams === null) return ofWords;
  const ofCharacters = inOrder(takeHalf && everySecond, characterNgrams(charNgrams[0], charNgrams[1]));
  if (tokens === "none") return ofCharacters;
  return (next) => {
    const [words, characters] = [ofWords(next), ofCharacters(next)];
    return (bytes, start, end) => {
      words(bytes, start, end);
      characters(bytes, start, end);
    };
  };
}

/**
 * Returns the rules for tokens if `WordTable`, which is faster than tokenizers, can find the terms of these settings;
 * otherwise undefined. It finds single words, and words and wholes with pairs of words.
 *
 * @param ngramWords how many words from the beginning of a text form pairs. Default: all
 */
export function textRules(settings: TermSettings, ngramWords = Number.POSITIVE_INFINITY): TextRules | undefined {
  const { tokens, takeHalf, stopWords: language, stem, charNgrams, textNgrams: ofText } = settings;
  const { tokenLength: lengths, ngrams: range, ngramBytes = Number.POSITIVE_INFINITY, tokenizer } = settings;
  const [from, to] = range;
  // The table cannot change or drop tokens, and forms no n-grams of characters and no n-grams without their words.
  const isAll = language === null && stem === null && charNgrams === null && ofText === undefined;
  if (!isAll || takeHalf || tokenizer === "own" || from !== 1) return undefined;
  if (tokens === "words") return to === 1 ? { lengths } : undefined;
  if (tokens === "none" || to > 2) return undefined;
  const scanner = wordScanner(settings, JOINTS);
  const cut = inOrder(cutterOf(settings));
  return {
    lengths,
    inner: {
      pairsAmong: to === 1 ? 0 : Math.min(ngramWords, MAX_PAIRS),
      pairBytes: ngramBytes,
      spelled: scanner.spelled,
      stretch: (stretch, first, start, word, whole) => scanner.stretch(stretch, first, start, cut(word), whole),
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
    if (typeof tokens === "string" || !(Symbol.iterator in Object(tokens))) {
      throw new UsageError(
        `tokenizer: it must return an array or another iterable of strings, not ${tokens instanceof Promise ? "a promise" : shown(tokens)}`,
      );
    }
    for (const token of tokens as Iterable<unknown>) {
      if (typeof token !== "string") throw new UsageError(`tokenizer: it returned a token that is a ${typeof token}`);
      const bytes = ENCODER.encode(token);
      if (bytes.length > 0) sink(bytes, 0, bytes.length);
    }
  };
}

/** Replaces the function when it is missing, because a model file cannot hold it. Throws a DataError when used. */
const missingTokenizer: Tokenizer = () => {
  throw new DataError(
    "this model was trained with a tokenizer of its own and works only with it: use the library and give the function, as in classify(model, text, { tokenizer })",
  );
};
