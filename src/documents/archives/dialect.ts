import { largest } from "../../base/lists.js";
import { MAX_DOCUMENT_BYTES } from "../document.js";
import { type ByteWindow, LINE_FEED } from "../files/byte-window.js";
import { namesIn } from "./cells.js";
import { type Dialect, type NamedColumns, textsIn, usualName } from "./columns.js";
import { wholeRecords } from "./records.js";

/** The characters that can separate cells, by their names in commands. */
export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t", bar: "|" } as const;

/** The name of a separator. */
export type Separator = keyof typeof SEPARATORS;

/** The number of bytes that are searched for the dialect at first. If they have too few lines, more are searched. */
const FIRST_BYTES = 1 << 16;

/** Maximum number of bytes that are searched: a document in which each quote is doubled. */
const MAX_BEGINNING = 2 * MAX_DOCUMENT_BYTES;

/** Minimum number of lines that are searched. */
const MIN_LINES = 10;

/** Counts the lines, up to MIN_LINES. */
function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && lines < MIN_LINES; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** A first line that tells Excel the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/;

/** In bytes; at least the length of a match of `SEPARATOR_LINE`. */
const MAX_SEPARATOR_LINE = 8;

/**
 * Reads the rows at the beginning of the window, and finds out how they are written. They stay in the window.
 *
 * @param path the path of the file; tabs separate cells if it ends with `.tsv` or `.tsv.gz`
 * @param named the columns that the user names: a first row with one of these names is a header
 * @returns the rows, each a list of cells with one character per byte, from the header if there is one
 */
export function beginningAt(
  window: ByteWindow,
  path: string,
  named: ClassAndText,
): { readonly rows: Cells; readonly dialect: Dialect } {
  let size = FIRST_BYTES;
  while (window.reach(size + 1) && countLines(window.view(0, size)) < MIN_LINES && size < MAX_BEGINNING) size *= 4;
  const isWholeFile = !window.reach(size + 1);
  const beginning = window.view(0, size);
  const preamble = preambleOf(beginning);
  const bytes = beginning.subarray(preamble.length);
  const isTabs = /\.tsv(?:\.(?:gz|zst))?$/i.test(path);
  const separator = preamble.separator ?? (isTabs ? SEPARATORS.tab : commonSeparator(bytes.toString("latin1")));
  const rowsOf = (isQuoted: boolean) => wholeRecords(bytes, separator, isQuoted, isWholeFile).found;
  const quoted = rowsOf(true);
  const isQuoted = separator !== SEPARATORS.tab || hasQuotedCells(quoted, rowsOf(false));
  const all = isQuoted ? quoted : rowsOf(false);
  const above = rowsAbove(all, named);
  const rows = all.slice(above);
  const width = rows.at(0)?.length ?? 0;
  return { rows, dialect: { separator, isQuoted, width, hasHeader: hasHeader(rows, named), above } };
}

/** The number of lines that are searched for a common separator. */
const MAX_LINES = 20;

/**
 * Returns the separator that occurs equally often in each of the first lines. If that is not exactly one, leaves out the
 * first line, which may be a title, and then the second and third. Otherwise returns the most frequent one in the first
 * line.
 */
function commonSeparator(text: string): string {
  const lines = text
    .replace(/"[^"]*"/g, "")
    .split(/[\r\n]+/, MAX_LINES)
    .filter((line) => line !== "");
  for (let title = 0; title <= MAX_TITLE; title++) {
    const common = Object.values(SEPARATORS).filter((separator) => {
      const [first, ...others] = lines.slice(title).map((line) => line.split(separator).length);
      return first > 1 && others.length > title && others.every((cells) => cells === first);
    });
    if (common.length === 1) return common[0];
  }
  return separatorOf(text);
}

/** Maximum number of lines of a title. */
const MAX_TITLE = 3;

/** Returns the most frequent separator in the first line, outside quotes; a comma if there is no separator. */
export function separatorOf(text: string): string {
  const [first = ""] = /[^\r\n]+/.exec(text.replace(/"[^"]*"/g, "")) ?? [];
  const counts = Object.values(SEPARATORS).map((separator) => first.split(separator).length);
  return Object.values(SEPARATORS)[counts.indexOf(largest(counts))];
}

/**
 * Whether cells between tabs are quoted. In most such files a quote is an ordinary character (IANA's definition of
 * text/tab-separated-values). Cells are quoted if all names of columns are quoted, or if all rows have the same number
 * of cells only when quotes are understood.
 */
function hasQuotedCells(quoted: Cells, plain: Cells): boolean {
  if (plain.length > 0 && plain[0].every((cell) => /^".*"$/s.test(cell.trim()))) return true;
  return isRectangular(quoted) && !isRectangular(plain);
}

/** The columns of the class and of the texts, if the user names them. */
type ClassAndText = Pick<NamedColumns, "labelColumn" | "textColumn">;

/** Rows of cells. */
type Cells = readonly (readonly string[])[];

/** Whether all rows have the same number of cells. */
function isRectangular(rows: Cells): boolean {
  return rows.every((row) => row.length === rows[0].length);
}

/**
 * Whether the first row has the names of the columns. It is a document instead if none of its values is a usual name or
 * named by the user, and one of them is repeated further down in its column, as classes are.
 */
function hasHeader(rows: Cells, named: ClassAndText): boolean {
  const [first = [], ...others] = rows;
  const names = namesIn(first);
  if (hasNames(names, named).includes(true)) return true;
  return !names.some((name, c) => name !== "" && others.some((row) => row[c]?.trim() === first[c].trim()));
}

/** The number of rows that are searched for the header. */
const MAX_ABOVE = 10;

/**
 * Returns how many rows are above the header, such as a title, a date and empty rows. The header is the first row with
 * the names of a class and of a text. Without such a row, it is the first one with more than one cell, if most rows are
 * like that.
 */
function rowsAbove(rows: Cells, named: ClassAndText): number {
  const first = rows.slice(0, MAX_ABOVE);
  const sure = first.findIndex((row) => !hasNames(namesIn(row), named).includes(false));
  if (sure >= 0) return sure;
  const hasCells = (row: readonly string[]) => row.slice(1).some((cell) => cell.trim() !== "");
  const filled = first.findIndex(hasCells);
  const isTable = filled > 0 && rows.filter(hasCells).length > rows.length / 2;
  const isTitle = isTable && usualName("text", namesIn(rows[0])) === undefined;
  return isTitle && hasHeader(rows.slice(filled), named) ? filled : 0;
}

/** Returns, for the class and each text, whether a row has its name: the one that the user gives, or else a usual one. */
function hasNames(names: readonly string[], named: ClassAndText): boolean[] {
  const texts = textsIn(named);
  const wanted = [
    named.labelColumn ?? usualName("label", names),
    ...(texts.length > 0 ? texts : [usualName("text", names)]),
  ];
  return wanted.map((name) => name !== undefined && names.includes(name));
}

/** Finds a byte-order mark and a line such as `sep=;` before the first row. Returns their length in bytes. */
function preambleOf(bytes: Buffer): { readonly length: number; readonly separator?: string | undefined } {
  const mark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const [line = "", separator] = SEPARATOR_LINE.exec(bytes.toString("latin1", mark, mark + MAX_SEPARATOR_LINE)) ?? [];
  return { length: mark + line.length, separator };
}

/** Drops a byte-order mark and a line such as `sep=;` from the beginning of the window. */
export function skipPreamble(window: ByteWindow): void {
  const longest = BYTE_ORDER_MARK.length + MAX_SEPARATOR_LINE;
  window.reach(longest);
  window.drop(preambleOf(window.view(0, longest)).length);
}
