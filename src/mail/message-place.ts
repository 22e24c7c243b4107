import { byteOrder } from "../base/decode.js";
import { decodeText } from "./charset/charset.js";
import { afterLineEnd, afterNewline, beginsWith, bufferOf, CR, endOfName, LF, lineEnd } from "./lines.js";

/**
 * Returns the message in a document, from its first header field on. Converts it to UTF-8 if the whole file is UTF-16.
 * Leaves out
 *
 * - the line `From user date` of a mailbox, and a byte-order mark;
 * - the length before and the property list after a message in a file of Apple Mail (`.emlx`);
 * - lines that other programs write before a header, such as `Microsoft Mail Internet Headers Version 2.0`.
 *
 * A text without a header stays whole. The result is nearly always the document itself or a view of it.
 */
export function messageIn(document: Uint8Array): Uint8Array {
  const bytes = withoutUtf16(document);
  const start = messageStart(bytes);
  if (start === 0 || !isHeaderAt(bytes, start)) return bytes;
  return bytes.subarray(start, appleMessage(bytes)?.end);
}

/** Converts a document in UTF-16 to UTF-8. Returns any other document as it is. */
export function withoutUtf16(document: Uint8Array): Uint8Array {
  const order = byteOrder(document);
  return order === undefined ? document : decodeText(document, order);
}

/**
 * Returns where the header begins, by the rules of `messageIn`. In a text without a header, returns the offset after
 * its mailbox lines.
 *
 * @param newline LF, or CR in a message without LF
 */
export function messageStart(bytes: Uint8Array, newline = newlineOf(bytes)): number {
  if (isField(bytes, 0)) return 0;
  const marks = afterMarks(bytes, 0);
  let first = marks;
  while (bytes[first] === LF || bytes[first] === CR) first++;
  const lines = afterMailboxLines(bytes, first, newline);
  // Blank lines without a mailbox line after them are an empty header.
  const start = afterMarks(bytes, lines > first ? lines : marks);
  if (isField(bytes, start)) return start;
  return appleMessage(bytes)?.start ?? afterBanner(bytes, start, newline) ?? afterMailboxLines(bytes, 0, newline);
}

/** Returns why a header field cannot be added to a document without damaging it; undefined if it can be added. */
export function whyUnmarkable(document: Uint8Array): string | undefined {
  if (byteOrder(document) !== undefined) return "the message is in UTF-16";
  return appleMessage(document) && "a file of Apple Mail states the length of its message";
}

/** Returns the byte that ends lines: LF, or CR in a message without LF. */
export function newlineOf(bytes: Uint8Array): number {
  return bytes.includes(LF) ? LF : CR;
}

/** Whether a header field, with its colon, begins here. */
function isField(bytes: Uint8Array, at: number): boolean {
  return endOfName(bytes, at) < bytes.length;
}

/** Whether a header begins here: a field, or the blank line that ends an empty header. */
function isHeaderAt(bytes: Uint8Array, at: number): boolean {
  return isField(bytes, at) || bytes[at] === LF || bytes[at] === CR;
}

/** Returns the offset after the UTF-8 byte-order marks that begin at `from`. */
export function afterMarks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (beginsWith(bytes, at, MARK)) at += MARK.length;
  return at;
}

/** The byte-order mark of UTF-8, a character for each byte. */
const MARK = "\xef\xbb\xbf";

/**
 * Returns the offset after the mailbox lines at `from`, such as `From user date`. Some programs write `>From `, and there
 * are several lines if each host on the way added its own.
 */
function afterMailboxLines(bytes: Uint8Array, from: number, newline: number): number {
  for (let at = from; ; ) {
    // 3E is `>`.
    const word = bytes[at] === 0x3e ? at + 1 : at;
    const end = bytes.indexOf(newline, word);
    if (!beginsWith(bytes, word, "From ") || isField(bytes, word) || end < 0) return at;
    at = end + 1;
  }
}

/**
 * Finds the message in an `.emlx` file, which has a line with the length of the message, the message, and a property
 * list in XML. If no property list follows after that length, the length is wrong, and the message ends before the last
 * property list.
 */
function appleMessage(bytes: Uint8Array): { readonly start: number; readonly end: number } | undefined {
  if (!(bytes[0] >= 0x30 && bytes[0] <= 0x39)) return undefined;
  const file = bufferOf(bytes);
  const first = lineEnd(bytes, 0, Math.min(bytes.length, MAX_COUNT));
  const count = /^\d+(?=[ \t]*$)/.exec(file.toString("latin1", 0, first))?.[0];
  const start = afterLineEnd(bytes, first);
  if (count === undefined || !isHeaderAt(bytes, start)) return undefined;
  const last = file.lastIndexOf("<?xml ", file.lastIndexOf("<plist"));
  if (last < start || !isListAt(file, last)) return undefined;
  const end = start + Number(count);
  return { start, end: isListAt(file, end) ? end : last };
}

/** Whether a property list begins here. A line end may come before it. */
function isListAt(file: Buffer, at: number): boolean {
  return /^\s*<\?xml [^>]*>\s*(?:<!DOCTYPE plist\b[^>]*>\s*)?<plist\b/.test(file.toString("latin1", at, at + 500));
}

/** The maximum size of the line with the length, in bytes. */
const MAX_COUNT = 40;

/**
 * Returns where the header begins after a few lines that another program wrote before it; undefined without a header.
 * The header must have fields that only programs write, because people do not quote these fields in a text. A
 * line that looks like a program or a web page ends the search.
 */
function afterBanner(bytes: Uint8Array, from: number, newline: number): number | undefined {
  let at = from;
  for (let lines = 0; lines <= MAX_BANNER_LINES && at < bytes.length && at - from <= MAX_BANNER; lines++) {
    if (isField(bytes, at)) return isMessageHeader(bytes, at, newline) ? at : undefined;
    const next = afterNewline(bytes, at, newline);
    if (/^\s*<|['"`;]/.test(bufferOf(bytes).toString("latin1", at, Math.min(next, at + MAX_BANNER)))) return undefined;
    at = next;
  }
  return undefined;
}

/** How many lines of other programs may come before a header. More lines are the beginning of a text. */
const MAX_BANNER_LINES = 6;
/** In bytes. The maximum size of these lines together. */
const MAX_BANNER = 1000;

/** Whether the lines up to the next blank line have a field that only programs write, and a usual field of messages. */
function isMessageHeader(bytes: Uint8Array, from: number, newline: number): boolean {
  const file = bufferOf(bytes);
  let hasProgramField = false;
  let hasUsualField = false;
  for (let at = from; at < bytes.length; at = afterNewline(bytes, at, newline)) {
    if (bytes[at] === LF || bytes[at] === CR) break;
    const name = file.toString("latin1", at, at + MAX_NAME).toLowerCase();
    hasProgramField ||= /^(?:received|return-path|delivered-to|message-id|mime-version|content-type)\s*:/.test(name);
    hasUsualField ||= /^(?:from|to|subject|date|newsgroups)\s*:/.test(name);
    if (hasProgramField && hasUsualField) return true;
  }
  return false;
}

/** In bytes. Enough for each name in these patterns, with a few blanks before the colon. */
const MAX_NAME = 20;
