import { grouped } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { Confusion } from "../../evaluation/metrics/metrics.js";
import { textTable, widestOf } from "../terminal/table.js";
import type { TerminalStyle } from "../terminal/terminal.js";

/** Width of the matrix if the width of the terminal is unknown, in columns. */
const USUAL_COLUMNS = 120;

/**
 * Draws a confusion matrix: a row for each actual class and a column for each predicted one, which has the number of
 * its class above it. Zeros are dots. Returns no line if the matrix does not fit the terminal.
 */
export function confusionLines(
  confusion: Confusion,
  labels: readonly string[],
  { columns = USUAL_COLUMNS, colour }: TerminalStyle,
): readonly string[] {
  const rows = [
    ["", "actual \\ predicted", ...labels.map((_, c) => String(c + 1))],
    ...confusion.map((row, c) => [
      String(c + 1),
      safeText(labels[c]),
      ...row.map((count) => (count === 0 ? "·" : grouped(count))),
    ]),
  ];
  const align = `rl${"r".repeat(labels.length)}`;
  if (widestOf(textTable(rows, align)) > columns) return [];
  return textTable(rows, align, {
    colour,
    // Right predictions are bold. Two columns, number and name of the class, come before those of the classes.
    look: (row, column) => (row === 0 ? "dim" : row + 1 === column ? "bold" : column === 1 ? undefined : "dim"),
  });
}
