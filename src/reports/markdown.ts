import { safeText } from "../base/safe-text.js";

/** Escapes a text from a document or a file name, so that Markdown shows it literally: no markup, no HTML, no link. */
export function markdownText(text: string): string {
  return safeText(text)
    .replace(/[\\`*_{}[\]<>()#!|~&$@:]/g, "\\$&")
    .replace(/www\./gi, (www) => `${www.slice(0, -1)}\\.`);
}

/**
 * A table whose first row is its head. Cells are Markdown already.
 *
 * @param align one letter a column, `l` or `r`
 */
export function markdownTable(rows: readonly (readonly string[])[], align: string): string[] {
  const [head, ...body] = rows.map((row) => `| ${row.join(" | ")} |`);
  return [head, `| ${[...align].map((side) => (side === "r" ? "---:" : "---")).join(" | ")} |`, ...body];
}
