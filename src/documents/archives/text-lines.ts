import { limited, MAX_DOCUMENT_BYTES } from "../document.js";
import { type ByteWindow, CARRIAGE_RETURN } from "../files/byte-window.js";
import type { ArchiveEntry, ArchiveFormat, EntryProblem } from "./archive.js";

/** Text files with one document in each line. Places are line numbers, from 1. Blank lines are skipped. */
export const TEXT_LINES: ArchiveFormat = {
  name: "lines",
  title: ["file with a document in each line", "files with a document in each line"],
  unit: "document",
  endings: [],
  isBeginning: () => false,
  classIn: "file",
  entries: (window) =>
    lineEntries(window, (place, line) =>
      line.toString("latin1").trim() === "" ? undefined : { place, ...limited(Buffer.from(line)) },
    ),
};

/** Twice the limit of a document, because a line may also have escapes and other values. */
export const MAX_LINE_BYTES = 2 * MAX_DOCUMENT_BYTES;

/**
 * Reads a document from each line. Places are line numbers, from 1.
 *
 * @param entryOf makes the entry of a line, without its line end; the bytes are valid only during the call. Returns
 *   undefined to skip the line
 */
export function* lineEntries(
  window: ByteWindow,
  entryOf: (place: string, line: Buffer) => ArchiveEntry | undefined,
): Generator<ArchiveEntry> {
  for (let number = 1; window.reach(1); number++) {
    const place = String(number);
    const end = window.lineEnd(MAX_LINE_BYTES);
    if (end === undefined) {
      window.passLine();
      yield { place, ...tooLong("a line") };
      continue;
    }
    const length = window.at(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
    const entry = entryOf(place, window.view(0, length));
    window.drop(end + 1);
    if (entry !== undefined) yield entry;
  }
}

/** Returns the problem of a line or an object above the limit. */
export function tooLong(what: "a line" | "an object"): EntryProblem {
  return { problem: "malformed", detail: `${what} of more than ${MAX_LINE_BYTES / 2 ** 20} MiB` };
}

/** The number of lines and bytes at the beginning of a file that are searched for columns. */
const MAX_SAMPLE = { lines: 100, bytes: 1 << 18 };

/** Returns some complete lines at the beginning of the window. They stay in it. */
export function firstLines(window: ByteWindow): Buffer[] {
  window.reach(MAX_SAMPLE.bytes);
  const isWholeFile = !window.reach(MAX_SAMPLE.bytes + 1);
  const lines = window
    .copy(0, MAX_SAMPLE.bytes)
    .toString("latin1")
    .split("\n", MAX_SAMPLE.lines + 1);
  if (!isWholeFile || lines.length > MAX_SAMPLE.lines) lines.pop();
  return lines.map((line) => Buffer.from(line, "latin1"));
}
