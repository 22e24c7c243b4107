import { type ArchiveEntry, ArchiveFault, type ArchiveFormat, type Boundary } from "./archive.js";
import type { ByteWindow } from "./byte-window.js";
import type { Columns } from "./columns.js";
import { columnsOfObjects, objectEntry } from "./json-record.js";
import { MAX_LINE_BYTES, tooLong } from "./text-lines.js";

/** A JSON array of objects, as annotation programs and pandas export it. Places are the numbers of objects, from 1. */
export const JSON_ARRAY: ArchiveFormat = {
  title: ["JSON array", "JSON arrays"],
  unit: "document",
  endings: [],
  isBeginning: (beginning) => /^(?:\xef\xbb\xbf)?\s*\[\s*\{/.test(beginning.toString("latin1")),
  classIn: "column",
  columns: (window, named, path) => columnsOfObjects(path, firstObjects(window), named),
  entries: (window, { columns, before = 0 }) => arrayEntries(window, columns, before),
  boundaries,
};

function* arrayEntries(window: ByteWindow, columns: Columns, before: number): Generator<ArchiveEntry> {
  let number = before;
  for (;;) {
    const end = nextObject(window);
    if (end === undefined) return;
    const place = String(++number);
    const entry = end > 0 ? objectEntry(place, window.view(0, end), columns) : { place, ...tooLong("an object") };
    window.drop(Math.max(1, end));
    if (entry !== undefined) yield entry;
  }
}

function* boundaries(window: ByteWindow): Generator<Boundary> {
  for (let before = 0; ; before++) {
    const end = nextObject(window);
    if (end === undefined) return;
    yield { at: window.passed, before };
    window.drop(Math.max(1, end));
  }
}

/** The number of objects and bytes at the beginning of a file that are searched for columns. */
const MAX_SAMPLE = { objects: 100, bytes: 1 << 18 };

/** Returns some complete objects at the beginning of the window. They stay in it. */
function firstObjects(window: ByteWindow): Buffer[] {
  window.reach(MAX_SAMPLE.bytes);
  const found: Buffer[] = [];
  for (let at = 0; found.length < MAX_SAMPLE.objects && at < window.length; ) {
    const from = window.indexOf(OPEN, at);
    const to = from < 0 ? undefined : objectEnd(window, from, window.length);
    if (to === undefined) break;
    found.push(window.copy(from, to));
    at = to;
  }
  return found;
}

const OPEN = "{".charCodeAt(0);
const CLOSE = "}".charCodeAt(0);
const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);

/**
 * Drops everything before the next object.
 *
 * @returns the end of the object, 0 if it is too long, undefined if there is no object
 * @throws ArchiveFault if the file ends within the object.
 */
function nextObject(window: ByteWindow): number | undefined {
  for (;;) {
    const start = window.indexOf(OPEN, 0);
    if (start >= 0) {
      window.drop(start);
      break;
    }
    window.drop(window.length);
    if (!window.more()) return undefined;
  }
  for (let limit = FIRST_LIMIT; ; limit *= 2) {
    const isWholeFile = !window.reach(limit);
    const end = objectEnd(window, 0, Math.min(limit, window.length));
    if (end !== undefined) return end;
    if (isWholeFile) throw new ArchiveFault("the file ends within an object");
    if (limit > MAX_LINE_BYTES) return 0;
  }
}

/** The number of bytes that are first searched for the end of an object. Most objects are shorter. */
const FIRST_LIMIT = 1 << 16;

/** Returns the end of the object that begins at an offset; undefined if it does not end before `to`. */
function objectEnd(window: ByteWindow, from: number, to: number): number | undefined {
  const bytes = window.view(0, to);
  let depth = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = quoteEnd(bytes, at + 1);
    } else if (byte === OPEN) {
      depth++;
    } else if (byte === CLOSE && --depth === 0) {
      return at + 1;
    }
  }
  return undefined;
}

/** Returns the offset of the quote that closes a string, or the end of the bytes. */
function quoteEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}
