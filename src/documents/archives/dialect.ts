import { isUtf8 } from "node:buffer";
import type { ByteWindow } from "./byte-window.js";
import { type Dialect, type NamedColumns, usualName } from "./columns.js";
import { SEPARATORS, separatorOf } from "./delimited.js";
import { wholeRecords } from "./records.js";

/** The beginning of a file that tells how it is written. */
const BEGINNING_BYTES = 1 << 16;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The first line by which Excel is told the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/;

export function dialectAt(window: ByteWindow, path: string): Dialect {
  return beginningAt(window, path, { hasClasses: true }).dialect;
}

/**
 * Reads the rows at the beginning of the window, and tells how they are written. Keeps them in the window.
 *
 * @param path the path of the file; tabs separate cells if it ends with `.tsv`
 */
export function beginningAt(window: ByteWindow, path: string, named: NamedColumns) {
  window.reach(BEGINNING_BYTES);
  const isLast = !window.reach(BEGINNING_BYTES + 1);
  const whole = window.view(0, BEGINNING_BYTES);
  const skipped = preambleOf(whole);
  const bytes = whole.subarray(skipped.bytes);
  const isTabs = /\.tsv(?:\.gz)?$/i.test(path);
  const separator = skipped.separator ?? (isTabs ? SEPARATORS.tab : commonSeparator(bytes.toString("latin1")));
  const rowsOf = (isQuoted: boolean) =>
    wholeRecords(bytes, separator, isQuoted, isLast).found.map(({ cells }) => cells);
  const quoted = rowsOf(true);
  const isQuoted = separator !== SEPARATORS.tab || hasQuotedCells(quoted, rowsOf(false));
  const rows = isQuoted ? quoted : rowsOf(false);
  return { rows, dialect: { separator, isQuoted, hasHeader: hasHeader(rows, named) } satisfies Dialect };
}

/** How many lines must agree about the separator. */
const LINES = 20;

/** Returns the separator that stands as often in each of the first lines, otherwise the most frequent one in the first. */
function commonSeparator(text: string): string {
  const lines = text
    .replace(/"[^"]*"/g, "")
    .split(/[\r\n]+/, LINES + 1)
    .slice(0, LINES)
    .filter((line) => line !== "");
  const common = Object.values(SEPARATORS).filter((separator) => {
    const [first, ...others] = lines.map((line) => line.split(separator).length);
    return first > 1 && others.length > 0 && others.every((cells) => cells === first);
  });
  return common.length === 1 ? common[0] : separatorOf(text);
}

/**
 * Whether quotes enclose cells between tabs. In most such files a quote is an ordinary character (IANA's definition of
 * text/tab-separated-values). Quotes enclose cells if all names of columns are quoted, or if only so all rows have as
 * many cells as the first one.
 */
function hasQuotedCells(quoted: Cells, plain: Cells): boolean {
  if (plain.length > 0 && plain[0].every((cell) => /^".*"$/s.test(cell.trim()))) return true;
  return isEven(quoted) && !isEven(plain);
}

type Cells = readonly (readonly string[])[];

function isEven(rows: Cells): boolean {
  return rows.every((row) => row.length === rows[0].length);
}

/**
 * Whether the first row has the names of the columns. It has not if none of them is usual or named by the user, and a
 * value in it comes again further down in its column, as classes do.
 */
function hasHeader(rows: Cells, { label, text }: NamedColumns): boolean {
  const [first = [], ...others] = rows;
  const names = namesIn(first);
  if ([label, text].some((name) => name !== undefined && names.includes(name))) return true;
  if (usualName("label", names) !== undefined || usualName("text", names) !== undefined) return true;
  return !names.some((name, c) => name !== "" && others.some((row) => row[c]?.trim() === first[c].trim()));
}

/** A byte-order mark and a line such as `sep=;` before the first row. */
function preambleOf(bytes: Buffer): { readonly bytes: number; readonly separator?: string | undefined } {
  const mark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const [line = "", separator] = SEPARATOR_LINE.exec(bytes.toString("latin1", mark, mark + 8)) ?? [];
  return { bytes: mark + line.length, separator };
}

export function skipPreamble(window: ByteWindow): void {
  window.reach(BYTE_ORDER_MARK.length + 8);
  window.drop(preambleOf(window.view(0, BYTE_ORDER_MARK.length + 8)).bytes);
}

export function namesIn(row: readonly string[]): string[] {
  return row.map((cell) => textOf(cell).trim());
}

/** Returns the names of columns without a header. */
export function numbersOf(row: readonly string[] = []): string[] {
  return row.map((_, c) => String(c + 1));
}

/** Returns the text of a cell that has one character per byte. */
export function textOf(cell: string): string {
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString() : cell;
}
