import { isUtf8 } from "node:buffer";
import type { RowFacts } from "../document.js";
import { classOf, labelsIn } from "../label-cells.js";
import type { Columns } from "./columns.js";

/** How programs write a missing value. */
const MISSING = /^(?:n\/?a|nan|null)?$/i;

/**
 * Returns the class in a cell, without spaces around it; "" for a missing value such as `NA`, `N/A`, `nan` or `null`.
 *
 * @param separator what separates several labels, if they are to be split
 */
export function classIn(cell: string, separator?: string): string {
  const label = cell.trim();
  if (MISSING.test(label)) return "";
  return separator === undefined ? label : classOf(labelsIn(label, separator));
}

/** Joins the texts of a row, each on lines of its own. Leaves out empty ones. */
export function joined(texts: readonly string[]): string {
  return texts.length === 1 ? texts[0] : texts.filter((text) => text.trim() !== "").join("\n");
}

/** Whether a cell of a column for one label says that the document has the label. */
export function isSet(value: unknown): boolean {
  return /^(?:1|1\.0|true)$/i.test(String(value).trim());
}

/**
 * Reads what other columns say about a document.
 *
 * @param cellOf returns the cell of a column as a text
 */
export function rowFacts(
  { id, date, group, others }: Columns,
  cellOf: (name: string) => string,
): { readonly id?: string; readonly row?: RowFacts } {
  const hasFacts = date !== undefined || group !== undefined || others !== undefined;
  const cellIn = (name: string | undefined) => (name === undefined ? undefined : cellOf(name).trim());
  return {
    ...(id !== undefined && { id: cellOf(id).trim() }),
    ...(hasFacts && { row: { date: cellIn(date), group: cellIn(group), others: others?.map(cellOf) } }),
  };
}

/** Returns the names of the columns in a header. */
export function namesIn(row: readonly string[]): string[] {
  return row.map((cell) => textOf(cell).trim());
}

/** Returns the names of the columns of a table without a header: 1, 2 and so on. */
export function numbersUpTo(width: number): string[] {
  return Array.from({ length: width }, (_, c) => String(c + 1));
}

/** Decodes a cell that has one character per byte: as UTF-8 if valid, otherwise as Latin-1. */
export function textOf(cell: string): string {
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString() : cell;
}
