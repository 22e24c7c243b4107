import { UsageError } from "../../base/errors.js";
import { characterNgrams } from "./character-ngrams.js";
import { innerWords } from "./inner-words.js";
import { ngrams } from "./ngrams.js";
import { missingTokenizer, type OwnTokenizer, tokenizerFrom } from "./own-tokenizer.js";
import { stemmed } from "./stemming.js";
import { stopWords, withoutStopWords } from "./stop-words.js";
import { asTheyAre, type TokenFilter, type Tokenizer, type TokenSink } from "./tokenizer.js";
import { words } from "./words.js";

/**
 * Which tokens are terms. `"words"`: runs of letters and digits. `"inner"`: words, and also the
 * wholes that an inner `.`, `@`, `-` or `'` keeps together. `"none"`: only character n-grams.
 */
export type TokenKind = "words" | "inner" | "none";

/** All kinds of tokens, for messages and for the command. */
export const TOKEN_KINDS: readonly TokenKind[] = ["words", "inner", "none"];

/** The settings that decide which terms a text has. */
export interface TermSettings {
  readonly tokens: TokenKind;
  /** Whether only every second token of a document counts. */
  readonly takeHalf: boolean;
  readonly tokenLength: readonly [min: number, max: number];
  readonly ngrams: readonly [from: number, to: number];
  /** A language; null: no stop words are left out. */
  readonly stopWords: string | null;
  /** A stemmer; null: none. */
  readonly stem: string | null;
  /** Fewest and most characters; null: no character n-grams. */
  readonly charNgrams: readonly [from: number, to: number] | null;
  /** Present if a function given by the program finds the words. The settings cannot hold the function. */
  readonly tokenizer?: "own";
}

/**
 * The tokenizer that finds the terms of a text:
 *
 * 1. Find the words; with `takeHalf`, keep every second one.
 * 2. Make character n-grams of the words as they stand.
 * 3. Leave out stop words, stem the rest and make n-grams of what is left.
 * 4. With `"inner"`, add what inner punctuation keeps together, as it stands.
 *
 * Terms of different kinds are never equal: a character n-gram begins with `~`, a whole contains
 * inner punctuation, and an n-gram of words contains spaces.
 *
 * @param ngramWords how many words from the beginning of a text are used for n-grams of words
 * @param own finds the words in step 1 where the settings say so. Without it, the result throws a DataError when used
 * @throws UsageError if a setting is not allowed.
 */
export function termsOf(
  settings: TermSettings,
  ngramWords = Number.POSITIVE_INFINITY,
  own?: OwnTokenizer | undefined,
): Tokenizer {
  requireTerms(settings);
  const [minLength, maxLength] = settings.tokenLength;
  const lengths = { minLength, maxLength };
  const taken = settings.takeHalf ? everySecond : asTheyAre;
  const terms: TokenFilter = (words) => termsOfWords(taken(words), settings, ngramWords);
  if (settings.tokenizer === "own") return terms(ownTokens(own));
  return settings.tokens === "inner" ? innerWords(lengths, terms, taken) : terms(words(lengths));
}

/** The words alone, all or every second one, as they stand. */
export function plainWords(
  { tokenLength: [minLength, maxLength], takeHalf, tokenizer }: TermSettings,
  own?: OwnTokenizer | undefined,
): Tokenizer {
  const tokens = tokenizer === "own" ? ownTokens(own) : words({ minLength, maxLength });
  return (takeHalf ? everySecond : asTheyAre)(tokens);
}

function ownTokens(own: OwnTokenizer | undefined): Tokenizer {
  return own === undefined ? missingTokenizer : tokenizerFrom(own);
}

function termsOfWords(words: Tokenizer, settings: TermSettings, ngramWords: number): Tokenizer {
  const { tokens, charNgrams } = settings;
  const kinds: TokenFilter[] = [];
  if (tokens !== "none") kinds.push((same) => wordTerms(same, settings, ngramWords));
  if (charNgrams !== null) {
    const [from, to] = charNgrams;
    kinds.push((same) => characterNgrams(same, from, to));
  }
  return together(words, kinds);
}

function wordTerms(words: Tokenizer, settings: TermSettings, ngramWords: number): Tokenizer {
  const {
    ngrams: [from, to],
    stopWords: language,
    stem,
  } = settings;
  const kept = language === null ? words : withoutStopWords(words, stopWords(language));
  const stems = stem === null ? kept : stemmed(kept, stem);
  return ngrams(stems, from, to, ngramWords);
}

/**
 * Every second token of a text: the first, the third and so on. A document changes from its
 * beginning to its end, so a sample from all of it is fairer than its first half. The same text
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

/** Terms of several kinds from one pass over the tokens: after each token, the terms of each kind in turn. */
export function together(tokenizer: Tokenizer, kinds: readonly TokenFilter[]): Tokenizer {
  if (kinds.length === 1) return kinds[0](tokenizer);
  const sinks: TokenSink[] = [];
  const made = kinds.map((kind, k) =>
    kind((_, sink) => {
      sinks[k] = sink;
    }),
  );
  return (text, sink) => {
    // Each kind sets its sink; then every token goes to all sinks.
    for (const terms of made) terms(text, sink);
    tokenizer(text, (bytes, start, end) => {
      for (let k = 0; k < sinks.length; k++) sinks[k](bytes, start, end);
    });
  };
}

function requireTerms(settings: TermSettings): void {
  const { tokens, tokenLength, ngrams, charNgrams, takeHalf, tokenizer } = settings;
  if (!TOKEN_KINDS.includes(tokens)) {
    throw new UsageError(`tokens: there is no kind ${JSON.stringify(tokens)}; use ${TOKEN_KINDS.join(", ")}`);
  }
  for (const [option, value] of Object.entries({ tokenLength, ngrams, charNgrams })) {
    if (option === "charNgrams" && value === null) continue;
    if (!Array.isArray(value) || value.length !== 2) {
      throw new UsageError(`${option}: ${JSON.stringify(value)} is not a pair of numbers [from, to]`);
    }
  }
  if (typeof takeHalf !== "boolean") {
    throw new UsageError(`takeHalf: ${JSON.stringify(takeHalf)} is neither true nor false`);
  }
  if (tokenizer !== undefined && tokenizer !== "own") {
    throw new UsageError(`tokenizer: ${JSON.stringify(tokenizer)} is not a function`);
  }
  if (tokens === "none") requireCharactersAlone(settings);
}

/** Refuses options that would have no effect: they are mistakes. */
function requireCharactersAlone({ ngrams: range, charNgrams, stopWords, stem }: TermSettings): void {
  if (charNgrams === null) {
    throw new UsageError('tokens: "none" leaves no terms at all: choose words or inner, or add charNgrams');
  }
  if (range[0] !== 1 || range[1] !== 1) {
    throw new UsageError(`ngrams: ${range.join("-")} has no effect with tokens "none": choose words or inner`);
  }
  for (const [option, value] of Object.entries({ stopWords, stem })) {
    if (value === null) continue;
    throw new UsageError(`${option}: ${JSON.stringify(value)} has no effect with tokens "none": choose words or inner`);
  }
}
