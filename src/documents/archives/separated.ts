import { limited } from "../document.js";
import { cellOf } from "../label-sets.js";
import type { ArchiveEntry, ArchiveFormat, Boundary, EntryOptions } from "./archive.js";
import type { ByteWindow } from "./byte-window.js";
import { type Columns, classIn, findColumns, isSet, type NamedColumns } from "./columns.js";
import { beginningAt, dialectAt, namesIn, numbersOf, skipPreamble, textOf } from "./dialect.js";
import { recordBlocks, records } from "./records.js";

/** Separated values: one row for each document, usually after a row with the names of the columns. */
export const SEPARATED: ArchiveFormat = {
  title: ["separated values", "separated values"],
  unit: "document",
  endings: [".csv", ".tsv"],
  isBeginning: (beginning) => hasTabs(beginning.toString("latin1")),
  classIn: "column",
  columns: columnsAt,
  entries: (window, { columns, path, before }) => separatedDocuments(window, columns, path, before),
  boundaries,
};

/** Whether all lines at the beginning of a file have the same number of tabs, either outside quotes or in total. */
function hasTabs(beginning: string): boolean {
  return [beginning, beginning.replace(/"[^"]*"/g, "")].some((text) => {
    // The last line may be cut.
    const lines = text.split(/[\r\n]+/).slice(0, -1);
    const [first = 0, ...others] = lines.map((line) => line.split("\t").length - 1);
    return first > 0 && others.length > 0 && others.every((tabs) => tabs === first);
  });
}

/**
 * Reads the documents in separated values. Places are row numbers, from 1.
 *
 * @param before the number of rows before the window, which still has the row with the names of the columns
 * @throws DataError if a column is missing.
 */
export function* separatedDocuments(
  window: ByteWindow,
  columns: Columns,
  path: string,
  before = 0,
): Generator<ArchiveEntry> {
  const dialect = columns.dialect ?? dialectAt(window, path);
  skipPreamble(window);
  const rows = records(window, dialect.separator, dialect.isQuoted);
  const header = dialect.hasHeader ? namesIn((rows.next().value as readonly string[] | undefined) ?? []) : undefined;
  // The fault of a file that cannot be read is reported elsewhere.
  if (window.fault !== undefined && header?.length === 0) return;
  let names = header;
  let number = before;
  for (const row of rows) {
    names ??= numbersOf(row);
    const place = String(++number);
    const entry = row === undefined ? "a quote that is never closed" : documentIn(row, names, columns);
    yield typeof entry === "string" ? { place, problem: "malformed", detail: entry } : { place, ...entry };
  }
}

/** Finds the columns and the dialect. */
function columnsAt(window: ByteWindow, named: NamedColumns, path: string): Columns {
  const { rows, dialect } = beginningAt(window, path, named);
  const names = dialect.hasHeader ? namesIn(rows[0] ?? []) : numbersOf(rows[0]);
  const sample = dialect.hasHeader ? rows.slice(1) : rows;
  return { ...findColumns(path, "column", { names, rows: sample }, named), dialect };
}

/** Returns the boundaries after rows. Stops at a quote that is not closed, because later quotes are then misread. */
function* boundaries(window: ByteWindow, { path, columns }: EntryOptions): Generator<Boundary> {
  const { separator, isQuoted, hasHeader } = columns.dialect ?? dialectAt(window, path);
  skipPreamble(window);
  let rows = 0;
  if (!hasHeader && window.reach(1)) yield { at: window.passed, before: rows++ };
  for (const { found, start } of recordBlocks(window, separator, isQuoted)) {
    for (const record of found) {
      if (record === undefined) return;
      yield { at: start + record.end, before: rows++ };
    }
  }
}

/** Returns the document in a row, or the reason why it has none. */
function documentIn(row: readonly string[], names: readonly string[], { label, text, oneHot }: Columns) {
  const [labelColumn, textColumn] = [label, text].map((name) => (name === undefined ? -1 : names.indexOf(name)));
  if (row.length <= textColumn) return "too few cells";
  if (row.slice(names.length).some((cell) => cell.trim() !== "")) return "too many cells";
  const content = limited(Buffer.from(row[textColumn], "latin1"));
  if (label === undefined && oneHot === undefined) return content;
  const labels = oneHot?.filter((name) => isSet(row[names.indexOf(name)])) ?? [];
  const own = labels.length === 1 ? labels[0] : oneHot ? cellOf(labels) : classIn(textOf(row.at(labelColumn) ?? ""));
  return own === "" ? "no class" : { label: own, ...content };
}
