import { largest } from "../../base/lists.js";
import { safeText } from "../../base/safe-text.js";
import { shortened, width } from "./terminal.js";

/** Spaces between two columns. */
const GAP = 2;

/** A name is never shortened to less than this, however narrow the terminal. */
const SHORTEST = 8;

/** Replaces a cell with a text of the same width, such as the cell in a colour. */
export type Paint = (cell: string, row: number, column: number) => string;

/**
 * Aligns rows in columns. Each column is as wide as its widest cell.
 *
 * @param align one letter a column, `l` or `r`
 */
export function textTable(
  rows: readonly (readonly string[])[],
  align: string,
  paint: Paint = (cell) => cell,
): string[] {
  const widths = columnWidths(rows, align);
  return rows.map((row, r) =>
    row
      .map((cell, column) => {
        const room = " ".repeat(widths[column] - width(cell));
        const text = paint(cell, r, column);
        return align[column] === "r" ? room + text : text + room;
      })
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}

/**
 * A `textTable` that fits a terminal of `columns` columns. If it is too wide, the widest
 * left-aligned columns are shortened. Numbers are never shortened, so a table may stay too wide.
 */
export function fittedTable(
  rows: readonly (readonly string[])[],
  align: string,
  columns: number,
  paint?: Paint,
): string[] {
  const widths = columnWidths(rows, align);
  let excess = widths.reduce((sum, each) => sum + each + GAP, -GAP) - columns;
  while (excess > 0) {
    const names = widths.map((each, column) => (align[column] === "l" && each > SHORTEST ? each : 0));
    const widest = largest(names);
    if (widest === 0) break;
    widths[names.indexOf(widest)]--;
    excess--;
  }
  const fitting = rows.map((row) => row.map((cell, column) => shortened(cell, widths[column])));
  return textTable(fitting, align, paint);
}

function columnWidths(rows: readonly (readonly string[])[], align: string): number[] {
  return [...align].map((_, column) => widestOf(rows.map((row) => row[column] ?? "")));
}

/** A longer path is not padded for: it moves the columns of its own line only. */
const WIDEST_PATH = 60;

/** The width of a column of paths, each printed as soon as its document is classified. */
export function pathColumn(paths: readonly string[]): number {
  return Math.min(WIDEST_PATH, widestOf(paths.map(safeText)));
}

/** The width of the widest text. */
export function widestOf(texts: readonly string[]): number {
  return largest(texts.map(width), 0);
}
