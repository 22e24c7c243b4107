import { type Entry, type EntryDocument, limited } from "./archive.js";
import type { ByteWindow } from "./byte-window.js";
import { MAX_DOCUMENT_BYTES } from "./document.js";
import { isSeparator } from "./mailbox-separator.js";

/** In a longer header no Content-Length is looked for; nothing else depends on it. */
const HEADER_BYTES = 1 << 16;

/** So much is looked at to tell a separator from prose: it and the beginning of the line after it. */
const SEPARATOR_BYTES = 2048;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const GREATER = 62;
const LINE_FROM = Buffer.from("\nFrom ");
const QUOTED_FROM = Buffer.from(">From ");

/**
 * The messages of a mailbox in the mbox format (RFC 4155), without the `From ` lines before
 * them and the blank lines after. A `From ` line separates at the beginning and after a
 * blank line, if `isSeparator` says so. All variants are read:
 *
 * - mboxo and mboxrd quote `From ` in a body by a `>`, mboxrd what has such signs already, too:
 *   one sign is taken off. (mboxo alone leaves `>>From ` as it was, and nothing tells which it is.)
 * - mboxcl and mboxcl2 give the length of the body. It is believed if the end or a separator
 *   stands where it points; a `From ` line before that does not separate, and says that
 *   nothing was quoted (mboxcl2).
 */
export function* messagesOf(window: ByteWindow): Generator<Entry> {
  for (let number = 1; toMessage(window); number++) {
    const end = statedEnd(window);
    yield { place: String(number), ...(end === undefined ? separated(window) : stated(window, end)) };
  }
}

type Message = Pick<EntryDocument, "bytes" | "isTruncated">;

/** Goes past blank lines and the `From ` line, if there is one. False at the end. */
function toMessage(window: ByteWindow): boolean {
  for (let blank = blankLine(window, 0); blank > 0; blank = blankLine(window, 0)) window.drop(blank);
  window.reach(SEPARATOR_BYTES);
  if (!isSeparator(window.view(0, SEPARATOR_BYTES))) return window.length > 0;
  let end = window.indexOf(LINE_FEED, 0);
  while (end < 0) {
    window.drop(window.length);
    if (!window.more()) return true;
    end = window.indexOf(LINE_FEED, 0);
  }
  window.drop(end + 1);
  return true;
}

/** The length of the blank line that begins at an offset; 0 if there is none. */
function blankLine(window: ByteWindow, offset: number): number {
  window.reach(offset + 2);
  if (window.at(offset) === LINE_FEED) return 1;
  return window.at(offset) === CARRIAGE_RETURN && window.at(offset + 1) === LINE_FEED ? 2 : 0;
}

/** Where the message ends by a Content-Length that can be believed. */
function statedEnd(window: ByteWindow): number | undefined {
  const body = bodyOffset(window);
  if (body === undefined) return undefined;
  const field = /^Content-Length:[ \t]*(\d{1,9})[ \t]*\r?$/im.exec(window.view(0, body).toString("latin1"));
  if (field === null) return undefined;
  const end = body + Number(field[1]);
  // Whether it is true is looked up within what a message may have.
  if (end > MAX_DOCUMENT_BYTES || !window.reach(end)) return undefined;
  window.reach(end + SEPARATOR_BYTES);
  let at = end;
  // The line that the body ends with may not have been counted; then there is a blank one.
  for (let lines = 0; lines < 2; lines++) at += blankLine(window, at);
  return at === window.length || isSeparator(window.view(at, at + SEPARATOR_BYTES)) ? end : undefined;
}

/** Where the header ends, its blank line included. */
function bodyOffset(window: ByteWindow): number | undefined {
  window.reach(HEADER_BYTES);
  for (let line = 0; line < HEADER_BYTES; ) {
    const blank = blankLine(window, line);
    if (blank > 0) return line + blank;
    const end = window.indexOf(LINE_FEED, line);
    if (end < 0) return undefined;
    line = end + 1;
  }
  return undefined;
}

function stated(window: ByteWindow, end: number): Message {
  const bytes = window.copy(0, end);
  window.drop(end);
  return limited(bytes.includes(LINE_FROM) ? bytes : unquoted(bytes));
}

/** Up to the next separator, or the end. */
function separated(window: ByteWindow): Message {
  let beginning: Buffer | undefined;
  for (let searched = 0; ; ) {
    const found = window.indexOf(LINE_FROM, searched);
    if (found >= 0 && followsBlankLine(window, found) && isSeparatorAt(window, found + 1)) {
      return taken(window, found + 1, beginning);
    }
    searched = found >= 0 ? found + 1 : Math.max(searched, window.length - LINE_FROM.length);
    if (searched > MAX_DOCUMENT_BYTES + KEPT) {
      // What is beyond the limit is only searched.
      beginning ??= window.copy(0, MAX_DOCUMENT_BYTES);
      window.drop(searched - KEPT);
      searched = KEPT;
    }
    if (found < 0 && !window.more()) return taken(window, window.length, beginning);
  }
}

/** Bytes before a separator that tell whether the line before it is blank. */
const KEPT = 4;

function isSeparatorAt(window: ByteWindow, line: number): boolean {
  window.reach(line + SEPARATOR_BYTES);
  return isSeparator(window.view(line, line + SEPARATOR_BYTES));
}

/** Whether the line that ends with the line feed at `end` is blank. */
function followsBlankLine(window: ByteWindow, end: number): boolean {
  const before = window.at(end - 1);
  if (before !== CARRIAGE_RETURN) return before === LINE_FEED || before === undefined;
  return window.at(end - 2) === LINE_FEED || end === 1;
}

/** Takes the message off the window: up to `end`, without a blank line there. */
function taken(window: ByteWindow, end: number, beginning: Buffer | undefined): Message {
  const hasBlankLine = window.at(end - 1) === LINE_FEED && followsBlankLine(window, end - 1);
  const lineEnd = !hasBlankLine ? 0 : window.at(end - 2) === CARRIAGE_RETURN ? 2 : 1;
  const message = limited(unquoted(beginning ?? window.copy(0, end - lineEnd)), beginning === undefined);
  window.drop(end);
  return message;
}

/** Without the sign that quotes `From ` at the beginning of lines. */
function unquoted(message: Buffer): Buffer {
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
