import { byteOrder } from "../../base/decode.js";
import { limited, MAX_DOCUMENT_BYTES } from "../document.js";
import { ByteWindow, CARRIAGE_RETURN, LINE_FEED } from "../files/byte-window.js";
import { fileChunks } from "../files/open-file.js";
import { hasPackedMagic } from "../packing/unpack.js";
import {
  type ArchiveEntry,
  ArchiveFault,
  type ArchiveFormat,
  type ArchiveRange,
  type EntryProblem,
} from "./archive.js";

/** Text files with one document in each line. Places are line numbers, from 1. Blank lines are skipped. */
export const TEXT_LINES: ArchiveFormat = {
  name: "lines",
  title: ["file with a document in each line", "files with a document in each line"],
  unit: "document",
  endings: [],
  isBeginning: () => false,
  classIn: "file",
  ranges: (path, bytes) => rangesOf(lineEnds(path), bytes),
  entries: (window, { range }) =>
    entriesOf(
      linesIn(window),
      (place, line) => (isBlank(line) ? undefined : { place, ...limited(Buffer.from(line)) }),
      range,
    ),
};

/** A place where a file can be cut, and the bytes and the places of documents before it. */
export type RangeEnd = readonly [to: number, bytes: number, places: number];

/** Joins neighbouring parts of a file to ranges of at least this many bytes. @param ends where each part ends */
export function rangesOf(ends: Iterable<RangeEnd>, least: number): ArchiveRange[] {
  const ranges: ArchiveRange[] = [];
  let [from, before, places, last] = [0, 0, 0, 0];
  for (const [to, bytes, all] of ends) {
    last = to;
    if (bytes - before < least) continue;
    ranges.push([from, to, places]);
    [from, before, places] = [to, bytes, all];
  }
  if (last > from) ranges.push([from, last, places]);
  return ranges;
}

/** Yields the line ends of a file; none if it is packed or UTF-16. */
export function* lineEnds(path: string): Generator<RangeEnd> {
  let [at, lines] = [0, 0];
  for (const chunk of fileChunks(path)) {
    if (at === 0 && !isPlain(chunk)) return;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, end + 1))
      yield [at + end + 1, at + end + 1, ++lines];
    at += chunk.length;
  }
  yield [at, at, lines];
}

/** Whether a file that begins so is read as it is: it is neither packed nor UTF-16. */
function isPlain(beginning: Uint8Array): boolean {
  return !hasPackedMagic(beginning) && byteOrder(beginning) === undefined;
}

/** Whether a line has only blanks, as Latin-1. */
function isBlank(line: Buffer): boolean {
  // Nearly all lines begin with another character.
  return (line.length === 0 || line[0] <= 0x20 || line[0] >= 0x80) && line.toString("latin1").trim() === "";
}

/** Twice the limit of a document, because a line may also have escapes and other values. */
export const MAX_LINE_BYTES = 2 * MAX_DOCUMENT_BYTES;

/** Takes the parts of a file from its window, such as its lines. A part above the limit is a problem. */
export type FileParts = (window: ByteWindow) => Iterable<Buffer | EntryProblem>;

/** Yields the lines of a file, without their line ends. A line is valid until the next one is requested. */
export function* linesIn(window: ByteWindow): Generator<Buffer | EntryProblem> {
  while (window.reach(1)) {
    const end = window.lineEnd(MAX_LINE_BYTES);
    if (end === undefined) {
      window.passLine();
      yield tooLong("a line");
      continue;
    }
    yield window.view(0, window.at(end - 1) === CARRIAGE_RETURN ? end - 1 : end);
    window.drop(end + 1);
  }
}

/**
 * Reads a document from each part of a file. Places are the numbers of the parts, from 1.
 *
 * @param entryOf makes the entry of a part, which is valid only during the call. Returns undefined to skip the part
 * @param range that of the parts
 */
export function* entriesOf(
  parts: Iterable<Buffer | EntryProblem>,
  entryOf: (place: string, part: Buffer) => ArchiveEntry | undefined,
  range?: ArchiveRange | undefined,
): Generator<ArchiveEntry> {
  let [, , number] = range ?? [0, 0, 0];
  for (const part of parts) {
    const place = String(++number);
    const entry = part instanceof Uint8Array ? entryOf(place, part) : { place, ...part };
    if (entry !== undefined) yield entry;
  }
}

/** Returns the problem of a line or an object above the limit. */
export function tooLong(what: "a line" | "an object"): EntryProblem {
  return { problem: "malformed", detail: `${what} of more than ${MAX_LINE_BYTES / 2 ** 20} MiB` };
}

/** The number of parts and bytes at the beginning of a file that are searched for columns. */
const MAX_SAMPLE = { parts: 100, bytes: 1 << 18 };

/** Returns some complete parts at the beginning of the window. They stay in it. */
export function firstParts(window: ByteWindow, partsIn: FileParts): Buffer[] {
  const isWholeFile = !window.reach(MAX_SAMPLE.bytes + 1);
  const sample = new ByteWindow([window.copy(0, MAX_SAMPLE.bytes)]);
  const found: Buffer[] = [];
  try {
    for (const part of partsIn(sample)) {
      if (!(part instanceof Uint8Array)) continue;
      // The end of the sample may cut the last part.
      if (found.length === MAX_SAMPLE.parts || (!isWholeFile && part.length >= sample.length)) break;
      found.push(Buffer.from(part));
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
  }
  return found;
}
