import type { ArchiveFormat } from "./archive.js";
import { columnsOfObjects, objectEntry } from "./json-record.js";
import { firstLines, lineBoundaries, lineEntries } from "./text-lines.js";

/**
 * JSON lines: each line is an object with the text and the class of a document. A class may be a string, a number, a
 * boolean or an array of these. Places are line numbers, from 1. Blank lines are skipped.
 */
export const JSON_LINES: ArchiveFormat = {
  title: ["JSON lines", "JSON lines"],
  unit: "document",
  endings: [".jsonl", ".ndjson"],
  isBeginning: (beginning) => /^(?:\xef\xbb\xbf)?\s*\{\s*"/.test(beginning.toString("latin1")),
  classIn: "column",
  columns: (window, named, path) => {
    const lines = firstLines(window).filter((line) => line.toString("latin1").trim() !== "");
    return columnsOfObjects(path, lines, named, window.copy(0, BEGINNING).toString());
  },
  entries: (window, { columns, before }) =>
    lineEntries(window, before, (place, line) => objectEntry(place, line, columns)),
  boundaries: lineBoundaries,
};

/** In bytes. The members of an object around all rows are looked for here. */
const BEGINNING = 1 << 16;
