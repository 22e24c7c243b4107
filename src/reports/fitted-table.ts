import { textTable, width } from "./table.js";
import { shortened } from "./terminal.js";

/** A name is not shortened to less, whatever the terminal. */
const SHORTEST = 8;

/**
 * `textTable` in a terminal of so many columns: where it is too broad the broadest columns of
 * names, those aligned to the left, are shortened. Numbers never are: a table that is too
 * broad without its names stays so.
 */
export function fittedTable(
  rows: readonly (readonly string[])[],
  align: string,
  columns: number,
  paint?: (cell: string, row: number, column: number) => string,
): string[] {
  const widths = [...align].map((_, column) => Math.max(0, ...rows.map((row) => width(row[column] ?? ""))));
  let excess = widths.reduce((sum, each) => sum + each + GAP, -GAP) - columns;
  while (excess > 0) {
    const names = widths.map((each, column) => (align[column] === "l" && each > SHORTEST ? each : 0));
    const broadest = Math.max(...names);
    if (broadest === 0) break;
    widths[names.indexOf(broadest)]--;
    excess--;
  }
  const fitting = rows.map((row) => row.map((cell, column) => shortened(cell, widths[column])));
  return textTable(fitting, align, paint);
}

/** Spaces between two columns. */
const GAP = 2;
