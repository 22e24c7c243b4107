import { beginsWithHeader, STRIPPABLE, type Strippable, stripMessage } from "./email/news.js";
import { UsageError } from "./errors.js";
import { decoderFor } from "./text/decode.js";
import { type TermSettings, termsOf } from "./text/terms.js";
import type { Tokenizer } from "./text/tokenizer.js";

/**
 * What documents are: `"news"`, all of them messages; `"text"` and `"auto"`, texts among
 * which those that begin with a message header are messages. Parts are left out of
 * messages only: a letter keeps its first and its last paragraph.
 */
export type DocumentForm = "auto" | "text" | "news";

/** The forms, for messages and for the command. */
export const DOCUMENT_FORMS: readonly DocumentForm[] = ["auto", "text", "news"];

/** From the bytes of a document to its tokens: decode, leave out parts, find words, make terms of them. */
export interface Analyzer {
  /** The UTF-8 text that counts. */
  text(bytes: Uint8Array): Uint8Array;
  /** The same, of a document that is UTF-8 already. */
  stripped(text: Uint8Array): Uint8Array;
  readonly tokenizer: Tokenizer;
}

/** The settings that decide which tokens a document has. */
export interface TextSettings extends TermSettings {
  readonly as: DocumentForm;
  readonly strip: readonly Strippable[];
  readonly encoding: string;
}

/** @throws UsageError if a setting is not allowed. */
export function analyzerFor(settings: TextSettings): Analyzer {
  const { as, strip } = settings;
  if (!DOCUMENT_FORMS.includes(as)) throw notOneOf("as", DOCUMENT_FORMS, as);
  for (const part of strip) if (!STRIPPABLE.includes(part)) throw notOneOf("strip", STRIPPABLE, part);
  const decode = decoderFor(settings.encoding);
  return {
    text: (bytes) => stripped(decode(bytes), as, strip),
    stripped: (text) => stripped(text, as, strip),
    tokenizer: termsOf(settings),
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

function notOneOf(option: string, allowed: readonly string[], got: unknown): UsageError {
  return new UsageError(`${option}: required one of ${allowed.join(", ")}, got ${JSON.stringify(got)}`);
}
