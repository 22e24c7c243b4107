import { characterNgrams, textNgrams } from "./character-ngrams.js";
import { innerWords } from "./inner-words.js";
import { ngrams } from "./ngrams.js";
import { missingTokenizer, type OwnTokenizer, tokenizerFrom } from "./own-tokenizer.js";
import { stemmed } from "./stemming.js";
import { stopWords, withoutStopWords } from "./stop-words.js";
import { requireTerms, type TermSettings } from "./term-settings.js";
import { asTheyAre, type TokenFilter, type Tokenizer, type TokenSink } from "./tokenizer.js";
import { inPairs, inSegments } from "./unspaced.js";
import { WORD_RULES, type WordOptions } from "./word-options.js";
import { uncutWords } from "./words.js";

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
 * inner punctuation, and an n-gram of words contains spaces. Only tokens of `own` may have any form.
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

/** Makes the tokenizer for all terms but the n-grams across words. */
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

/** Returns the options for finding words that these settings have. */
export function wordOptions({ tokenLength, wordRules: rules = WORD_RULES }: TermSettings): WordOptions {
  return { minLength: tokenLength[0], maxLength: tokenLength[1], rules };
}

/** Returns the filter that cuts sequences of scripts without spaces. */
export function cutterOf({ tokenizer, segment }: TermSettings): TokenFilter {
  if (tokenizer === "own") return asTheyAre;
  return segment ? inSegments : inPairs;
}

/** Returns the filter that takes every second token, if the settings ask for it. */
function halfOf({ takeHalf }: TermSettings): TokenFilter {
  return takeHalf ? everySecond : asTheyAre;
}

/** Makes the filter for wholes: every second one if the settings ask for it, without contractions of stop words. */
function wholesOf(settings: TermSettings): TokenFilter {
  const { stopWords: language, wordRules } = settings;
  const half = halfOf(settings);
  if (language === null || (wordRules ?? WORD_RULES) < 3) return half;
  return (wholes) => withoutStopWords(half(wholes), stopWords(language, wordRules));
}

/** Makes the terms of words and of uncut sequences: words and their n-grams, and n-grams of characters. */
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

/** Leaves out stop words, stems the rest and makes n-grams. */
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
