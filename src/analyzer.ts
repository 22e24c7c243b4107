import { beginsWithHeader, STRIPPABLE, type Strippable, stripMessage } from "./email/news.js";
import { UsageError } from "./errors.js";
import { characterNgrams } from "./text/character-ngrams.js";
import { decoderFor } from "./text/decode.js";
import { everySecond } from "./text/half.js";
import { innerWords } from "./text/inner-words.js";
import { ngrams } from "./text/ngrams.js";
import { sparseBigrams } from "./text/sparse-bigrams.js";
import { stemmed } from "./text/stemming.js";
import { stopWords, withoutStopWords } from "./text/stop-words.js";
import { together } from "./text/together.js";
import { asTheyAre, type TokenFilter, type Tokenizer } from "./text/tokenizer.js";
import { words } from "./text/words.js";

/**
 * What documents are: `"news"`, all of them messages; `"text"` and `"auto"`, texts among
 * which those that begin with a message header are messages. Parts are left out of
 * messages only: a letter keeps its first and its last paragraph.
 */
export type DocumentForm = "auto" | "text" | "news";

/** The forms, for messages and for the command. */
export const DOCUMENT_FORMS: readonly DocumentForm[] = ["auto", "text", "news"];

/**
 * Which tokens are terms: `"words"`, runs of letters and digits; `"inner"`, these and beside
 * them what inner `.`, `@`, `-` and `'` keep together; `"none"`, only the characters or the
 * sparse pairs that are asked for.
 */
export type TokenKind = "words" | "inner" | "none";

/** The kinds of tokens, for messages and for the command. */
export const TOKEN_KINDS: readonly TokenKind[] = ["words", "inner", "none"];

/** From the bytes of a document to its tokens: decode, leave out parts, find words, make terms of them. */
export interface Analyzer {
  /** The UTF-8 text that counts. */
  text(bytes: Uint8Array): Uint8Array;
  /** The same, of a document that is UTF-8 already. */
  stripped(text: Uint8Array): Uint8Array;
  readonly tokenizer: Tokenizer;
}

/** The settings that decide which tokens a document has. */
export interface TextSettings {
  readonly as: DocumentForm;
  readonly strip: readonly Strippable[];
  readonly encoding: string;
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

/** @throws UsageError if a setting is not allowed. */
export function analyzerFor(settings: TextSettings): Analyzer {
  const { as, strip, tokens } = settings;
  if (!DOCUMENT_FORMS.includes(as)) throw notOneOf("as", DOCUMENT_FORMS, as);
  if (!TOKEN_KINDS.includes(tokens)) throw notOneOf("tokens", TOKEN_KINDS, tokens);
  for (const part of strip) if (!STRIPPABLE.includes(part)) throw notOneOf("strip", STRIPPABLE, part);
  const { tokenLength, ngrams, charNgrams, takeHalf } = settings;
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
  const decode = decoderFor(settings.encoding);
  return {
    text: (bytes) => stripped(decode(bytes), as, strip),
    stripped: (text) => stripped(text, as, strip),
    tokenizer: tokenizerFor(settings),
  };
}

/** Whether a decoded text is none: no text has NUL characters. */
export function isBinary(text: Uint8Array): boolean {
  return text.includes(0);
}

function stripped(text: Uint8Array, as: DocumentForm, strip: readonly Strippable[]): Uint8Array {
  if (strip.length === 0 || (as !== "news" && !beginsWithHeader(text))) return text;
  return stripMessage(text, strip);
}

/**
 * Words are found, and half of them taken if that is asked for. Their characters make terms
 * as they stand. Stop words are left out, the rest is stemmed, and what is left makes
 * n-grams and sparse pairs with its neighbours. What inner punctuation keeps together is a
 * term as it stands, beside all that.
 */
function tokenizerFor(settings: TextSettings): Tokenizer {
  const [minLength, maxLength] = settings.tokenLength;
  const lengths = { minLength, maxLength };
  const taken = settings.takeHalf ? everySecond : asTheyAre;
  const terms: TokenFilter = (words) => termsOf(taken(words), settings);
  return settings.tokens === "inner" ? innerWords(lengths, terms, taken) : terms(words(lengths));
}

function termsOf(words: Tokenizer, { charNgrams, ...settings }: TextSettings): Tokenizer {
  const kinds: TokenFilter[] = [];
  if (hasWords(settings)) kinds.push((words) => wordTerms(words, settings));
  if (charNgrams !== null) kinds.push((words) => characterNgrams(words, ...charNgrams));
  return together(words, kinds);
}

function wordTerms(words: Tokenizer, settings: Omit<TextSettings, "charNgrams">): Tokenizer {
  const { tokens, ngrams: range, stopWords: language, stem, sparseBigrams: window } = settings;
  let left = words;
  if (language !== null) left = withoutStopWords(left, stopWords(language));
  if (stem !== null) left = stemmed(left, stem);
  const kinds: TokenFilter[] = [];
  if (tokens !== "none") kinds.push((words) => ngrams(words, ...range));
  if (window !== null) kinds.push((words) => sparseBigrams(words, window));
  return together(left, kinds);
}

/** Whether any term is made of whole words. */
function hasWords({ tokens, sparseBigrams: window }: Pick<TextSettings, "tokens" | "sparseBigrams">): boolean {
  return tokens !== "none" || window !== null;
}

/** An option that nothing would come of is a slip. */
function requireTermsWithoutWords(settings: TextSettings): void {
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

function notOneOf(option: string, allowed: readonly string[], got: unknown): UsageError {
  return new UsageError(`${option}: required one of ${allowed.join(", ")}, got ${JSON.stringify(got)}`);
}
