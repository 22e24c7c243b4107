import { isUtf8 } from "node:buffer";
import { DataError } from "../errors.js";
import { type Entry, limited } from "./archive.js";
import type { ByteWindow } from "./byte-window.js";
import type { Columns } from "./columns.js";
import { SEPARATORS, separatorOf } from "./delimited.js";
import { records } from "./records.js";

/** Names of columns are not so long. */
const HEADER_BYTES = 1 << 16;

/**
 * The documents of separated values: a row for each, below a line with the names of the
 * columns. Places are numbers of rows, from 1.
 *
 * @param name of the file: in one that ends in .tsv tabs separate, in others what makes most of the first line
 * @throws DataError if a column is not there.
 */
export function* separatedDocuments(window: ByteWindow, columns: Columns, name: string): Generator<Entry> {
  window.reach(HEADER_BYTES);
  if (window.view(0, 3).equals(BYTE_ORDER_MARK)) window.drop(3);
  const separator = /\.tsv(?:\.gz)?$/i.test(name)
    ? SEPARATORS.tab
    : separatorOf(window.view(0, HEADER_BYTES).toString("latin1"));
  const rows = records(window, separator);
  const header = (rows.next().value as readonly string[] | undefined)?.map((cell) => textOf(cell).trim()) ?? [];
  // What stands in no file is told as its fault, not as one of its columns.
  if (window.fault !== undefined && header.length === 0) return;
  const text = columnOf(columns.text, "text", header, name);
  const label = columns.label === undefined ? undefined : columnOf(columns.label, "label", header, name);
  let number = 0;
  for (const row of rows) yield entryOf(String(++number), row, text, label);
}

function entryOf(
  place: string,
  row: readonly string[] | undefined,
  textColumn: number,
  labelColumn: number | undefined,
): Entry {
  const malformed = (detail: string): Entry => ({ place, problem: "malformed", detail });
  if (row === undefined) return malformed("a quote that nothing closes");
  const text = row.at(textColumn);
  if (text === undefined) return malformed("too few cells");
  if (labelColumn === undefined) return { place, ...limited(Buffer.from(text, "latin1")) };
  const label = textOf(row.at(labelColumn) ?? "").trim();
  return label === "" ? malformed("no class") : { place, label, ...limited(Buffer.from(text, "latin1")) };
}

function columnOf(column: string, kind: "label" | "text", header: readonly string[], name: string): number {
  const index = header.indexOf(column);
  if (index >= 0) return index;
  const found =
    header.length === 0
      ? "none"
      : header
          .slice(0, NAMED)
          .map((one) => JSON.stringify(one))
          .join(", ");
  throw new DataError(
    `${name}: required a column ${JSON.stringify(column)}, found ${found}: name the right one by --${kind}-column`,
  );
}

/** As many as fit a line that somebody reads. */
const NAMED = 10;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Of a cell with a character a byte. */
function textOf(cell: string): string {
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString() : cell;
}
