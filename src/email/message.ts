import type { HeaderField } from "./header.js";

/** A message as it was read. */
export interface Message {
  /** Encoded words as they stand: `decodeEncodedWords` has the text. */
  readonly header: readonly HeaderField[];
  /** What is no multipart, in its order, messages in the message before their own parts. */
  readonly parts: readonly MessagePart[];
  /** What was cut, and what was against the rules, in alphabetical order. */
  readonly notes: readonly MessageNote[];
}

/** A text, an attachment, or the header of a message in the message. */
export interface MessagePart {
  /** In lower case, such as `text/plain`. */
  readonly type: string;
  /** The name of the charset as the part gives it, in lower case, at most MAX_CHARSET_NAME characters. */
  readonly charset: string | undefined;
  /** The name of the transfer encoding as the part gives it, in lower case; `""` if it has none. */
  readonly encoding: string;
  readonly disposition: "inline" | "attachment";
  /** Without folders. Not safe to print. */
  readonly fileName?: string;
  /** In bytes, without the transfer encoding; of a text, what was read of it; 0 of a message, whose parts follow. */
  readonly size: number;
  /**
   * UTF-8, lines with the ends they had; a view of the message where nothing had to be
   * decoded. Of `text/…` and of what a bounce says (`message/delivery-status`), and of
   * multiparts and messages that could not be taken apart.
   */
  readonly text?: Uint8Array;
  /** Of `message/rfc822` and `text/rfc822-headers`. */
  readonly header?: readonly HeaderField[];
}

/** The limits of a message: at each, what is before it is read, and a note says so. */
export const MESSAGE_LIMITS = {
  /** Providers take 25 to 50 MB, of which attachments are nearly all; text ends long before. */
  bytes: 16 * 2 ** 20,
  /** Multiparts and messages in each other: real mail has a handful, a forward of forwards a dozen. */
  depth: 32,
  /** The digest of a busy mailing list has a hundred. */
  parts: 1000,
  /**
   * Text of all parts, before it becomes UTF-8, which may take three times as much: a thin book.
   * SpamAssassin's client hands on unread what is larger.
   */
  textBytes: 2 ** 19,
  /** In `To`, `Cc` and `Bcc`. */
  recipients: 1000,
} as const;

/**
 * What can be noted of a message. Stable words: they are terms for a classifier.
 *
 * Cut: `bytes`, `depth`, `parts`, `text-bytes`, `recipients` (MESSAGE_LIMITS), `header-bytes`,
 * `header-fields`, `boundary-bytes`.
 *
 * Header: `no-header`; `no-separator`, text without a blank line before it; `duplicate-field`,
 * one of which RFC 5322 allows one; `bad-type`, a media type that is none.
 *
 * Multiparts: `no-boundary`, not given; `wrong-boundary`, another is used; `no-parts`, neither
 * is; `unclosed`; `end-before-start`; `after-end`, parts behind the last boundary.
 *
 * Contents: `bad-encoding`, against the rules of its transfer encoding; `unknown-encoding`;
 * `unknown-charset`; `nul`; `binary`, said to be text; `inline-file`, uuencode or yEnc in the
 * text; `encoded-lines`, base64 in the text.
 */
export type MessageNote =
  | "after-end"
  | "bad-encoding"
  | "bad-type"
  | "binary"
  | "boundary-bytes"
  | "bytes"
  | "depth"
  | "duplicate-field"
  | "encoded-lines"
  | "end-before-start"
  | "header-bytes"
  | "header-fields"
  | "inline-file"
  | "no-boundary"
  | "no-header"
  | "no-parts"
  | "no-separator"
  | "nul"
  | "parts"
  | "recipients"
  | "text-bytes"
  | "unclosed"
  | "unknown-charset"
  | "unknown-encoding"
  | "wrong-boundary";
