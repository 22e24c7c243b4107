import { UsageError } from "../../base/errors.js";
import { isLaterField } from "../header/later-fields.js";
import { afterNewline, bufferOf, CR, endOfName, LF, SPACE, TAB } from "../lines.js";
import { afterMarks, messageIn, messageStart, newlineOf, withoutUtf16 } from "../message-place.js";

/** A header field to write. */
export interface NewField {
  readonly name: string;
  /** Printable ASCII. Each line after the first begins with a blank or a tab. */
  readonly value: string;
}

/**
 * A field that we add, together with our other fields, to a message without a header. It says that the blank line after
 * them is ours, too. Otherwise nobody could tell whether the message began with that line.
 */
export const SEPARATOR_FIELD = "X-Thresher-Separator";

/**
 * Adds header fields to a message, and removes existing fields with the same names, so that nobody can forge them. All
 * other bytes stay as they are.
 *
 * Our fields come first, as trace fields do (RFC 5322, section 3.6.7), so signatures stay valid. Bytes before the
 * header stay before our fields: see `messageStart`. After a byte-order mark, our fields follow the first field of the
 * message. A message without a header gets our fields, `SEPARATOR_FIELD` and a blank line.
 *
 * Our lines end as the first line of the message does, with LF or CRLF. They end with a bare CR only if the message has
 * no LF, because programs that deliver mail do not accept a bare CR as a line end.
 *
 * @param message any bytes
 * @param names the fields to remove, in any case; default: the names of `fields`
 * @throws UsageError if a field is not one valid header field.
 */
export function markedMessage(
  message: Uint8Array,
  fields: readonly NewField[],
  names: readonly string[] = fields.map(({ name }) => name),
): Uint8Array {
  return Buffer.concat(markedParts(unmarkedMessage(message, names), fields));
}

/**
 * Does the same as `markedMessage` for a message that `unmarkedMessage` has returned. Returns the new message in
 * pieces. Unchanged pieces are views of the given message, so that a large message is not copied.
 */
export function markedParts(clean: Uint8Array, fields: readonly NewField[]): Uint8Array[] {
  for (const field of fields) requireField(field);
  const lineEnd = lineEndOf(clean);
  const head = messageStart(clean);
  // A message without a header needs a blank line after our fields.
  const isSeparated = beginsWithText(clean, head);
  const start = isSeparated ? head : lineFrom(clean, head);
  const written = isSeparated ? [...fields, { name: SEPARATOR_FIELD, value: "added" }] : fields;
  const lines = written.map(({ name, value }) => `${name}: ${value.replaceAll("\n", lineEnd)}${lineEnd}`);
  const header = Buffer.from(lines.join("") + (isSeparated ? lineEnd : ""), "latin1");
  return [clean.subarray(0, start), header, clean.subarray(start)];
}

/**
 * Returns where our fields can begin a line: at the header or, if a byte-order mark stands before it on its line, after
 * the first field. Rules such as `^X-Thresher` would not match after a mark. Returns the place of the header if the
 * message ends with that first field.
 */
function lineFrom(message: Uint8Array, head: number): number {
  if (head === 0 || message[head - 1] === LF || message[head - 1] === CR) return head;
  const newline = newlineOf(message);
  let at = head;
  do {
    const end = message.indexOf(newline, at);
    if (end < 0) return head;
    at = end + 1;
  } while (message[at] === SPACE || message[at] === TAB);
  return at;
}

/**
 * Removes the header fields with these names. This undoes `markedMessage`, byte for byte. Returns the message itself if
 * there is nothing to remove.
 *
 * @param names in any case; `SEPARATOR_FIELD` and its blank line are always removed
 * @param others matches further names, in lower case
 */
export function unmarkedMessage(message: Uint8Array, names: readonly string[], others?: RegExp): Uint8Array {
  const removed = new Set([...names, SEPARATOR_FIELD].map((name) => name.toLowerCase()));
  return withoutFields(message, (name) => removed.has(name) || others?.test(name) === true);
}

/** Whether a field is removed. Gets its name in lower case and its value, which may be folded. */
type FieldTest = (name: string, value: () => string) => boolean;

/** Removes some header fields. Returns the message itself if there is nothing to remove. */
export function withoutFields(message: Uint8Array, isRemoved: FieldTest): Uint8Array {
  const once = withoutFieldsOnce(message, isRemoved);
  // Removal may reveal more fields: bare CRs end lines if the last LF is gone, and a header may follow a blank line.
  return once === message ? message : withoutFields(once, isRemoved);
}

/** Printable ASCII without blanks and colons. */
const FIELD_NAME = /^[!-9;-~]+$/;
/** Lines of printable ASCII and tabs. Each after the first begins with a blank or a tab. */
const FIELD_VALUE = /^[\t -~]*(?:\n[\t ][\t -~]*)*$/;

/** @throws UsageError unless the field is one valid header field */
function requireField({ name, value }: NewField): void {
  if (FIELD_NAME.test(name) && FIELD_VALUE.test(value)) return;
  throw new UsageError(`header field ${JSON.stringify(name)}: the name and the value must be printable ASCII`);
}

/** Removes some header fields in one pass, and the blank line that `SEPARATOR_FIELD` says is ours. */
function withoutFieldsOnce(message: Uint8Array, isRemoved: FieldTest): Uint8Array {
  const bytes = bufferOf(message);
  const newline = newlineOf(message);
  const start = messageStart(message);
  // What is kept is copied at once: a list of forged fields could take more memory than the message.
  let kept: Buffer | undefined;
  /** The number of bytes in `kept`. */
  let size = 0;
  /** The message before this place is in `kept`, or was removed. */
  let copied = 0;
  const remove = (from: number, to: number) => {
    kept ??= Buffer.allocUnsafe(bytes.length);
    size += bytes.copy(kept, size, copied, from);
    copied = to;
  };
  /** Whether a line that is kept came before. */
  let hasOthers = false;
  /** Whether the field that says that the blank line is ours came before. */
  let hasSeparator = false;
  /** Whether the field of this line is removed, and so its folded lines. */
  let isRemoving = false;
  for (let at = start; at < message.length; ) {
    const blank = blankLineEnd(message, at, newline);
    if (blank >= 0) {
      const rest = message.subarray(blank);
      // The blank line is ours if only our fields and then text surround it. If that text began with a mailbox line or
      // the like, our fields would stand after that line.
      const isOurs = hasSeparator && !hasOthers && (start > 0 || messageStart(rest, newline) === 0);
      if (isOurs && beginsWithText(rest, 0, newline)) remove(at, blank);
      break;
    }
    // Byte-order marks may stand before the first field. They are kept.
    if (!hasOthers) at = afterMarks(message, at);
    const name = fieldName(bytes, at);
    // A message that does not begin with a field has no header.
    if (name === undefined && at === start) break;
    const isFolded = at > start && (message[at] === SPACE || message[at] === TAB);
    const line = at;
    if (!isFolded) isRemoving = name !== undefined && isRemoved(name, () => fieldValue(bytes, line, newline));
    at = afterNewline(message, at, newline);
    if (isRemoving) remove(line, at);
    if (isRemoving && name === SEPARATOR) hasSeparator = true;
    hasOthers ||= !isRemoving;
  }
  if (kept === undefined) return message;
  size += bytes.copy(kept, size, copied);
  return kept.subarray(0, size);
}

/** The name as `fieldName` returns it. */
export const SEPARATOR = SEPARATOR_FIELD.toLowerCase();

/** In characters. The names that we look for are shorter. */
const MAX_NAME = 64;

/** Returns the name of the field that begins here, in lower case and cut if it is long; undefined if it is no field. */
function fieldName(message: Buffer, start: number): string | undefined {
  const colon = endOfName(message, start);
  if (colon === message.length) return undefined;
  return message
    .toString("latin1", start, Math.min(colon, start + MAX_NAME + 1))
    .trimEnd()
    .toLowerCase();
}

/** In bytes. The rest of a longer value is ignored. */
const MAX_VALUE = 2000;

/** Returns the value of the field that begins here, with its folded lines. */
function fieldValue(message: Buffer, start: number, newline: number): string {
  let end = start;
  do {
    end = afterNewline(message, end, newline);
  } while (end - start < MAX_VALUE && (message[end] === SPACE || message[end] === TAB));
  const field = message.toString("latin1", start, Math.min(end, start + MAX_VALUE));
  return field.slice(field.indexOf(":") + 1);
}

/** Returns the end of the empty line that begins here, or -1 if the line is not empty. */
function blankLineEnd(message: Uint8Array, at: number, newline: number): number {
  if (message[at] === newline) return at + 1;
  return newline === LF && message[at] === CR && message[at + 1] === LF ? at + 2 : -1;
}

/** Whether text begins here, as opposed to a field, an empty line or the end of the message. */
function beginsWithText(message: Uint8Array, at: number, newline = newlineOf(message)): boolean {
  return (
    at < message.length && blankLineEnd(message, at, newline) < 0 && fieldName(bufferOf(message), at) === undefined
  );
}

/** Returns the line end of our lines: that of the first line of the message. */
function lineEndOf(message: Uint8Array): string {
  const end = message.indexOf(LF);
  if (end < 0) return message.includes(CR) ? "\r" : "\n";
  return message[end - 1] === CR ? "\r\n" : "\n";
}

/**
 * Removes the header fields that were written when the message arrived or later. Returns the message itself if there is
 * nothing to remove.
 */
export function withoutLaterFields(message: Uint8Array): Uint8Array {
  return withoutFields(message, isLaterField);
}

/** Returns the message in a document, as `messageIn` does, without the header fields that teach nothing. */
export function unfilteredMessage(document: Uint8Array): Uint8Array {
  return messageIn(withoutLaterFields(withoutUtf16(document)));
}
