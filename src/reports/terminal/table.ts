import { largest } from "../../base/lists.js";
import { safeText } from "../../base/safe-text.js";
import { painted, shortened, type TerminalStyle, type TextLook, width } from "./terminal.js";

/** Spaces between two columns. */
const GAP = 2;

/** Cells are never shortened to less than this, however narrow the terminal. */
const SHORTEST = 8;

/** The look of each cell; undefined for plain text. */
export type TableLook = (row: number, column: number) => TextLook | undefined;

/**
 * Aligns rows in columns. Each column is as wide as its widest cell. If the table is wider than
 * the terminal, the widest left-aligned columns are shortened. Numbers are never shortened, so a
 * table may stay too wide.
 *
 * @param align one letter a column, `l` or `r`
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

/** Gives a look to the first row, the head of a table. */
export function headLook(look: TextLook): TableLook {
  return (row) => (row === 0 ? look : undefined);
}

/** The widths of the columns. As long as the table is too wide, the widest left-aligned column becomes narrower. */
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

/** Longer paths do not widen the column: they only shift the rest of their own line. */
const WIDEST_PATH = 60;

/** The width of a column of paths. It is fixed in advance, because each line is printed as soon as it is ready. */
export function pathColumn(paths: readonly string[]): number {
  return Math.min(WIDEST_PATH, widestOf(paths.map(safeText)));
}

/** The width of the widest text. */
export function widestOf(texts: readonly string[]): number {
  return largest(texts.map(width), 0);
}
