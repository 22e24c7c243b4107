/** Tells messages from other texts by their headers, and removes headers, footers and quotes without parsing a message. */
import { type HeaderField, headerFields, readHeader } from "./header/header.js";
import { bufferOf, COLON } from "./lines.js";
import { messageIn } from "./message-place.js";

/**
 * The form of the documents.
 *
 * - `"news"`: all documents are messages. Their words count as they stand in the file, without the header fields that
 *   are written when a message arrives or later.
 * - `"text"`, `"auto"`: a document is a message if it begins with a message header, and otherwise a text. Only messages
 *   are stripped, so a letter keeps its first and last paragraph.
 * - `"mail"`: all documents are messages, which are parsed and decoded: see `MAIL_FIELDS`. A document without a header
 *   is a body. `"auto"` never means this, because a corpus could become half parsed and half not.
 */
export type DocumentForm = "auto" | "text" | "news" | "mail";

export const DOCUMENT_FORMS: readonly DocumentForm[] = ["auto", "text", "news", "mail"];

/** Whether a document is a message: the form says so, or the document begins with a header. */
export function isMessage(text: Uint8Array, { as }: { readonly as: DocumentForm }): boolean {
  return as === "news" || as === "mail" || beginsWithHeader(text);
}

export const STRIPPABLE = ["headers", "footers", "quotes"] as const;

/** The parts of a message that can be removed, as by the `remove` option of scikit-learn's 20 Newsgroups loader. */
export type Strippable = (typeof STRIPPABLE)[number];

/**
 * Removes parts of a message, in the order headers, footers, quotes.
 *
 * - headers: everything up to the first blank line, or as far as `readHeader` finds a header.
 * - footers: the last line that is blank or all hyphens and everything after it, because it may be a signature.
 * - quotes: lines that begin with `>` or `|`, and lines that introduce a quotation, such as
 *   "In article …" or "… writes:".
 *
 * @param message in any encoding that extends ASCII
 */
export function stripMessage(message: Uint8Array, parts: readonly Strippable[]): Uint8Array {
  if (parts.length === 0) return message;
  const whole = parts.includes("headers") ? messageIn(message) : message;
  const start = parts.includes("headers") ? readHeader(whole, 0).end : 0;
  // As Latin-1, each byte is a character, so any encoding passes unchanged.
  let text = bufferOf(whole).toString("latin1", start);
  if (parts.includes("footers")) text = withoutFooter(text);
  if (!parts.includes("quotes")) return Buffer.from(text, "latin1");
  const lines = text.split("\n").filter((line) => !QUOTE.test(line));
  return Buffer.from(lines.join("\n"), "latin1");
}

/**
 * Whether a text begins with a header line, and its header has a field that messages have. A
 * letter that opens with "Note: " is not a message.
 */
export function beginsWithHeader(text: Uint8Array): boolean {
  // Every field has a colon, and most short texts have none.
  if (!text.includes(COLON)) return false;
  return messageFields(messageIn(text).subarray(0, HEADER_SEARCHED)) !== undefined;
}

/** In bytes. The header of a message has one of the fields in OF_MESSAGES before this. */
const HEADER_SEARCHED = 1 << 14;

/** Returns the header fields of a text that begins with the header of a message; otherwise undefined. */
export function messageFields(text: Uint8Array): readonly HeaderField[] | undefined {
  const message = messageIn(text);
  if (!FIELD_OR_MAILBOX_LINE.test(bufferOf(message).toString("latin1", 0, HEADER_SEARCHED))) return undefined;
  const fields = headerFields(message);
  return fields.some(({ name }) => OF_MESSAGES.test(name)) ? fields : undefined;
}

/** The beginning of a message: a field, or the line of a mailbox. */
const FIELD_OR_MAILBOX_LINE = /^(?:[A-Za-z][A-Za-z0-9-]*:|From \S)/;

/** Fields that nearly every message has at least one of. */
const OF_MESSAGES = /^(?:from|subject|newsgroups|date|to|received)$/;

/** Matches a line that is quoted or introduces a quotation. */
const QUOTE = /writes in|writes:|wrote:|says:|said:|^In article|^Quoted from|^\||^>/;

/** Removes the last blank line or line of hyphens and all lines after it. Keeps a text whose first line this is. */
function withoutFooter(text: string): string {
  const lines = trimmed(text).split("\n");
  const last = lines.findLastIndex((line) => /^-*$/.test(trimmed(line)));
  return last > 0 ? lines.slice(0, last).join("\n") : text;
}

/** Removes ASCII white space at both ends. A regular expression takes quadratic time on long sequences of blanks. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Whether a character is white space of ASCII. As in Python, the separators 1C to 1F count too. */
function isWhiteSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
}
