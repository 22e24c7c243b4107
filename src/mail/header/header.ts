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
export type MessageHeader = ReturnType<typeof readHeader>;

/**
 * Returns the header fields of a message, in their order. Lines end with CRLF, LF or a bare CR. Skips lines that
 * programs put before the header (see `messageIn`), and one line of junk between fields. If no blank line ends the
 * header, the body begins with the first line that is not a usual field: `Note: bring rope` is then text. Indented lines
 * before the first field are skipped. A text that begins with any other line than a field has no header.
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
 * @returns the fields; `end`, where the body begins: after the blank line or, without one, at the first line that is not a
 *   usual field; whether a blank line separates the two, or the message ends after usual fields only; and whether the
 *   header exceeds the limits and was cut
 */
export function readHeader(
  message: Uint8Array,
  start: number,
  isOuterBoundary: (line: number) => boolean = () => false,
  charset?: string,
) {
  const bytes = bufferOf(message);
  const limit = start + MAX_HEADER_BYTES;
  const text = new HeaderText(bytes, start, charset);
  const found: FoundField[] = [];
  /** The field that the next line may continue. */
  let open: FoundField | undefined;
  /** The first junk. */
  let junk: Junk | undefined;
  // One line that is not a field may be junk. Two of them without a field between them are text.
  let isAfterJunk = false;
  let isTooLong = false;
  let hasTooManyFields = false;
  const decodedValue = ({ value }: FoundField) => text.decoded(value).trim();
  const header = (end: number, isSeparated: boolean, size = found.length) => {
    const fields = found.slice(0, size).map((field) => ({ name: field.name, value: decodedValue(field) }));
    return { fields, end, isSeparated, isTooLong, hasTooManyFields };
  };
  let at = start;
  while (at < bytes.length) {
    const first = bytes[at];
    const isBlank = first === LF || first === CR;
    if (isBlank || (first === DASH && isOuterBoundary(at))) {
      // Junk just before the end is text.
      if (isAfterJunk) break;
      return header(isBlank ? afterLineEnd(bytes, at) : at, true);
    }
    if (first === DASH && !isAfterJunk) {
      const types = found.filter(({ name }) => name === "content-type").slice(0, MAX_TYPES);
      if (types.some((field) => isBoundaryOf(decodedValue(field), bytes, at))) return header(at, false);
    }
    const end = lineEnd(bytes, at);
    if (first === SPACE || first === TAB) {
      if (open !== undefined && at < limit) open.value += text.latin1(at, Math.min(end, limit));
    } else if (at < limit) {
      const colon = endOfName(bytes, at, end);
      if (colon === end && at === start) {
        // A mailbox line may come before the first field.
        if (!isMailboxLine(bytes, at)) break;
      } else if (colon === end) {
        if (isAfterJunk) break;
        isAfterJunk = true;
        open = undefined;
        junk ??= { start: at, before: found.length };
      } else {
        isAfterJunk = false;
        const name = text.latin1(at, colon).trimEnd().toLowerCase();
        open = { start: at, name, value: text.latin1(colon + 1, Math.min(end, limit)) };
        if (found.length < MAX_HEADER_FIELDS) found.push(open);
        else hasTooManyFields = true;
      }
    }
    isTooLong ||= end > limit;
    at = afterLineEnd(bytes, end);
  }
  const usual = usualEnd(found, junk ?? { start: bytes.length, before: found.length });
  const end = usual.size === 0 ? start : usual.end;
  return header(end, end === bytes.length, usual.size);
}

/**
 * Returns where a header without a blank line ends, and its number of fields: before the first line that is not a usual
 * field.
 *
 * @param text the first line that is no field, or the end of the message
 */
function usualEnd(found: readonly FoundField[], text: Junk): { readonly end: number; readonly size: number } {
  const unusual = found.slice(0, text.before).findIndex(({ name }) => !USUAL_NAME.test(name));
  return unusual < 0 ? { end: text.start, size: text.before } : { end: found[unusual].start, size: unusual };
}

/** A line that is not a field, and the number of fields before it. */
interface Junk {
  readonly start: number;
  readonly before: number;
}

/** A field that lines were read of. Its value is in Latin-1, and further lines may continue it. */
interface FoundField {
  readonly start: number;
  readonly name: string;
  value: string;
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

/** Whether a line is the boundary that a `Content-Type` names. */
function isBoundaryOf(type: string, bytes: Buffer, line: number): boolean {
  const boundary = parseParameters(type).parameters.get("boundary")?.trimEnd() ?? "";
  const end = lineEnd(bytes, line, line + boundary.length + MAX_AROUND_BOUNDARY);
  return boundary !== "" && bytes.toString("latin1", line, end).trimEnd() === `--${boundary}`;
}

/** Whether a mailbox line, `From ` or `>From `, begins here. */
function isMailboxLine(message: Uint8Array, at: number): boolean {
  return beginsWith(message, at, "From ") || beginsWith(message, at, ">From ");
}
