import { isText, requireOneOf, shown } from "../base/checks.js";
import { decoderFor } from "../base/decode.js";
import { UsageError } from "../base/errors.js";
import { PAGE_HEADER } from "../documents/document.js";
import { fieldTokens } from "../mail/fields/field-texts.js";
import { requireNoVerdicts } from "../mail/fields/fields.js";
import { mailReader } from "../mail/fields/mail-reader.js";
import { headerFields } from "../mail/header/header.js";
import { decodeEncodedWords } from "../mail/header/header-text.js";
import { bufferOf } from "../mail/lines.js";
import {
  DOCUMENT_FORMS,
  type DocumentForm,
  isMessage,
  STRIPPABLE,
  type Strippable,
  stripMessage,
} from "../mail/news.js";
import { pageText } from "../mail/page-text.js";
import { rawText } from "../mail/raw-text.js";
import { readMessage } from "../mail/read-message.js";
import { withoutLaterFields } from "../mail/rewrite/marked-message.js";
import type { TextPiece, TextRules, WordTexts } from "../text/term-table.js";
import { rawNgrams } from "../text/words/character-ngrams.js";
import { isPair, type TermSettings } from "../text/words/term-settings.js";
import { type OwnTokenizer, plainWords, termsOf, textRules } from "../text/words/terms.js";
import { ngrams, type Tokenizer, type TokenSink } from "../text/words/tokens.js";

/** A document, decoded and parsed. Its tokens can be read repeatedly. */
export interface ReadDocument {
  /** Whether it has a NUL byte, as pictures and programs do. Mail is binary only if it also has no header. */
  readonly isBinary: boolean;
  /** Hands each token to the sink. */
  tokens(sink: TokenSink): void;
  /** The texts in which `WordTable` finds all tokens; undefined if it cannot find them. */
  readonly words?: WordTexts | undefined;
}

/** Turns the bytes of a document into tokens: decodes them, removes parts, finds words and makes terms from them. */
export interface Analyzer {
  /** Reads a document, given as the bytes of its file or as text. */
  read(document: Uint8Array | string): ReadDocument;
  /** Finds the tokens of a UTF-8 text, without leaving out any part. */
  readonly tokenizer: Tokenizer;
  /** Whether documents that `read` returns have `words`. */
  readonly hasWords: boolean;
}

/** The settings that decide which tokens a document has. */
export interface TextSettings extends TermSettings {
  /** The form of all documents: texts, mail, news posts, or `"auto"`, which decides for each document. */
  readonly as: DocumentForm;
  /** The parts that are removed from messages: headers, footers, quotes. */
  readonly strip: readonly Strippable[];
  /** The name of the encoding of files, or `"auto"` to detect it. Mail allows only `"auto"`. */
  readonly encoding: string;
  /** Header fields, in lower case, whose words are also terms of their own; for mail also other facts. */
  readonly fields: readonly string[];
  /** For mail: fewest and most characters of n-grams of the beginning of the raw message. Default: no n-grams. */
  readonly rawNgrams?: readonly [from: number, to: number] | undefined;
}

/**
 * Makes the analyzer of these settings.
 *
 * @param own the caller's own tokenizer, if the settings have `tokenizer: "own"`. If it is then missing, finding
 *   tokens throws a DataError
 * @throws UsageError if a setting is not allowed.
 */
export function analyzerFor(settings: TextSettings, own?: OwnTokenizer | undefined): Analyzer {
  if (own !== undefined && settings.tokenizer !== "own") {
    throw new UsageError("tokenizer: this model was trained without one of its own: leave it out");
  }
  const { as, strip, fields } = settings;
  requireOneOf("as", as, DOCUMENT_FORMS);
  if (!Array.isArray(strip)) throw new UsageError(`strip must be an array of parts, not ${shown(strip)}`);
  for (const part of strip) requireOneOf("strip", part, STRIPPABLE);
  requireFields(fields);
  if (as === "mail") return mailAnalyzer(settings, own);
  if (settings.rawNgrams !== undefined) {
    throw new UsageError(`rawNgrams: only mail has them, so they need as "mail", not ${shown(as)}`);
  }
  const decode = decoderFor(settings.encoding);
  const terms = termsOf(settings, undefined, own);
  const rules = textRules(settings);
  const ofFields = fields.length === 0 ? undefined : fieldTokenizer(settings, own);
  const tokenizer: Tokenizer = (text, sink) => {
    terms(text, sink);
    ofFields?.(text, sink);
  };
  return {
    read(document) {
      const decoded =
        typeof document === "string"
          ? ENCODER.encode(document)
          : isPage(document)
            ? pageText(document)
            : decode(document);
      const whole = as === "news" ? withoutLaterFields(decoded) : decoded;
      const text = strip.length === 0 || !isMessage(whole, settings) ? whole : stripMessage(whole, strip);
      const words = rules && { pieces: [{ field: "", text }, ...finishedTerms(text, ofFields)], rules };
      return { isBinary: isBinary(text), tokens: (sink) => tokenizer(text, sink), words };
    },
    tokenizer,
    hasWords: rules !== undefined,
  };
}

const ENCODER = new TextEncoder();

const PAGE_BEGINNING = Buffer.from(PAGE_HEADER);

/** Whether a document is a page of a web archive. */
function isPage(document: Uint8Array): boolean {
  return document[0] === PAGE_BEGINNING[0] && PAGE_BEGINNING.equals(document.subarray(0, PAGE_BEGINNING.length));
}

/** How many words of each part and field of mail form n-grams. `src/mail/README.md` compares other numbers. */
const MAIL_NGRAM_WORDS = 16;

/** Makes the analyzer of mail: each part names its own encoding, and some header fields have terms of their own. */
function mailAnalyzer(settings: TextSettings, own: OwnTokenizer | undefined): Analyzer {
  if (settings.encoding !== "auto") {
    throw new UsageError(
      `encoding: each part of a mail names its own, so ${shown(settings.encoding)} cannot be chosen: leave it out`,
    );
  }
  requireNoVerdicts(settings.fields);
  const piecesOf = mailReader(settings);
  const tokenizer = termsOf(settings, MAIL_NGRAM_WORDS, own);
  const tokensOf = fieldTokens(tokenizer);
  const rawTokens = rawTokensOf(settings);
  // `WordTable` cannot find the n-grams of the raw message.
  const rules = rawTokens === undefined ? mailRules(settings) : undefined;
  return {
    read(document) {
      const message = typeof document === "string" ? ENCODER.encode(document) : document;
      const pieces = piecesOf(message);
      return {
        isBinary: isBinary(message) && readMessage(message).notes.includes("no-header"),
        tokens(sink) {
          tokensOf(pieces, sink);
          rawTokens?.(message, sink);
        },
        words: rules && { pieces, rules },
      };
    },
    tokenizer,
    hasWords: rules !== undefined,
  };
}

/** Returns the rules by which `WordTable` finds the tokens of mail; undefined if it cannot. */
function mailRules(settings: TextSettings): TextRules | undefined {
  const rules = textRules(settings, MAIL_NGRAM_WORDS);
  // `inner` are the rules for words with inner punctuation. Without it, `WordTable` reads only ASCII, but messages
  // often have other characters.
  return rules?.inner && rules;
}

/** Makes a tokenizer for the n-grams of a raw message; undefined if the settings have none. */
function rawTokensOf({ rawNgrams: range, strip }: TextSettings): Tokenizer | undefined {
  if (range === undefined) return undefined;
  if (!isPair(range)) throw new UsageError(`rawNgrams: ${shown(range)} is not a pair of numbers [from, to]`);
  const terms = rawNgrams(range[0], range[1]);
  return (message, sink) => terms(rawText(message, strip), sink);
}

/** Whether bytes are not text: text has no NUL characters. */
export function isBinary(text: Uint8Array): boolean {
  return text.includes(0);
}

/** Checks the names of fields. @throws UsageError unless the fields are names that header fields can have. */
function requireFields(fields: readonly string[]): void {
  if (!Array.isArray(fields)) throw new UsageError(`fields must be an array of names, not ${shown(fields)}`);
  // Printable ASCII characters but the colon, which ends a name, and capital letters.
  const unknown = fields.find((field) => !isText(field) || !/^[!-9;-@[-~]+$/.test(field));
  // An unknown field may itself be undefined.
  if (unknown === undefined && !fields.includes(unknown)) return;
  throw new UsageError(`fields: ${shown(unknown)} is not a name of a header field in lower case, such as subject`);
}

/** Returns the tokens of a text as terms for `WordTable`. */
function finishedTerms(text: Uint8Array, tokenize: Tokenizer | undefined): TextPiece[] {
  const terms: string[] = [];
  tokenize?.(text, (bytes, start, end) =>
    terms.push(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString()),
  );
  return terms.length === 0 ? [] : [{ field: "", terms }];
}

/**
 * Makes a tokenizer that finds the words and pairs of neighbouring words of some header fields of a message. They are
 * marked with the name of the field (`subject:word`, `subject:two words`), because a word of a subject tells more than
 * a word of the text. The README of this room has figures.
 *
 * @param own the caller's own tokenizer, if the settings ask for one
 */
function fieldTokenizer(settings: TextSettings, own: OwnTokenizer | undefined): Tokenizer {
  const words = plainWords(settings, own);
  const pairs = ngrams(1, 2);
  /** Finds these tokens in texts of fields, and marks each with the name of its field. */
  const tokensOf = fieldTokens((text, sink) => words(text, pairs(sink)));
  // The beginning of one of the fields, in Latin-1. A byte-order mark ends with BF, and UTF-16 has NULs.
  const names = settings.fields.map((name) => name.replace(/\W/g, "\\$&"));
  const anyField = new RegExp(`(?:^|[\\r\\n\xbf])(?:${names.join("|")})[ \\t]*:|\\0`, "i");
  return (text, sink) => {
    // Most texts have none, and this is faster than reading a header.
    if (!anyField.test(bufferOf(text).toString("latin1")) || !isMessage(text, settings)) return;
    const chosen = headerFields(text).filter(({ name }) => settings.fields.includes(name));
    const pieces = chosen.map(({ name, value }) => ({ field: name, text: ENCODER.encode(decodeEncodedWords(value)) }));
    tokensOf(pieces, sink);
  };
}
