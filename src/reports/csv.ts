import { escapedText } from "../base/safe-text.js";

/** A cell: a text, which is made safe; a number, which stays as it is; or undefined for an empty cell. */
export type Cell = string | number | undefined;

/**
 * The beginning of a formula in a spreadsheet. The last four signs are the wide forms of East Asia. Spreadsheets
 * remove quotes before a formula, so quotes may come first. If apostrophes come before a formula, it gets one more, so
 * that the original can be recovered.
 */
const FORMULA = /^['"]*[=+\-@＝＋－＠]/;

/** Nearly all cells are harmless already: letters, digits and what paths have. */
const PLAIN = /^[\w./#][\w./# -]*$/;

/**
 * Writes rows as comma-separated values (RFC 4180). Each row ends in a line feed. Texts come from documents and
 * folders, so control characters are escaped, and a text that a spreadsheet would read as a formula gets an apostrophe
 * in front. Numbers stay as they are.
 */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return rows.map(csvLine).join("");
}

/** Writes one row of `csvText`. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

/** Writes one row, separated by tabs and without quotes. */
export function tsvLine(cells: readonly Cell[]): string {
  return `${cells.map(harmless).join("\t")}\n`;
}

/** Writes a cell, in quotes if it has a comma or a quote. */
function csvCell(cell: Cell): string {
  const text = harmless(cell);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a cell on one line, in a form that no spreadsheet reads as a formula. */
function harmless(cell: Cell): string {
  if (typeof cell !== "string") return cell === undefined ? "" : String(cell);
  if (PLAIN.test(cell)) return cell;
  const text = escapedText(cell);
  return FORMULA.test(text) ? `'${text}` : text;
}
