import { isBase64Digit } from "../base64.js";
import { afterLineEnd, beginsWith, bufferOf, CR, LF, lineEnd } from "../lines.js";
import type { MessagePart } from "../message.js";
import { decodeUuencode } from "./transfer-encoding.js";

/**
 * Removes encoded data from a text: files in uuencode and yEnc, and long sequences of base64 lines. Otherwise, each
 * line of the data would count as a word.
 */
export function withoutData(text: Uint8Array): TextWithoutData {
  const files: MessagePart[] = [];
  const withoutFiles = kept(text, filesIn(bufferOf(text), files));
  const lines = [...encodedLines(withoutFiles)];
  return { text: kept(withoutFiles, lines), files, hasDataLines: lines.length > 0 };
}

/** A text without its encoded data. */
interface TextWithoutData {
  readonly text: Uint8Array;
  /** The files that were in it. */
  readonly files: readonly MessagePart[];
  /** Whether lines of base64 or the like were removed. */
  readonly hasDataLines: boolean;
}

/** A range of the bytes of a text. */
type ByteRange = readonly [start: number, end: number];

/** Returns a text without these ranges, which are in order. */
function kept(text: Uint8Array, ranges: readonly ByteRange[]): Uint8Array {
  if (ranges.length === 0) return text;
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (const [from, to] of ranges) {
    pieces.push(text.subarray(start, from));
    start = to;
  }
  return Buffer.concat([...pieces, text.subarray(start)]);
}

/** Finds the files in a text, and adds them to `files`. @returns their ranges in the text, in order */
function filesIn(text: Buffer, files: MessagePart[]): ByteRange[] {
  const ranges: ByteRange[] = [];
  for (const { first, read } of FORMATS) {
    for (let at = text.indexOf(first); at >= 0; ) {
      const found = (at === 0 || text[at - 1] === LF || text[at - 1] === CR) && read(text, at);
      if (found) {
        ranges.push([at, found.end]);
        files.push(found.file);
      }
      at = text.indexOf(first, found ? found.end : at + first.length);
    }
  }
  // A file inside another belongs to the outer one.
  ranges.sort((a, b) => a[0] - b[0]);
  return ranges.filter(([start], index) => index === 0 || start >= ranges[index - 1][1]);
}

/** A file in a text. */
interface InlineFile {
  /** The entry for it, without its content. */
  readonly file: MessagePart;
  /** Where the text continues after it. */
  readonly end: number;
}

const FILE = { type: "application/octet-stream", charset: undefined, disposition: "attachment" } as const;

/** The formats of files: how the first line begins, and the function that reads a file; undefined if there is none. */
const FORMATS = [
  { first: "begin ", read: uuencoded },
  { first: "=ybegin ", read: yEncoded },
];

/** How many bytes of the first line of a file are read. RFC 5322 allows a line of 998 characters. */
const MAX_FIRST_LINE = 1000;

/** Returns the line that begins at `at`. */
function firstLine(text: Buffer, at: number): string {
  return text.toString("utf8", at, lineEnd(text, at, Math.min(at + MAX_FIRST_LINE, text.length)));
}

/** Reads a file from `begin 644 name` (the name may be missing) to `end`, or to the first line with a wrong length. */
function uuencoded(text: Buffer, start: number): InlineFile | undefined {
  const match = /^begin [0-7]{3,4}(?: +(\S.*)?)?$/.exec(firstLine(text, start));
  if (match === null) return undefined;
  const first = afterLineEnd(text, lineEnd(text, start));
  let at = first;
  while (at < text.length) {
    const end = lineEnd(text, at);
    // The first digit is the number of bytes. Three bytes take four digits.
    const digits = 1 + Math.ceil(((text[at] - 0x20) & 0x3f) / 3) * 4;
    // Some programs add a check digit, and some omit blanks at the end.
    if (end === at || text[at] > 0x60 || text[at] < 0x20 || end - at > digits + 2) break;
    if (end - at < digits && !(digits - (end - at) <= 4)) break;
    at = afterLineEnd(text, end);
  }
  if (at === first) return undefined;
  const size = decodeUuencode(text.subarray(first, at)).bytes.length;
  const end = beginsWith(text, at, "end") ? afterLineEnd(text, lineEnd(text, at)) : at;
  const name = match[1] === undefined ? {} : { fileName: match[1].trim() };
  return { file: { ...FILE, ...name, size, encoding: "uuencode" }, end };
}

/** Reads a file from `=ybegin line=128 size=123 name=…` to `=yend`, or to the end of a message that was cut. */
function yEncoded(text: Buffer, start: number): InlineFile | undefined {
  const match = /^=ybegin .*\bsize=(\d{1,15})\b.*? name=(.+)$/.exec(firstLine(text, start));
  if (match === null) return undefined;
  const last = text.indexOf("=yend", start);
  const end = last < 0 ? text.length : afterLineEnd(text, lineEnd(text, last));
  return { file: { ...FILE, fileName: match[2].trim(), size: Number(match[1]), encoding: "yenc" }, end };
}

/** In bytes. Shorter sequences are keys and signatures, which have a dozen words at most. */
const MIN_DATA = 1024;
/** In bytes. Lines of base64 have 60 to 76 digits. Lines in lists of words are shorter. */
const MIN_LINE = 40;

/**
 * Finds long sequences of base64 lines. Looks only at every MIN_DATA / 2 bytes: each sequence that is long enough
 * covers one of these places and at least MIN_DATA / 2 bytes after it.
 */
function* encodedLines(text: Uint8Array): Generator<ByteRange> {
  const step = MIN_DATA / 2;
  let done = 0;
  for (let at = step; at < text.length; at += step) {
    let end = at;
    while (end < text.length && isOfData(text[end])) end++;
    if (end - at < step) continue;
    let start = at;
    while (start > done && isOfData(text[start - 1])) start--;
    const lines = longLines(text, start, end);
    if (lines !== undefined) yield lines;
    done = end;
    at = end - (end % step);
  }
}

/** Whether a byte can be part of base64: a digit, a line end or the `=` at its end. */
function isOfData(byte: number): boolean {
  return isBase64Digit(byte) || byte === LF || byte === CR || byte === 0x3d;
}

/** Returns the range from the first long line to the last, if long lines make up most of it. */
function longLines(text: Uint8Array, start: number, end: number): ByteRange | undefined {
  let first = -1;
  let last = start;
  let inLong = 0;
  for (let at = start, next = start; at < end; at = next + 1) {
    next = lineEnd(text, at, end);
    if (next - at < MIN_LINE) continue;
    if (first < 0) first = at;
    last = next;
    inLong += next - at;
  }
  return last - first >= MIN_DATA && inLong * 2 > last - first ? [first, last] : undefined;
}
