import { isUtf8 } from "node:buffer";
import { DataError } from "../../base/errors.js";
import { limited, MAX_DOCUMENT_BYTES } from "../document.js";
import type { ArchiveEntry, ArchiveFormat, Boundary, EntryOptions } from "./archive.js";
import type { ByteWindow } from "./byte-window.js";
import { csvParser, SEPARATORS, separatorOf } from "./delimited.js";

/** Comma- or tab-separated values: one row for each document, after a row with the names of the columns. */
export const SEPARATED: ArchiveFormat = {
  title: ["separated values", "separated values"],
  unit: "document",
  endings: [".csv", ".tsv"],
  isBeginning: () => false,
  classIn: "column",
  entries,
  boundaries,
};

/** The row with the names of the columns is shorter than this. */
const HEADER_BYTES = 1 << 16;

/** How many columns an error lists. */
const NAMED = 10;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads the documents in separated values. Places are row numbers, from 1. The first row of the window has the names of
 * the columns.
 *
 * @throws DataError if a column is missing.
 */
function* entries(window: ByteWindow, { columns, path, before = 0 }: EntryOptions): Generator<ArchiveEntry> {
  const rows = records(window, separatorAt(window, path));
  const header = (rows.next().value as readonly string[] | undefined)?.map((cell) => textOf(cell).trim()) ?? [];
  // A file that cannot be read has a fault. Do not also report that its columns are missing.
  if (window.fault !== undefined && header.length === 0) return;
  const text = columnOf(columns.text, "text", header, path);
  const label = columns.label === undefined ? undefined : columnOf(columns.label, "label", header, path);
  let number = before;
  for (const row of rows) yield entryOf(String(++number), row, text, label);
}

/**
 * Skips a byte-order mark, and finds the character that separates cells: tabs in .tsv files; in other files, the
 * character that is most frequent in the first line.
 */
function separatorAt(window: ByteWindow, path: string): string {
  window.reach(HEADER_BYTES);
  if (window.view(0, 3).equals(BYTE_ORDER_MARK)) window.drop(3);
  if (/\.tsv(?:\.gz)?$/i.test(path)) return SEPARATORS.tab;
  return separatorOf(window.view(0, HEADER_BYTES).toString("latin1"));
}

/** Returns the boundaries after rows, up to a quote that is not closed, because quotes then have another meaning. */
function* boundaries(window: ByteWindow, { path }: EntryOptions): Generator<Boundary> {
  let rows = 0;
  for (const { found, start } of blocks(window, separatorAt(window, path))) {
    for (const record of found) {
      if (record === undefined) return;
      yield { at: start + record.end, before: rows++ };
    }
  }
}

/**
 * @param text the number of the column with the text
 * @param label the number of the column with the class, if classes are wanted
 */
function entryOf(place: string, row: readonly string[] | undefined, text: number, label?: number): ArchiveEntry {
  const malformed = (detail: string): ArchiveEntry => ({ place, problem: "malformed", detail });
  if (row === undefined) return malformed("a quote that is never closed");
  const content = row.at(text);
  if (content === undefined) return malformed("too few cells");
  const bytes = limited(Buffer.from(content, "latin1"));
  if (label === undefined) return { place, ...bytes };
  const name = textOf(row.at(label) ?? "").trim();
  return name === "" ? malformed("no class") : { place, label: name, ...bytes };
}

function columnOf(column: string, kind: "label" | "text", header: readonly string[], path: string): number {
  const index = header.indexOf(column);
  if (index >= 0) return index;
  const names = header.slice(0, NAMED).map((name) => JSON.stringify(name));
  const found = names.length === 0 ? "the file has no columns" : `the columns are ${names.join(", ")}`;
  throw new DataError(
    `${path}: there is no column ${JSON.stringify(column)}; ${found}: choose one with --${kind}-column`,
  );
}

/** Returns the text of a cell that has one character per byte. */
function textOf(cell: string): string {
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString() : cell;
}

/** How many bytes are parsed at once. A longer record is parsed again with more bytes. */
const BLOCK_BYTES = 1 << 18;

/** A record contains a document, in which each quote is doubled. A longer record has a quote that is not closed. */
const MAX_RECORD_BYTES = 2 * MAX_DOCUMENT_BYTES;

const LINE_ENDS: readonly (number | undefined)[] = [10, 13];

/**
 * Reads the records of separated values (RFC 4180). Cells have one character per byte, because each may have its own
 * encoding. Skips blank lines. A quote inside an unquoted cell is an ordinary character, and so are all quotes after
 * one that is not closed.
 *
 * csv-parse reads only whole texts. Therefore, each block is parsed as a whole text, and a record that the end of the
 * block cuts is parsed again. A block without a whole record is parsed again with four times its size, up to the limit.
 * The time is linear in total.
 *
 * @param separator one character
 * @returns undefined in place of a line with a quote that is not closed
 */
export function* records(window: ByteWindow, separator: string): Generator<readonly string[] | undefined> {
  for (const { found } of blocks(window, separator)) for (const record of found) yield record?.cells;
}

/** A record, and its end in its block. */
interface FoundRecord {
  readonly cells: readonly string[];
  readonly end: number;
}

/** The records that are parsed at once, and the beginning of their block in the stream. */
type RecordBlock = { readonly found: readonly (FoundRecord | undefined)[]; readonly start: number };

function* blocks(window: ByteWindow, separator: string): Generator<RecordBlock> {
  let hasQuotes = true;
  for (let size = BLOCK_BYTES; window.reach(1); ) {
    const isLast = !window.reach(size + 1);
    const start = window.passed;
    const { found, end } = wholeRecords(window.view(0, size), separator, hasQuotes, isLast);
    window.drop(end);
    yield { found, start };
    if (end > 0) {
      size = BLOCK_BYTES;
    } else if (!isLast && size < MAX_RECORD_BYTES) {
      size = Math.min(4 * size, MAX_RECORD_BYTES);
    } else {
      while (LINE_ENDS.includes(window.at(0))) window.drop(1);
      window.passLine();
      yield { found: [undefined], start };
      hasQuotes = false;
      size = BLOCK_BYTES;
    }
  }
}

/** Returns the records that a block contains in full, and the end of the last one. */
function wholeRecords(
  block: Buffer,
  separator: string,
  hasQuotes: boolean,
  isLast: boolean,
): { found: FoundRecord[]; end: number } {
  const parse = csvParser();
  const isCut = !isLast && !LINE_ENDS.includes(block.at(-1));
  const found: FoundRecord[] = [];
  let end = 0;
  try {
    parse(block, {
      delimiter: separator,
      encoding: "latin1",
      quote: hasQuotes ? '"' : null,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record(record: string[], { bytes }) {
        if (bytes < block.length || !isCut) {
          found.push({ cells: record, end: bytes });
          end = bytes;
        }
        return null;
      },
    });
    // Blank lines may follow the last record.
    return { found, end: isCut ? end : block.length };
  } catch (error) {
    if ((error as { code?: string }).code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    return { found, end };
  }
}
