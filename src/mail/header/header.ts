import { isUtf8 } from "node:buffer";
import { charsetDecoder } from "../charset/charset.js";
import { fittingText } from "../charset/fitting-text.js";
import { afterLineEnd, beginsWith, bufferOf, CR, endOfName, LF, lineEnd } from "../lines.js";
import { messageIn } from "../message-place.js";
import { parseParameters } from "./content-type.js";

export interface HeaderField {
  /** In lower case. */
  readonly name: string;
  /** Unfolded and trimmed; encoded words are not decoded. */
  readonly value: string;
}

/** A header is cut off here. The longest chains of `Received` fields take a tenth of it. */
export const MAX_HEADER_BYTES = 1 << 18;

/** Further fields are ignored; real headers have a hundred at most. */
export const MAX_HEADER_FIELDS = 1000;

/** A header, and where the body begins. */
export interface MessageHeader {
  readonly fields: readonly HeaderField[];
  /** After the blank line; without one, the first line that is not a usual field. */
  readonly end: number;
  /** More than MAX_HEADER_BYTES. */
  readonly tooLong: boolean;
  /** More than MAX_HEADER_FIELDS. */
  readonly tooMany: boolean;
  /** Whether a blank line ends it, or the message ends after usual fields only. */
  readonly separated: boolean;
}

/**
 * The header fields of a message, in their order. Lines end with CRLF, LF or a bare CR. What programs
 * put before them (see `messageIn`), and one line of junk among them, are skipped. If no blank line
 * ends the header, the first line that is not a usual field begins the body, so `Note: bring rope`
 * is text there. A text that does not begin with a field has no header.
 */
export function headerFields(message: Uint8Array): readonly HeaderField[] {
  return readHeader(messageIn(message).subarray(0, MAX_HEADER_BYTES), 0).fields;
}

/** The value of the first field with this name, in lower case. */
export function firstValue(fields: readonly HeaderField[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

/**
 * Reads the header that begins at `start`, by the rules of `headerFields`. A field that is not valid
 * UTF-8 is read in the charset of the text that follows, else as windows-1252. The end is found
 * however far away it is. Without a blank line, the first boundary of the header's own multipart ends it.
 *
 * @param ends whether the line that begins there is the boundary of a multipart
 * @param charset of fields that are not UTF-8, if not that of the text
 */
export function readHeader(
  message: Uint8Array,
  start: number,
  ends: (line: number) => boolean = () => false,
  charset?: string,
): MessageHeader {
  const limit = start + MAX_HEADER_BYTES;
  const lines = new FieldLines(message, start, charset);
  let at = start;
  // One line that is not a field may be junk; a second one after it is text.
  let afterJunk = false;
  while (at < message.length) {
    const first = message[at];
    const isBlank = first === LF || first === CR;
    if (isBlank || (first === DASH && ends(at))) {
      if (afterJunk) break;
      return lines.header(isBlank ? afterLineEnd(message, at) : at);
    }
    if (first === DASH && !afterJunk && lines.isOwnBoundary(at)) return { ...lines.header(at), separated: false };
    const end = lineEnd(message, at);
    if (first === SPACE || first === TAB) lines.continueWith(at, Math.min(end, limit));
    else {
      const colon = at < limit ? endOfName(message, at, end) : end;
      if (colon < end) {
        afterJunk = false;
        lines.begin(at, colon, Math.min(end, limit));
      } else if (at === start && isMailboxLine(message, at)) {
        lines.close();
      } else if (at < limit) {
        if (afterJunk || at === start) break;
        afterJunk = true;
        lines.leaveOut(at);
      }
    }
    if (end > limit) lines.tooLong = true;
    at = afterLineEnd(message, end);
  }
  return lines.unseparatedHeader(start);
}

/**
 * Names that make a line a field if no blank line ends the header: those of RFC 5322 and RFC 5536,
 * some that were common, and any with a hyphen, which few lines of text begin with.
 */
const USUAL_NAME =
  /-|^(?:approved|bcc|cc|comments|control|date|distribution|encoding|expires|from|importance|keywords|lines|newsgroups|organi[sz]ation|path|precedence|priority|received|references|sender|sensitivity|status|subject|summary|supersedes|to|xref)$/;

const TAB = 0x09;
const SPACE = 0x20;
const DASH = 0x2d;

/** In bytes; most headers are shorter. */
const PART = 1 << 12;

/** How many `Content-Type` fields of a header are looked at; one is right. */
const MAX_TYPES = 3;

/** In bytes: dashes, and white space after a boundary. */
const MAX_BLANKS = 20;

/** The first charset that is named after `start`, or else in the message, and is neither ASCII nor UTF-8. */
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

/** In bytes: most headers, with that of the first part. */
const NEAR = 1 << 14;

/** Collects fields line by line. */
class FieldLines {
  readonly #fields: HeaderField[] = [];
  /** Where each field begins. */
  readonly #starts: number[] = [];
  /** The first line that is not a field, and how many fields stand before it. */
  #text: { readonly start: number; readonly fields: number } | undefined;
  tooLong = false;
  #tooMany = false;
  #start = 0;
  #name = "";
  #value = "";
  #open = false;

  readonly #message: Buffer;
  readonly #headerStart: number;
  #charset: string | undefined;
  readonly #contentTypes: string[] = [];
  /** A part of the message as Latin-1, and where it begins. */
  #part = "";
  #partStart = 0;

  constructor(message: Uint8Array, start: number, charset: string | undefined) {
    this.#message = bufferOf(message);
    this.#headerStart = start;
    this.#charset = charset;
  }

  begin(at: number, colon: number, end: number): void {
    this.close();
    if (this.#fields.length === MAX_HEADER_FIELDS) {
      this.#tooMany = true;
      return;
    }
    this.#start = at;
    this.#name = this.#latin1(at, colon).trimEnd().toLowerCase();
    this.#value = this.#latin1(colon + 1, end);
    this.#open = true;
  }

  continueWith(at: number, end: number): void {
    if (this.#open && at < end) this.#value += this.#latin1(at, end);
  }

  close(): void {
    if (this.#open) {
      const value = this.#decoded(this.#value).trim();
      this.#fields.push({ name: this.#name, value });
      this.#starts.push(this.#start);
      if (this.#name === "content-type") this.#contentTypes.push(value);
    }
    this.#open = false;
  }

  /** Skips a line that is not a field. */
  leaveOut(at: number): void {
    this.close();
    this.#text ??= { start: at, fields: this.#fields.length };
  }

  /** Whether the line is a boundary that `Content-Type` names. */
  isOwnBoundary(line: number): boolean {
    this.close();
    return this.#contentTypes.slice(0, MAX_TYPES).some((type) => {
      const boundary = parseParameters(type).parameters.get("boundary")?.trimEnd() ?? "";
      const end = lineEnd(this.#message, line, line + boundary.length + MAX_BLANKS);
      return boundary !== "" && this.#message.toString("latin1", line, end).trimEnd() === `--${boundary}`;
    });
  }

  header(end: number): MessageHeader {
    this.close();
    return { fields: this.#fields, end, separated: true, tooLong: this.tooLong, tooMany: this.#tooMany };
  }

  /** The header if no blank line separates it from the text. */
  unseparatedHeader(start: number): MessageHeader {
    const whole = this.header(this.#message.length);
    const text = this.#text ?? { start: whole.end, fields: whole.fields.length };
    const usual = whole.fields.slice(0, text.fields).findIndex(({ name }) => !USUAL_NAME.test(name));
    const size = usual < 0 ? text.fields : usual;
    const end = size === 0 ? start : usual < 0 ? text.start : this.#starts[usual];
    return { ...whole, fields: whole.fields.slice(0, size), end, separated: end === whole.end };
  }

  /** Cuts the text from a decoded part of some kilobytes: a call of `toString` takes as long as parsing a field. */
  #latin1(start: number, end: number): string {
    if (start < this.#partStart || end > this.#partStart + this.#part.length) {
      this.#partStart = start;
      this.#part = this.#message.toString("latin1", start, Math.max(end, start + PART));
    }
    return this.#part.slice(start - this.#partStart, end - this.#partStart);
  }

  /** Decodes a value that was read as Latin-1. Nearly every one is ASCII and needs nothing. */
  #decoded(latin1: string): string {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII begins after a control character
    if (!/[^\x00-\x7f]/.test(latin1)) return latin1;
    const bytes = Buffer.from(latin1, "latin1");
    if (isUtf8(bytes)) return bytes.toString();
    this.#charset ??= charsetNear(this.#message, this.#headerStart);
    const text = fittingText(bytes, this.#charset).toString();
    return text.includes("\ufffd") ? fittingText(bytes, "windows-1252").toString() : text;
  }
}

/** Whether a mailbox line begins here, `From ` or `>From `. */
function isMailboxLine(message: Uint8Array, at: number): boolean {
  return beginsWith(message, at, "From ") || beginsWith(message, at, ">From ");
}
