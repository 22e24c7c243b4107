import { isUtf8 } from "node:buffer";
import { DataError } from "../../base/errors.js";
import { MAX_DOCUMENT_BYTES } from "../document.js";
import {
  type ArchiveEntry,
  type ArchiveFormat,
  type Boundary,
  type Columns,
  type EntryOptions,
  limited,
} from "./archive.js";
import type { ByteWindow } from "./byte-window.js";
import { csvParser, SEPARATORS, separatorOf } from "./delimited.js";

/** Comma- or tab-separated values: a row for each document, below a row with the names of the columns. */
export const SEPARATED: ArchiveFormat = {
  title: ["separated values", "separated values"],
  unit: "document",
  endings: [".csv", ".tsv"],
  isBeginning: () => false,
  classIn: "column",
  entries: (window, { columns, path, before }) => separatedDocuments(window, columns, path, before),
  boundaries,
};

/** The row with the names of the columns is shorter. */
const HEADER_BYTES = 1 << 16;

/** How many columns an error lists. */
const NAMED = 10;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The documents of separated values. Places are row numbers, from 1.
 *
 * @param path of the file: in .tsv tabs separate, in other files the character that splits the first line most
 * @param before how many rows lie before those of the window, whose first has the names of the columns
 * @throws DataError if a column is missing.
 */
export function* separatedDocuments(
  window: ByteWindow,
  columns: Columns,
  path: string,
  before = 0,
): Generator<ArchiveEntry> {
  const rows = records(window, separatorAt(window, path));
  const header = (rows.next().value as readonly string[] | undefined)?.map((cell) => textOf(cell).trim()) ?? [];
  // A file that cannot be read has a fault. Do not complain of its columns, too.
  if (window.fault !== undefined && header.length === 0) return;
  const text = columnOf(columns.text, "text", header, path);
  const label = columns.label === undefined ? undefined : columnOf(columns.label, "label", header, path);
  let number = before;
  for (const row of rows) yield entryOf(String(++number), row, text, label);
}

/** Passes over a byte-order mark, and finds what separates cells. */
function separatorAt(window: ByteWindow, path: string): string {
  window.reach(HEADER_BYTES);
  if (window.view(0, 3).equals(BYTE_ORDER_MARK)) window.drop(3);
  if (/\.tsv(?:\.gz)?$/i.test(path)) return SEPARATORS.tab;
  return separatorOf(window.view(0, HEADER_BYTES).toString("latin1"));
}

/** Behind each row, up to a quote that is never closed, after which quotes are read in another way. */
function* boundaries(window: ByteWindow, { path }: EntryOptions): Generator<Boundary> {
  let rows = 0;
  for (const { found, start } of blocks(window, separatorAt(window, path))) {
    for (const record of found) {
      if (record === undefined) return;
      yield { at: start + record.end, before: rows++ };
    }
  }
}

function entryOf(
  place: string,
  row: readonly string[] | undefined,
  textColumn: number,
  labelColumn: number | undefined,
): ArchiveEntry {
  const malformed = (detail: string): ArchiveEntry => ({ place, problem: "malformed", detail });
  if (row === undefined) return malformed("a quote that is never closed");
  const text = row.at(textColumn);
  if (text === undefined) return malformed("too few cells");
  if (labelColumn === undefined) return { place, ...limited(Buffer.from(text, "latin1")) };
  const label = textOf(row.at(labelColumn) ?? "").trim();
  return label === "" ? malformed("no class") : { place, label, ...limited(Buffer.from(text, "latin1")) };
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

/** The text of a cell that holds one character per byte. */
function textOf(cell: string): string {
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString() : cell;
}

/** How many bytes are parsed at once. A longer record is parsed again with more of its bytes. */
const BLOCK_BYTES = 1 << 18;

/** A record holds a document, in which each quote is doubled. In a longer one a quote is never closed. */
const MAX_RECORD_BYTES = 2 * MAX_DOCUMENT_BYTES;

const LINE_ENDS: readonly (number | undefined)[] = [10, 13];

/**
 * The records of separated values (RFC 4180). Cells hold one character per byte, since each may
 * have an encoding of its own. Blank lines are skipped. A quote inside an unquoted cell is an
 * ordinary character; so are all quotes that follow one that is never closed.
 *
 * csv-parse reads whole texts, so each block is parsed as if it were one, and a record that the
 * end of the block cuts is parsed again. A block without a whole record is tried at four times
 * its size, up to the limit: all in all the time is linear.
 *
 * @param separator one character
 * @returns undefined in place of a line with a quote that is never closed
 */
export function* records(window: ByteWindow, separator: string): Generator<readonly string[] | undefined> {
  for (const { found } of blocks(window, separator)) for (const record of found) yield record?.cells;
}

/** A record, and where it ends in its block. */
interface FoundRecord {
  readonly cells: readonly string[];
  readonly end: number;
}

/** Records that are parsed at once, and where their block begins in the stream. */
interface RecordBlock {
  readonly found: readonly (FoundRecord | undefined)[];
  readonly start: number;
}

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

/** The records of a block that it does not cut, and where the last of them ends. */
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
