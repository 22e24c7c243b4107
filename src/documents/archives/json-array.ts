import type { ByteWindow } from "../files/byte-window.js";
import { ArchiveFault, type ArchiveFormat, type EntryProblem } from "./archive.js";
import { TABLE_OPTIONS } from "./columns.js";
import { columnsOfObjects, objectEntry } from "./json-lines.js";
import { entriesOf, firstParts, MAX_LINE_BYTES, tooLong } from "./text-lines.js";

/** A JSON array of objects, as annotation programs and pandas export it. Places are the numbers of elements, from 1. */
export const JSON_ARRAY: ArchiveFormat = {
  name: "json-array",
  inputNames: ["json"],
  title: ["JSON array", "JSON arrays"],
  unit: "document",
  endings: [],
  isBeginning: (beginning) => /^(?:\xef\xbb\xbf)?\s*\[\s*(?:\{|\[\s*")/.test(beginning.toString("latin1")),
  classIn: "column",
  options: TABLE_OPTIONS,
  columns: (window, named, path) => columnsOfObjects(path, firstParts(window, elementsIn), named),
  entries: (window, { columns }) =>
    entriesOf(elementsIn(window), (place, element) => objectEntry(place, element, columns)),
};

/**
 * Yields the elements of an array. An element is valid until the next one is requested.
 *
 * @throws ArchiveFault if the file ends within an element
 */
function* elementsIn(window: ByteWindow): Generator<Buffer | EntryProblem> {
  for (let skipped = BEFORE; ; skipped = BETWEEN) {
    while (window.reach(1) && skipped.includes(window.at(0))) {
      // Another array may follow, if files were joined.
      if (window.at(0) === CLOSE_ARRAY) skipped = BEFORE;
      window.drop(1);
    }
    if (!window.reach(1)) return;
    const end = firstEnd(window);
    yield end === undefined ? tooLong("an object") : window.view(0, end);
    // The end of an object that is too long is not known, so only its bracket is dropped.
    window.drop(end ?? 1);
  }
}

const [OPEN, CLOSE, OPEN_ARRAY, CLOSE_ARRAY, QUOTE, BACKSLASH] = Buffer.from('{}[]"\\');

const BLANKS: readonly (number | undefined)[] = [...Buffer.from(" \t\r\n")];

/** Bytes that may be between two elements, or after the last one. */
const BETWEEN: readonly (number | undefined)[] = [...BLANKS, ...Buffer.from(",]}")];

/** Bytes that may be before the first element: also the bracket of the array and a byte-order mark. */
const BEFORE: readonly (number | undefined)[] = [...BETWEEN, OPEN_ARRAY, 0xef, 0xbb, 0xbf];

/** Returns the end of the element that the window begins with; undefined if it is too long. */
function firstEnd(window: ByteWindow): number | undefined {
  // The steps double, so an element of up to twice the limit is still found.
  for (let limit = FIRST_LIMIT; limit <= 2 * MAX_LINE_BYTES; limit *= 2) {
    const isWholeFile = !window.reach(limit);
    const end = elementEnd(window.view(0, limit));
    if (end !== undefined) return end;
    if (isWholeFile) throw new ArchiveFault("the file ends within an object");
  }
  return undefined;
}

/** The number of bytes that are first searched for the end of an object. Most objects are shorter. */
const FIRST_LIMIT = 1 << 16;

/** Returns the end of the element that the bytes begin with; undefined if they do not have its end. */
function elementEnd(bytes: Buffer): number | undefined {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN || byte === OPEN_ARRAY) depth++;
    else if (byte === QUOTE) at = quoteEnd(bytes, at + 1);
    else if (depth > 0 && (byte === CLOSE || byte === CLOSE_ARRAY)) depth--;
    else if (depth === 0 && BETWEEN.includes(byte)) return at;
    // Any other byte is in the middle of the element. Outside brackets, that is a number or a word.
    else continue;
    // A string that is not closed ends after the bytes; its element then has no end yet.
    if (depth === 0 && at < bytes.length) return at + 1;
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
