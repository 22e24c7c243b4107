import { escapedText } from "../base/safe-text.js";

/** A text, which is made safe; a number of our own, which stays as it is; or nothing. */
export type Cell = string | number | undefined;

/**
 * The beginning of a formula in a spreadsheet. The last four signs are the wide forms of East
 * Asia. Spreadsheets remove quotes before a formula, so quotes may precede it. A text that
 * already begins with an apostrophe gets another one, so that the original can be got back.
 */
const FORMULA = /^['"]*[=+\-@＝＋－＠]/;

/**
 * Writes rows as comma-separated values (RFC 4180), each ended by a line feed. Texts come from documents and folders. So
 * control characters are escaped, and a text that a spreadsheet would take for a formula gets an apostrophe before it.
 * Numbers stay as they are.
 */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return rows.map(csvLine).join("");
}

/** One row of `csvText`. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

/** One row, separated by tabs and without quotes. */
export function tsvLine(cells: readonly Cell[]): string {
  return `${cells.map(harmless).join("\t")}\n`;
}

/** The columns of class probabilities, named so that no other column is called the same: `P(spam)`. */
export function classColumns(labels: readonly string[]): string[] {
  return labels.map((label) => `P(${label})`);
}

function csvCell(cell: Cell): string {
  const text = harmless(cell);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell on one line, which no spreadsheet computes. */
function harmless(cell: Cell): string {
  if (typeof cell !== "string") return cell === undefined ? "" : String(cell);
  const text = escapedText(cell);
  return FORMULA.test(text) ? `'${text}` : text;
}
