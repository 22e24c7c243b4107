import { largest } from "../../base/lists.js";
import { safeText } from "../../base/safe-text.js";
import { painted, shortened, type TerminalStyle, type TextLook, width } from "./terminal.js";

/** Number of spaces between two columns. */
export const GAP = 2;

/** Minimum width of a shortened cell, even on a narrow terminal. */
const SHORTEST = 8;

/** Returns the look of a cell; undefined for plain text. */
export type TableLook = (row: number, column: number) => TextLook | undefined;

/**
 * Aligns rows in columns. Each column is as wide as its widest cell. If the table is wider than the terminal, the
 * widest left-aligned columns are shortened. Numbers are never shortened, so a table may remain too wide.
 *
 * @param align one letter per column, `l` or `r`
 */
export function textTable(
  rows: readonly (readonly string[])[],
  align: string,
  { columns = Number.POSITIVE_INFINITY, colour, look }: TerminalStyle & { readonly look?: TableLook | undefined } = {},
): string[] {
  const widths = fittingWidths(rows, align, columns);
  return rows.map((row, r) =>
    row
      .map((whole, column) => {
        const cell = shortened(whole, widths[column]);
        const padding = " ".repeat(widths[column] - width(cell));
        const end = cell.trimEnd().length;
        const text = painted(cell.slice(0, end), look?.(r, column), colour) + cell.slice(end);
        return align[column] === "r" ? padding + text : text + padding;
      })
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}

/** The look of a table whose first row, the head, is bold. */
export const BOLD_HEAD: TableLook = (row) => (row === 0 ? "bold" : undefined);

/** Returns the widths of the columns. While the table is too wide, the widest left-aligned column gets narrower. */
function fittingWidths(rows: readonly (readonly string[])[], align: string, columns: number): number[] {
  const widths = [...align].map((_, column) => widestOf(rows.map((row) => row[column] ?? "")));
  let excess = widths.reduce((sum, each) => sum + each + GAP, -GAP) - columns;
  while (excess > 0) {
    const shrinkable = widths.map((each, column) => (align[column] === "l" && each > SHORTEST ? each : 0));
    const widest = largest(shrinkable);
    if (widest === 0) break;
    widths[shrinkable.indexOf(widest)]--;
    excess--;
  }
  return widths;
}

/** Maximum width of a path column. A longer path shifts only the rest of its own line. */
const WIDEST_PATH = 60;

/** Returns the width of a column of paths. It is fixed in advance, because lines are printed as soon as possible. */
export function pathColumn(paths: readonly string[]): number {
  return Math.min(WIDEST_PATH, widestOf(paths.map(safeText)));
}

/** Returns the width of the widest text. */
export function widestOf(texts: readonly string[]): number {
  return largest(texts.map(width), 0);
}
