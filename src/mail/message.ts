import type { HeaderField } from "./header/header.js";

/** A parsed message. */
export interface Message {
  /** Encoded words are not decoded: see `decodeEncodedWords`. */
  readonly header: readonly HeaderField[];
  /** All parts that are not multiparts, in their order. An attached message comes before its own parts. */
  readonly parts: readonly MessagePart[];
  /** Limits that were reached and rules that were broken, in alphabetical order. */
  readonly notes: readonly MessageNote[];
}

/** A text, an attachment, or the header of an attached message. */
export interface MessagePart {
  /** In lower case, such as `text/plain`. */
  readonly type: string;
  /** The charset that the part names, in lower case, at most MAX_CHARSET_NAME characters; undefined if none. */
  readonly charset: string | undefined;
  /** The transfer encoding as the part names it, in lower case; `""` if it names none. */
  readonly encoding: string;
  readonly disposition: "inline" | "attachment";
  /** The name of the file, without folders. Make it safe before printing. */
  readonly fileName?: string;
  /**
   * The decoded size in bytes, where CRLF counts as one; for a text, only the bytes that were read. 0 for a message,
   * whose parts follow.
   */
  readonly size: number;
  /**
   * The text in UTF-8; a view of the message if nothing had to be decoded. Only these have a text: `text/…`, bounces
   * (`message/delivery-status`), and multiparts and messages that could not be taken apart.
   */
  readonly text?: Uint8Array;
  /** Only `message/rfc822` and `text/rfc822-headers` have one. */
  readonly header?: readonly HeaderField[];
}

/** Limits of parsing. The parser reads only the part of a message before a limit, and notes which limit it reached. */
export const MESSAGE_LIMITS = {
  /** Mail of 25 to 50 MB is nearly all attachments; its text ends long before. */
  bytes: 16 * 2 ** 20,
  /** Nested multiparts and messages: real mail has a handful, a forward of forwards a dozen. */
  depth: 32,
  /** A digest of a busy mailing list has a hundred. */
  parts: 1000,
  /** Text of all parts together, before it becomes UTF-8: a thin book. SpamAssassin's client skips larger mail. */
  textBytes: 2 ** 19,
  /** In `To`, `Cc` and `Bcc` together. A message with more is bulk mail. */
  recipients: 1000,
} as const;

/** A note about a message. These words must never change, because models contain them as terms. */
export type MessageNote = LimitNote | FieldLimitNote | HeaderNote | MultipartNote | EncodingNote | TextNote;

/** The message was cut at a limit. */
type LimitNote = "bytes" | "depth" | "parts" | "text-bytes" | "recipients";
type FieldLimitNote = "header-bytes" | "header-fields" | "boundary-bytes";

/**
 * The header is unusual: `no-separator` (no blank line before the text), `duplicate-field` (RFC 5322 allows one),
 * `bad-type` (not a media type).
 */
type HeaderNote = "no-header" | "no-separator" | "duplicate-field" | "bad-type";

/**
 * A multipart breaks the rules: `no-boundary` (not named), `wrong-boundary` (another is used), `after-end` (parts after
 * the last boundary).
 */
type MultipartNote = "no-boundary" | "wrong-boundary" | "no-parts" | "unclosed" | "end-before-start" | "after-end";

/** `bad-encoding` (breaks its transfer encoding), `wrong-charset` (the text is read in another one). */
type EncodingNote = "bad-encoding" | "unknown-encoding" | "unknown-charset" | "wrong-charset";

/** `binary` (declared as text), `inline-file` (uuencode or yEnc in the text), `encoded-lines` (base64 in the text). */
type TextNote = "nul" | "binary" | "inline-file" | "encoded-lines";
