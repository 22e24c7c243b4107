import { isUtf8 } from "node:buffer";
import { decoderFor } from "../text/decode.js";
import { afterLineEnd, beginsWith, CR, LF, lineEnd } from "./lines.js";

/** One field of a message header. */
export interface HeaderField {
  /** In lower case. */
  readonly name: string;
  /** In one line: unfolded, without white space at its ends; encoded words as they stand. */
  readonly value: string;
}

/** Where a header is cut off: the longest chains of `Received` lines take a tenth of it, and what is longer is no header. */
export const MAX_HEADER_BYTES = 1 << 18;

/** How many fields of a header count: real ones have a hundred at most. */
export const MAX_HEADER_FIELDS = 1000;

/** A header, and where the body below it begins. */
export interface Header {
  readonly fields: readonly HeaderField[];
  /** After the blank line; where there is none, at the first line that is no field. */
  readonly end: number;
  /** Which caps cut it: more than MAX_HEADER_BYTES, more than MAX_HEADER_FIELDS. */
  readonly tooLong: boolean;
  readonly tooMany: boolean;
  /** Whether a blank line ends it, or the message does. */
  readonly separated: boolean;
}

/**
 * The header fields of a message in their order, a field that comes twice twice. Lines end
 * with CRLF, LF or a bare CR; a line `From user date` before the first field, as mailboxes
 * have it, is none. What is no field and does not continue one is left out; two such lines
 * are no header any more. A text that does not begin with a field has no header.
 *
 * @param message what follows the first MAX_HEADER_BYTES or MAX_HEADER_FIELDS does not count
 */
export function headerFields(message: Uint8Array): readonly HeaderField[] {
  return readHeader(message.subarray(0, MAX_HEADER_BYTES), 0).fields;
}

/** The value of the first field of that name, which is given in lower case. */
export function firstValue(fields: readonly HeaderField[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

/**
 * The header that begins at `start`, as `headerFields` has it. Each field is UTF-8 or, where
 * its bytes are none, windows-1252. The end is found however far it is.
 *
 * @param ends whether a line that begins there is none of the header: the boundary of a multipart
 */
export function readHeader(message: Uint8Array, start: number, ends: (line: number) => boolean = () => false): Header {
  const limit = start + MAX_HEADER_BYTES;
  const lines = new FieldLines(message);
  let at = start;
  // Where lines began that are no field: a first one may be junk amid fields, a second one is text.
  let junk = -1;
  while (at < message.length) {
    const first = message[at];
    if (first === LF || first === CR) return lines.header(junk < 0 ? afterLineEnd(message, at) : junk, junk < 0);
    if (first === DASH && ends(at)) return lines.header(junk < 0 ? at : junk, junk < 0);
    const end = lineEnd(message, at);
    if (first === SPACE || first === TAB) lines.continueWith(at, Math.min(end, limit));
    else {
      const colon = at < limit ? endOfName(message, at, end) : end;
      if (colon < end) {
        junk = -1;
        lines.begin(at, colon, Math.min(end, limit));
      } else if (at === start && isMailboxLine(message, at)) {
        lines.close();
      } else if (at < limit) {
        if (junk >= 0 || at === start) return lines.header(junk >= 0 ? junk : at, false);
        junk = at;
        lines.close();
      }
    }
    if (end > limit) lines.tooLong = true;
    at = afterLineEnd(message, end);
  }
  return lines.header(junk < 0 ? message.length : junk, junk < 0);
}

const TAB = 0x09;
const SPACE = 0x20;
const DASH = 0x2d;
const COLON = 0x3a;

/** Fields as they are found, line by line. */
class FieldLines {
  readonly fields: HeaderField[] = [];
  tooLong = false;
  tooMany = false;
  #name = "";
  #value = "";
  #open = false;

  readonly #message: Buffer;

  constructor(message: Uint8Array) {
    this.#message = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  }

  begin(at: number, colon: number, end: number): void {
    this.close();
    if (this.fields.length === MAX_HEADER_FIELDS) {
      this.tooMany = true;
      return;
    }
    this.#name = this.#text(at, colon).trimEnd().toLowerCase();
    this.#value = this.#text(colon + 1, end);
    this.#open = true;
  }

  continueWith(at: number, end: number): void {
    if (this.#open && at < end) this.#value += this.#text(at, end);
  }

  close(): void {
    if (this.#open) this.fields.push({ name: this.#name, value: decoded(this.#value).trim() });
    this.#open = false;
  }

  header(end: number, separated: boolean): Header {
    this.close();
    return { fields: this.fields, end, separated, tooLong: this.tooLong, tooMany: this.tooMany };
  }

  #text(start: number, end: number): string {
    return this.#message.toString("latin1", start, end);
  }
}

const windows1252 = decoderFor("windows-1252");

/** Latin-1 as it was read, a character a byte, decoded: nearly every field is ASCII, and there is nothing to do. */
function decoded(latin1: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII begins after a control character
  if (!/[^\x00-\x7f]/.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, "latin1");
  return isUtf8(bytes) ? bytes.toString() : Buffer.from(windows1252(bytes)).toString();
}

/** `From `, also quoted: the line that mailboxes begin a message with. */
function isMailboxLine(message: Uint8Array, at: number): boolean {
  return beginsWith(message, at, "From ") || beginsWith(message, at, ">From ");
}

/**
 * Where the colon of a field stands, `end` if the line is none: RFC 5322, section 2.2, with
 * the white space before the colon that section 4.5 still allows.
 */
function endOfName(message: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && message[at] > SPACE && message[at] < 0x7f && message[at] !== COLON) at++;
  if (at === start) return end;
  while (at < end && (message[at] === SPACE || message[at] === TAB)) at++;
  return message[at] === COLON ? at : end;
}
