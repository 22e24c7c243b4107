import { beginsWithHeader, STRIPPABLE, type Strippable, stripMessage } from "./email/news.js";
import { UsageError } from "./errors.js";
import { decoderFor } from "./text/decode.js";
import { innerWords } from "./text/inner-words.js";
import { ngrams } from "./text/ngrams.js";
import { stemmed } from "./text/stemming.js";
import { stopWords, withoutStopWords } from "./text/stop-words.js";
import type { Tokenizer } from "./text/tokenizer.js";
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
 * What is a token: `"words"`, runs of letters and digits; `"inner"`, these and beside them
 * what inner `.`, `@`, `-` and `'` keep together.
 */
export type TokenKind = "words" | "inner";

/** The kinds of tokens, for messages and for the command. */
export const TOKEN_KINDS: readonly TokenKind[] = ["words", "inner"];

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
  readonly tokenLength: readonly [min: number, max: number];
  readonly ngrams: readonly [from: number, to: number];
  /** null: none are left out. */
  readonly stopWords: string | null;
  /** null: none. */
  readonly stem: string | null;
}

/** @throws UsageError if a setting is not allowed. */
export function analyzerFor(settings: TextSettings): Analyzer {
  const { as, strip, tokens } = settings;
  if (!DOCUMENT_FORMS.includes(as)) throw notOneOf("as", DOCUMENT_FORMS, as);
  if (!TOKEN_KINDS.includes(tokens)) throw notOneOf("tokens", TOKEN_KINDS, tokens);
  for (const part of strip) if (!STRIPPABLE.includes(part)) throw notOneOf("strip", STRIPPABLE, part);
  for (const [option, value] of Object.entries({ tokenLength: settings.tokenLength, ngrams: settings.ngrams })) {
    if (!Array.isArray(value) || value.length !== 2) {
      throw new UsageError(`${option}: required two numbers, [from, to], got ${JSON.stringify(value)}`);
    }
  }
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

function tokenizerFor(settings: TextSettings): Tokenizer {
  const [minLength, maxLength] = settings.tokenLength;
  const lengths = { minLength, maxLength };
  const terms = (tokenizer: Tokenizer) => termsOf(tokenizer, settings);
  return settings.tokens === "inner" ? innerWords(lengths, terms) : terms(words(lengths));
}

/** Terms of plain words: without the stop words, stemmed, then neighbours of those that are left. */
function termsOf(words: Tokenizer, { ngrams: [from, to], stopWords: language, stem }: TextSettings): Tokenizer {
  let tokenizer = words;
  if (language !== null) tokenizer = withoutStopWords(tokenizer, stopWords(language));
  if (stem !== null) tokenizer = stemmed(tokenizer, stem);
  return ngrams(tokenizer, from, to);
}

function notOneOf(option: string, allowed: readonly string[], got: unknown): UsageError {
  return new UsageError(`${option}: required one of ${allowed.join(", ")}, got ${JSON.stringify(got)}`);
}
