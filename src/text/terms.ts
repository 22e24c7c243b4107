import { UsageError } from "../errors.js";
import { characterNgrams } from "./character-ngrams.js";
import { everySecond } from "./half.js";
import { innerWords } from "./inner-words.js";
import { ngrams } from "./ngrams.js";
import { sparseBigrams } from "./sparse-bigrams.js";
import { stemmed } from "./stemming.js";
import { stopWords, withoutStopWords } from "./stop-words.js";
import { together } from "./together.js";
import { asTheyAre, type TokenFilter, type Tokenizer } from "./tokenizer.js";
import { words } from "./words.js";

/**
 * Which tokens are terms: `"words"`, runs of letters and digits; `"inner"`, these and beside
 * them what inner `.`, `@`, `-` and `'` keep together; `"none"`, only the characters or the
 * sparse pairs that are asked for.
 */
export type TokenKind = "words" | "inner" | "none";

/** The kinds of tokens, for messages and for the command. */
export const TOKEN_KINDS: readonly TokenKind[] = ["words", "inner", "none"];

/** The settings that decide which terms a text has. */
export interface TermSettings {
  readonly tokens: TokenKind;
  /** Half of the tokens of every document count, every second one. */
  readonly takeHalf: boolean;
  readonly tokenLength: readonly [min: number, max: number];
  readonly ngrams: readonly [from: number, to: number];
  /** null: none are left out. */
  readonly stopWords: string | null;
  /** null: none. */
  readonly stem: string | null;
  /** Fewest and most characters; null: none. */
  readonly charNgrams: readonly [from: number, to: number] | null;
  /** The window, in tokens; null: none. */
  readonly sparseBigrams: number | null;
}

/**
 * Words are found, and half of them taken if that is asked for. Their characters make terms
 * as they stand. Stop words are left out, the rest is stemmed, and what is left makes
 * n-grams and sparse pairs with its neighbours. What inner punctuation keeps together is a
 * term as it stands, beside all that.
 *
 * No two kinds make the same term: a run of characters begins with `~`, a pair has ` +d ` in
 * it, what punctuation keeps together has that, and an n-gram of words has but spaces.
 *
 * @param ngramWords how many words of a text, from its beginning, make n-grams
 * @throws UsageError if a setting is not allowed.
 */
export function termsOf(settings: TermSettings, ngramWords = Number.POSITIVE_INFINITY): Tokenizer {
  requireTerms(settings);
  const [minLength, maxLength] = settings.tokenLength;
  const lengths = { minLength, maxLength };
  const taken = settings.takeHalf ? everySecond : asTheyAre;
  const terms: TokenFilter = (words) => termsOfWords(taken(words), settings, ngramWords);
  return settings.tokens === "inner" ? innerWords(lengths, terms, taken) : terms(words(lengths));
}

/** The words alone, all or half of them, as they stand. */
export function plainWords({ tokenLength: [minLength, maxLength], takeHalf }: TermSettings): Tokenizer {
  return (takeHalf ? everySecond : asTheyAre)(words({ minLength, maxLength }));
}

function termsOfWords(words: Tokenizer, settings: TermSettings, ngramWords: number): Tokenizer {
  const { charNgrams } = settings;
  const kinds: TokenFilter[] = [];
  if (hasWords(settings)) kinds.push((same) => wordTerms(same, settings, ngramWords));
  if (charNgrams !== null) kinds.push((same) => characterNgrams(same, ...charNgrams));
  return together(words, kinds);
}

function wordTerms(words: Tokenizer, settings: TermSettings, ngramWords: number): Tokenizer {
  const { tokens, ngrams: range, stopWords: language, stem, sparseBigrams: window } = settings;
  let left = words;
  if (language !== null) left = withoutStopWords(left, stopWords(language));
  if (stem !== null) left = stemmed(left, stem);
  const kinds: TokenFilter[] = [];
  if (tokens !== "none") kinds.push((same) => ngrams(same, ...range, ngramWords));
  if (window !== null) kinds.push((same) => sparseBigrams(same, window));
  return together(left, kinds);
}

/** Whether any term is made of whole words. */
function hasWords({ tokens, sparseBigrams: window }: TermSettings): boolean {
  return tokens !== "none" || window !== null;
}

function requireTerms(settings: TermSettings): void {
  const { tokens, tokenLength, ngrams, charNgrams, takeHalf } = settings;
  if (!TOKEN_KINDS.includes(tokens)) {
    throw new UsageError(`tokens: required one of ${TOKEN_KINDS.join(", ")}, got ${JSON.stringify(tokens)}`);
  }
  for (const [option, value] of Object.entries({ tokenLength, ngrams, charNgrams })) {
    if (option === "charNgrams" && value === null) continue;
    if (!Array.isArray(value) || value.length !== 2) {
      throw new UsageError(`${option}: required two numbers, [from, to], got ${JSON.stringify(value)}`);
    }
  }
  if (typeof takeHalf !== "boolean") {
    throw new UsageError(`takeHalf: required true or false, got ${JSON.stringify(takeHalf)}`);
  }
  if (tokens === "none") requireTermsWithoutWords(settings);
}

/** An option that nothing would come of is a slip. */
function requireTermsWithoutWords(settings: TermSettings): void {
  const { ngrams: range, charNgrams, stopWords, stem } = settings;
  if (!hasWords(settings) && charNgrams === null) {
    throw new UsageError(
      'tokens: required words or inner, or charNgrams or sparseBigrams in their place, got "none" alone',
    );
  }
  if (range[0] !== 1 || range[1] !== 1) {
    throw new UsageError(`ngrams: required tokens to make them of, words or inner, got ${range.join("-")} of "none"`);
  }
  for (const [option, value] of Object.entries({ stopWords, stem })) {
    if (value === null || hasWords(settings)) continue;
    throw new UsageError(
      `${option}: required terms of whole words, got ${JSON.stringify(value)} with characters alone`,
    );
  }
}
