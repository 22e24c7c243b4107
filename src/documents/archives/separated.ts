import { DataError } from "../../base/errors.js";
import { largest } from "../../base/lists.js";
import type { ByteWindow } from "../files/byte-window.js";
import type { ArchiveEntry, ArchiveFormat, EntryDocument, EntryOptions } from "./archive.js";
import { classIn, documentIn, namesIn, numbersUpTo, textOf } from "./cells.js";
import { type Columns, findColumns, type NamedColumns, TABLE_OPTIONS } from "./columns.js";
import { beginningAt, skipPreamble } from "./dialect.js";
import { records } from "./records.js";

/** Separated values: one row for each document, usually after a row with the names of the columns. */
export const SEPARATED: ArchiveFormat = {
  name: "separated",
  inputNames: ["csv", "tsv"],
  title: ["separated values", "separated values"],
  unit: "document",
  endings: [".csv", ".tsv"],
  isBeginning: (beginning) => hasTabs(beginning.toString("latin1")),
  classIn: "column",
  options: TABLE_OPTIONS,
  columns: columnsAt,
  entries,
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
 * @throws DataError if a column is missing.
 */
function* entries(window: ByteWindow, { columns, path }: EntryOptions): Generator<ArchiveEntry> {
  const { separator, isQuoted, hasHeader, width, above } = columns.dialect ?? beginningAt(window, path, {}).dialect;
  skipPreamble(window);
  const rows = records(window, separator, isQuoted);
  for (let row = 0; row < above; row++) rows.next();
  const names = hasHeader ? namesIn((rows.next().value as readonly string[] | undefined) ?? []) : numbersUpTo(width);
  // The fault of a file that cannot be read is reported elsewhere.
  if (window.fault !== undefined && names.length === 0) return;
  const documentIn = rowReader(names, columns, path);
  const isHeader = hasHeader ? headerTest(names, columns.text, path) : () => false;
  let number = 0;
  for (const row of rows) {
    const place = String(++number);
    const entry =
      row === undefined ? "a quote that is never closed" : isHeader(row, place) ? "the header again" : documentIn(row);
    yield typeof entry === "string" ? { place, problem: "malformed", detail: entry } : { place, ...entry };
  }
}

/** Finds the columns and the dialect. */
function columnsAt(window: ByteWindow, named: NamedColumns, path: string): Columns {
  const { rows, dialect } = beginningAt(window, path, named);
  const names = dialect.hasHeader ? namesIn(rows[0] ?? []) : numbersUpTo(dialect.width);
  const sample = dialect.hasHeader ? rows.slice(1) : rows;
  return { ...findColumns(path, "column", { names, rows: sample }, named), dialect };
}

/**
 * Returns a test of whether a row has the names of the columns, as a second table has that was joined to the first. It
 * may begin with a byte-order mark. The test throws a DataError if the names are in another order, because the cells
 * below them would be read as other columns.
 */
function headerTest(names: readonly string[], text: string, path: string) {
  const column = names.indexOf(text);
  const longest = largest(names.map((name) => Buffer.byteLength(name))) + MAX_AROUND;
  const header = names.map((name) => name.toLowerCase());
  const sorted = header.toSorted().join("\n");
  return (row: readonly string[], place: string): boolean => {
    if (!(row[column]?.length <= longest)) return false;
    const found = namesIn(row.slice(0, names.length)).map((name) => name.toLowerCase());
    if (found.join("\n") === header.join("\n")) return true;
    if (found.sort().join("\n") !== sorted) return false;
    throw new DataError(
      `${path}: row ${place} is a header with the columns in another order: join the tables by column`,
    );
  };
}

/** In bytes: blanks and invisible characters around a name. */
const MAX_AROUND = 8;

/** Reads the document in a row, or returns the reason why the row has none. Cells have one character per byte. */
type RowReader = (row: readonly string[]) => Omit<EntryDocument, "place"> | string;

/** Returns a reader of rows. @throws DataError if a column is missing */
function rowReader(names: readonly string[], columns: Columns, path: string): RowReader {
  const { label, text, moreTexts = [], oneHot = [], id, date, group, others = [] } = columns;
  // The last entry of a name wins in a map. Reversed, that is the first column with the name.
  const numbers = new Map(names.map((name, c) => [name, c] as const).reverse());
  const listed = columns.members === "all" ? [] : (columns.members ?? []);
  const used = [text, ...moreTexts, label, ...oneHot, id, date, group, ...others, ...listed];
  const gone = used.find((name) => name !== undefined && !numbers.has(name));
  if (gone !== undefined) throw new DataError(`${path}: there is no column ${JSON.stringify(gone)} any more`);
  const lastText = largest([text, ...moreTexts].map((name) => numbers.get(name) ?? 0));
  return (row) => {
    if (row.length <= lastText) return "too few cells";
    if (row.slice(names.length).some((cell) => cell.trim() !== "")) return "too many cells";
    const cellOf = (name: string) => row[numbers.get(name) ?? 0];
    const inCell = (cell: unknown) => classIn(textOf(String(cell ?? "")), columns);
    return documentIn(
      { cellOf, classIn: inCell, names: () => [...numbers.keys()].reverse(), isDecoded: false },
      columns,
    );
  };
}
