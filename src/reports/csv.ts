import { escapedText } from "./safe-text.js";

/** What a spreadsheet takes for the beginning of a formula; the last four are the broad forms of East Asia. */
const FORMULA = /^[=+\-@＝＋－＠]/;

/**
 * Rows as comma-separated values, quoted as RFC 4180 says, each ended by a line feed. Texts
 * are those of documents and their folders: control characters are escaped, and one that a
 * spreadsheet would compute gets an apostrophe before it. Numbers stand as they are.
 */
export function csvText(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\n`).join("");
}

/** One cell, as `csvText` writes it. */
export function csvCell(value: string | number | undefined): string {
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  const safe = escapedText(value);
  const text = FORMULA.test(safe) ? `'${safe}` : safe;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
