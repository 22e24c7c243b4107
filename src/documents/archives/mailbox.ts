import { firstBytes, type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document.js";
import { type ByteWindow, CARRIAGE_RETURN, LINE_FEED } from "../files/byte-window.js";
import { cellOf } from "../label-cells.js";
import type { ArchiveEntry, ArchiveFormat, EntryOptions } from "./archive.js";
import type { Columns } from "./columns.js";
import { foreignProblem } from "./magic-numbers.js";
import { deletedProblem, isSeparator, isSureSeparator, labelsInField } from "./mailbox-header.js";

/** Mailboxes (mbox): messages one after another, each after a line that begins with `From ` (RFC 4155). */
export const MAILBOX: ArchiveFormat = {
  name: "mailbox",
  inputNames: ["mbox"],
  title: ["mailbox", "mailboxes"],
  unit: "message",
  endings: [".mbox", ".mbx"],
  isBeginning: isSeparator,
  classIn: "file",
  entries,
};

/** In bytes. A Content-Length further from the beginning of a message is not found. */
const HEADER_BYTES = 1 << 16;

/** How many bytes distinguish a separator from prose: the line and the beginning of the next one. */
const SEPARATOR_BYTES = 2048;

/** The byte of `>`. */
const GREATER = 62;
/** The end of a line, and the beginning of the next one if it may separate messages. */
const LINE_FROM = Buffer.from("\nFrom ");
/** The beginning of a line of a body that was quoted because it looks like a separator. */
const QUOTED_FROM = Buffer.from(">From ");

/**
 * Reads the messages of a mailbox, without the `From ` lines before them and the blank lines after them. At the
 * beginning or after a blank line, a `From ` line separates messages if `isSeparator` holds; elsewhere, if
 * `isSureSeparator` holds. A message that is marked as deleted becomes a problem. Reads all variants of the format:
 *
 * - mboxo and mboxrd put `>` before a line of the body that begins with `From `; mboxrd also before `>From `. One
 *   `>` is removed. (In mboxo, `>>From ` should keep both, but the two variants cannot be told apart.)
 * - mboxcl and mboxcl2 (which Dovecot writes) state the length of the body in Content-Length. The length is used if a
 *   separator or the end follows the body. `From ` lines within the body then do not separate messages. If the body has
 *   these lines, nothing was quoted (mboxcl2).
 */
export function* messagesOf(window: ByteWindow): Generator<ArchiveEntry> {
  for (let number = 1; skipToMessage(window); number++) {
    const end = statedEnd(window);
    const message = end === undefined ? takeSeparated(window) : takeStated(window, end);
    const place = String(number);
    yield { place, ...(deletedProblem(message.bytes) ?? message) };
  }
}

/** Reads the messages, or returns the problem with a mailbox in another format. */
function* entries(window: ByteWindow, { columns }: EntryOptions): Generator<ArchiveEntry> {
  window.reach(SEPARATOR_BYTES);
  const foreign = foreignProblem(window.view(0, SEPARATOR_BYTES));
  if (foreign !== undefined) yield foreign;
  else for (const message of messagesOf(window)) yield withLabels(message, columns);
}

/** Adds the labels in a header field to a message, if labels are wanted. Without labels, the message is a problem. */
function withLabels(message: ArchiveEntry, { label: field, several }: Columns): ArchiveEntry {
  if (field === undefined || "problem" in message) return message;
  const labels = labelsInField(message.bytes, field);
  if (labels.length === 0) return { place: message.place, problem: "unlabelled" };
  return several
    ? { ...message, label: cellOf(labels) }
    : { ...message, label: labels[0], hasMoreLabels: labels.length > 1 };
}

/** Skips blank lines, and the `From ` line if there is one. Returns false at the end. */
function skipToMessage(window: ByteWindow): boolean {
  for (let blank = blankLine(window, 0); blank > 0; blank = blankLine(window, 0)) window.drop(blank);
  window.reach(SEPARATOR_BYTES);
  if (!isSeparator(window.view(0, SEPARATOR_BYTES))) return window.length > 0;
  window.passLine();
  return true;
}

/** Returns the length of the blank line that begins at an offset; 0 if the line is not blank. */
function blankLine(window: ByteWindow, offset: number): number {
  window.reach(offset + 2);
  if (window.at(offset) === LINE_FEED) return 1;
  return window.at(offset) === CARRIAGE_RETURN && window.at(offset + 1) === LINE_FEED ? 2 : 0;
}

/** Returns the end of the message according to its Content-Length; undefined if that is missing or implausible. */
function statedEnd(window: ByteWindow): number | undefined {
  const body = bodyOffset(window);
  if (body === undefined) return undefined;
  const field = /^Content-Length:[ \t]*(\d{1,9})[ \t]*\r?$/im.exec(window.view(0, body).toString("latin1"));
  if (field === null) return undefined;
  const end = body + Number(field[1]);
  if (end > MAX_DOCUMENT_BYTES || !window.reach(end)) return undefined;
  window.reach(end + SEPARATOR_BYTES);
  let at = end;
  // Up to two blank lines: for the last line end, which some programs do not count, and before the separator.
  for (let lines = 0; lines < 2; lines++) at += blankLine(window, at);
  return at === window.length || isSeparator(window.view(at, at + SEPARATOR_BYTES)) ? end : undefined;
}

/** Returns the offset of the body, after the header and its blank line. */
function bodyOffset(window: ByteWindow): number | undefined {
  window.reach(HEADER_BYTES);
  for (let line = 0; line < HEADER_BYTES; ) {
    const blank = blankLine(window, line);
    if (blank > 0) return line + blank;
    // A quick test for the F of `From `.
    if (window.at(line) === LINE_FROM[1] && isSeparatorAt(window, line)) return undefined;
    const end = window.indexOf(LINE_FEED, line);
    if (end < 0) return undefined;
    line = end + 1;
  }
  return undefined;
}

/** Removes a message with a known end from the window, and returns it. */
function takeStated(window: ByteWindow, end: number): LimitedBytes {
  const bytes = window.copy(0, end);
  window.drop(end);
  return limited(bytes.includes(LINE_FROM) ? bytes : unquoted(bytes));
}

/** Removes the message up to the next separator, or to the end, from the window, and returns it. */
function takeSeparated(window: ByteWindow): LimitedBytes {
  let beginning: Buffer | undefined;
  for (let searched = 0; ; ) {
    const found = window.indexOf(LINE_FROM, searched);
    if (found >= 0 && isSeparatorAt(window, found + 1)) return takeMessage(window, found + 1, beginning);
    searched = found >= 0 ? found + 1 : Math.max(searched, window.length - LINE_FROM.length);
    if (searched > MAX_DOCUMENT_BYTES + KEPT) {
      // Beyond the limit, only the end of the message matters.
      beginning ??= Buffer.from(firstBytes(window.view(0, searched), MAX_DOCUMENT_BYTES));
      window.drop(searched - KEPT);
      searched = KEPT;
    }
    if (found < 0 && !window.more()) return takeMessage(window, window.length, beginning);
  }
}

/** How many bytes before a separator are needed to tell whether the line before it is blank. */
const KEPT = 4;

/** Whether the line that begins at this offset separates messages: see `messagesOf`. */
function isSeparatorAt(window: ByteWindow, line: number): boolean {
  window.reach(line + SEPARATOR_BYTES);
  const text = window.view(line, line + SEPARATOR_BYTES);
  return followsBlankLine(window, line - 1) ? isSeparator(text) : isSureSeparator(text);
}

/** Whether the line that ends with the line feed at `end` is blank, or no line is before `end`. */
function followsBlankLine(window: ByteWindow, end: number): boolean {
  const before = window.at(end - 1);
  if (before !== CARRIAGE_RETURN) return before === LINE_FEED || before === undefined;
  return window.at(end - 2) === LINE_FEED || end === 1;
}

/** Removes the message up to `end` from the window, and returns it without the blank line at its end. */
function takeMessage(window: ByteWindow, end: number, beginning: Buffer | undefined): LimitedBytes {
  const hasBlankLine = window.at(end - 1) === LINE_FEED && followsBlankLine(window, end - 1);
  const lineEnd = !hasBlankLine ? 0 : window.at(end - 2) === CARRIAGE_RETURN ? 2 : 1;
  const message = limited(unquoted(beginning ?? window.copy(0, end - lineEnd)));
  window.drop(end);
  return beginning === undefined ? message : { ...message, isTruncated: true };
}

/** Removes one `>` from each line that begins with `>From `, `>>From ` and so on. Changes the given bytes. */
function unquoted(message: Buffer): Buffer {
  // The bytes before `written` are final. The bytes from `from` on still have to move there.
  let written = 0;
  let from = 0;
  for (let at = message.indexOf(QUOTED_FROM); at >= 0; at = message.indexOf(QUOTED_FROM, at + 1)) {
    let line = at;
    while (line > from && message[line - 1] === GREATER) line--;
    if (line > 0 && message[line - 1] !== LINE_FEED) continue;
    message.copyWithin(written, from, at);
    written += at - from;
    from = at + 1;
  }
  if (from === 0) return message;
  message.copyWithin(written, from);
  return message.subarray(0, written + message.length - from);
}
