import { isUtf8 } from "node:buffer";
import { withoutEncodedWords } from "../../base/encoded-words.js";
import { charsetDecoder } from "../charset/charset.js";
import { decodedText } from "../charset/mislabelled-text.js";

/** In bytes. This much of a header is converted at once. Most headers are shorter. */
const PIECE = 1 << 12;

/** In bytes. A charset is searched this far: most headers, together with that of the first part, are shorter. */
const NEAR = 1 << 14;

/** Converts the text of a header: first to Latin-1, with one character for each byte, then from its real charset. */
export class HeaderText {
  readonly #message: Buffer;
  readonly #start: number;
  #charset: string | undefined;
  /** A piece of the message as Latin-1. */
  #piece = "";
  /** Where the piece begins in the message. */
  #pieceStart = 0;

  /**
   * @param start where the header begins
   * @param charset for text that is not UTF-8. Default: the charset that the message names
   */
  constructor(message: Buffer, start: number, charset: string | undefined) {
    this.#message = message;
    this.#start = start;
    this.#charset = charset;
  }

  /**
   * Returns some bytes of the message as Latin-1. Cuts them from a larger piece, because each call of `toString` takes
   * as long as parsing a field.
   */
  latin1(start: number, end: number): string {
    if (start < this.#pieceStart || end > this.#pieceStart + this.#piece.length) {
      this.#pieceStart = start;
      this.#piece = this.#message.toString("latin1", start, Math.max(end, start + PIECE));
    }
    return this.#piece.slice(start - this.#pieceStart, end - this.#pieceStart);
  }

  /** Decodes a value that was read as Latin-1. Nearly all values are ASCII and stay as they are. */
  decoded(latin1: string): string {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with a control character
    if (!/[^\x00-\x7f]/.test(latin1)) return latin1;
    const bytes = Buffer.from(latin1, "latin1");
    if (isUtf8(bytes)) return bytes.toString();
    this.#charset ??= charsetNear(this.#message, this.#start);
    // If the charset is wrong, windows-1252 has a character for nearly every byte.
    const text = decodedText(bytes, this.#charset).toString();
    return text.includes("\ufffd") ? decodedText(bytes, "windows-1252").toString() : text;
  }
}

/**
 * Finds the first charset that the message names at or after `start`, otherwise near the beginning of the message.
 * Skips ASCII and UTF-8. Returns windows-1252 if there is no other charset.
 */
function charsetNear(message: Buffer, start: number): string {
  for (const [from, to] of [
    [start, start + NEAR],
    [0, 4 * NEAR],
  ]) {
    for (const [, name] of message.toString("latin1", from, to).matchAll(/charset\s{0,9}=\s{0,9}["']?([\w.:-]+)/gi)) {
      if (!/ascii|^utf-?8|unknown|default/i.test(name) && charsetDecoder(name) !== undefined) return name;
    }
  }
  return "windows-1252";
}

/**
 * Decodes the encoded words of a header value: see `withoutEncodedWords`. An unknown charset is read as UTF-8 if valid,
 * else as windows-1252.
 */
export function decodeEncodedWords(value: string): string {
  return withoutEncodedWords(value, (bytes, charset) => decodedText(bytes, charset).toString());
}

/**
 * Replaces each comment, `(like (this) one)`, in a structured header value by a space (RFC 5322, section 3.2.2). Leaves
 * quoted strings as they are. A parenthesis or quotation mark that is not closed is an ordinary character, and so are
 * all later ones of its kind: looking for the end of each would take quadratic time.
 */
export function withoutComments(value: string): string {
  if (!value.includes("(")) return value;
  let result = "";
  let quotesClose = true;
  let commentsClose = true;
  for (let at = 0; at < value.length; ) {
    const isQuote = value[at] === '"' && quotesClose;
    const isComment = value[at] === "(" && commentsClose;
    const end: number = isQuote ? endOfQuote(value, at) : isComment ? endOfComment(value, at) : -1;
    if (isQuote) quotesClose = end > 0;
    if (isComment) commentsClose = end > 0;
    const next = end > 0 ? end : at + 1;
    result += isComment && end > 0 ? " " : value.slice(at, next);
    at = next;
  }
  return result;
}

/** Returns where the quoted string that begins at `at` ends, or -1 if it is not closed. */
export function endOfQuote(value: string, at: number): number {
  for (let i = at + 1; i < value.length; i++) {
    if (value[i] === "\\") i++;
    else if (value[i] === '"') return i + 1;
  }
  return -1;
}

/** Returns where the comment that begins at `at` ends, with the comments in it, or -1 if it is not closed. */
function endOfComment(value: string, at: number): number {
  let depth = 0;
  for (let i = at; i < value.length; i++) {
    if (value[i] === "\\") i++;
    else if (value[i] === "(") depth++;
    else if (value[i] === ")" && --depth === 0) return i + 1;
  }
  return -1;
}
