import { afterLineEnd, beginsWith, bufferOf, CR, DASH, endOfName, LF, lineEnd, SPACE, TAB } from "../lines.js";
import { messageIn } from "../message-place.js";
import { HeaderText } from "./header-text.js";
import { parseParameters } from "./parse-parameters.js";

/** A field of a header. */
export interface HeaderField {
  /** In lower case. */
  readonly name: string;
  /** Unfolded and trimmed; encoded words are not decoded. */
  readonly value: string;
}

/** In bytes. The rest of a longer header is ignored. The longest chains of `Received` fields take a tenth of this. */
export const MAX_HEADER_BYTES = 1 << 18;

/** Fields after this number are ignored. Real headers have at most a hundred. */
export const MAX_HEADER_FIELDS = 1000;

/** A header, and where the body begins. */
export interface MessageHeader {
  readonly fields: readonly HeaderField[];
  /** Where the body begins: after the blank line or, without one, at the first line that is not a usual field. */
  readonly end: number;
  /** Whether the header was longer than MAX_HEADER_BYTES and was cut. */
  readonly isTooLong: boolean;
  /** Whether the header has more than MAX_HEADER_FIELDS fields. */
  readonly hasTooManyFields: boolean;
  /** Whether a blank line ends the header, or the message ends after usual fields only. */
  readonly isSeparated: boolean;
}

/**
 * Returns the header fields of a message, in their order. Lines end with CRLF, LF or a bare CR. Skips lines that
 * programs put before the header (see `messageIn`), and one line of junk between fields. If no blank line ends the
 * header, the body begins with the first line that is not a usual field: `Note: bring rope` is then text. A text that
 * does not begin with a field has no header.
 */
export function headerFields(message: Uint8Array): readonly HeaderField[] {
  return readHeader(messageIn(message).subarray(0, MAX_HEADER_BYTES), 0).fields;
}

/** Returns the value of the first field with this name. @param name in lower case */
export function firstValue(fields: readonly HeaderField[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

/**
 * Reads the header that begins at `start`, by the rules of `headerFields`. Reads a field that is not valid UTF-8 in the
 * charset that the message names, otherwise as windows-1252. Ignores fields after the limits, but finds the end of the
 * header at any distance. Without a blank line, the first boundary of the header's own multipart ends the header.
 *
 * @param isOuterBoundary whether the line that begins at an offset is the boundary of a multipart around this part
 * @param charset for fields that are not UTF-8. Default: the charset that the message names
 */
export function readHeader(
  message: Uint8Array,
  start: number,
  isOuterBoundary: (line: number) => boolean = () => false,
  charset?: string,
): MessageHeader {
  const limit = start + MAX_HEADER_BYTES;
  const reader = new FieldReader(message, start, charset);
  let at = start;
  // One line that is not a field may be junk. Two of them without a field between them are text.
  let isAfterJunk = false;
  while (at < message.length) {
    const first = message[at];
    const isBlank = first === LF || first === CR;
    if (isBlank || (first === DASH && isOuterBoundary(at))) {
      // Junk just before the end is text.
      if (isAfterJunk) break;
      return reader.header(isBlank ? afterLineEnd(message, at) : at);
    }
    if (first === DASH && !isAfterJunk && reader.isOwnBoundary(at)) return { ...reader.header(at), isSeparated: false };
    const end = lineEnd(message, at);
    if (first === SPACE || first === TAB) {
      reader.continueField(at, Math.min(end, limit));
    } else if (at < limit) {
      const colon = endOfName(message, at, end);
      if (colon < end) {
        isAfterJunk = false;
        reader.beginField(at, colon, Math.min(end, limit));
        // A mailbox line may come before the first field.
      } else if (at !== start || !isMailboxLine(message, at)) {
        if (isAfterJunk || at === start) break;
        isAfterJunk = true;
        reader.skipJunk(at);
      }
    }
    reader.isTooLong ||= end > limit;
    at = afterLineEnd(message, end);
  }
  return reader.unseparatedHeader();
}

/**
 * The names of usual fields. If no blank line ends the header, only these names make a line a field. They are the names
 * in RFC 5322 and RFC 5536, some that were common, and all with a hyphen, because few lines of text begin with these.
 */
const USUAL_NAME =
  /-|^(?:approved|bcc|cc|comments|control|date|distribution|encoding|expires|from|importance|keywords|lines|newsgroups|organi[sz]ation|path|precedence|priority|received|references|sender|sensitivity|status|subject|summary|supersedes|to|xref)$/;

/** How many `Content-Type` fields of a header are searched for a boundary. A correct header has one field. */
const MAX_TYPES = 3;

/** In bytes: the two dashes before a boundary and the white space after it. */
const MAX_AROUND_BOUNDARY = 20;

/** Collects the fields of a header, line by line. */
class FieldReader {
  readonly #message: Buffer;
  readonly #start: number;
  readonly #text: HeaderText;
  readonly #fields: HeaderField[] = [];
  /** Where each field begins. */
  readonly #starts: number[] = [];
  /** The values of all `Content-Type` fields, which may name a boundary. */
  readonly #contentTypes: string[] = [];
  /** The current field, which further lines may continue. */
  #open: { readonly start: number; readonly name: string; value: string } | undefined;
  /** The first line that is not a field, and the number of fields before it. */
  #junk: { readonly start: number; readonly fields: number } | undefined;
  /** Whether a line ends after the limit, so that its end was ignored. */
  isTooLong = false;
  /** Whether fields after MAX_HEADER_FIELDS were ignored. */
  hasTooManyFields = false;

  constructor(message: Uint8Array, start: number, charset: string | undefined) {
    this.#message = bufferOf(message);
    this.#start = start;
    this.#text = new HeaderText(this.#message, start, charset);
  }

  /** Begins a field. Its name ends at `colon`, and its first line ends at `end`. */
  beginField(at: number, colon: number, end: number): void {
    this.#endField();
    if (this.#fields.length === MAX_HEADER_FIELDS) {
      this.hasTooManyFields = true;
      return;
    }
    const name = this.#text.latin1(at, colon).trimEnd().toLowerCase();
    this.#open = { start: at, name, value: this.#text.latin1(colon + 1, end) };
  }

  /** Adds a folded line to the current field. */
  continueField(at: number, end: number): void {
    if (this.#open !== undefined && at < end) this.#open.value += this.#text.latin1(at, end);
  }

  /** Adds the current field, if there is one, to the fields of the header. */
  #endField(): void {
    if (this.#open === undefined) return;
    const { start, name } = this.#open;
    const value = this.#text.decoded(this.#open.value).trim();
    this.#fields.push({ name, value });
    this.#starts.push(start);
    if (name === "content-type") this.#contentTypes.push(value);
    this.#open = undefined;
  }

  /** Skips a line that is not a field, and ends the field before it. */
  skipJunk(at: number): void {
    this.#endField();
    this.#junk ??= { start: at, fields: this.#fields.length };
  }

  /** Ends the current field. Returns whether the line is a boundary that a `Content-Type` of this header names. */
  isOwnBoundary(line: number): boolean {
    this.#endField();
    return this.#contentTypes.slice(0, MAX_TYPES).some((type) => {
      const boundary = parseParameters(type).parameters.get("boundary")?.trimEnd() ?? "";
      const end = lineEnd(this.#message, line, line + boundary.length + MAX_AROUND_BOUNDARY);
      return boundary !== "" && this.#message.toString("latin1", line, end).trimEnd() === `--${boundary}`;
    });
  }

  /** Returns the header if it ends at `end`. */
  header(end: number): MessageHeader {
    this.#endField();
    const { isTooLong, hasTooManyFields } = this;
    return { fields: this.#fields, end, isSeparated: true, isTooLong, hasTooManyFields };
  }

  /** Returns the header if no blank line ends it: the usual fields before the first line that is anything else. */
  unseparatedHeader(): MessageHeader {
    const whole = this.header(this.#message.length);
    const junk = this.#junk ?? { start: whole.end, fields: whole.fields.length };
    const unusual = whole.fields.slice(0, junk.fields).findIndex(({ name }) => !USUAL_NAME.test(name));
    const size = unusual < 0 ? junk.fields : unusual;
    const textStart = unusual < 0 ? junk.start : this.#starts[unusual];
    const end = size === 0 ? this.#start : textStart;
    return { ...whole, fields: whole.fields.slice(0, size), end, isSeparated: end === whole.end };
  }
}

/** Whether a mailbox line, `From ` or `>From `, begins here. */
function isMailboxLine(message: Uint8Array, at: number): boolean {
  return beginsWith(message, at, "From ") || beginsWith(message, at, ">From ");
}
