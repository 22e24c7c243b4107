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
  columns: (window, named, path) =>
    columnsOfObjects(path, firstLines(window), named, () => {
      window.reach(MAX_WHOLE);
      return window
        .copy(0, MAX_WHOLE)
        .toString()
        .replace(/^\ufeff/, "");
    }),
  entries: (window, { columns, before }) =>
    lineEntries(window, before, (place, line) => objectEntry(place, line, columns)),
  boundaries: lineBoundaries,
};

/** In bytes. An object around all rows is recognized in files up to this size. */
const MAX_WHOLE = 1 << 26;
