import { isUtf8 } from "node:buffer";
import type { RowFacts } from "../document.js";
import { classOf, isMissing, labelsIn, seenText } from "../label-cells.js";
import type { Columns } from "./columns.js";

/**
 * Decodes a cell of separated values: as UTF-8 if valid, otherwise as Latin-1. The cell has one character per byte,
 * because each cell may have its own encoding. Classes and names are decoded; a text goes on as bytes. Values of JSON
 * are decoded already.
 */
export function textOf(cell: string): string {
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString() : cell;
}

/**
 * Returns the class in a cell, as `seenText`; "" for a missing value.
 *
 * @param columns what separates several labels, if they are to be split, and whether `None` is a class
 */
export function classIn(
  cell: string,
  { labelSeparator, hasNone }: Pick<Columns, "labelSeparator" | "hasNone"> = {},
): string {
  const label = seenText(cell);
  if (isMissing(label, hasNone)) return "";
  return labelSeparator === undefined ? label : classOf(labelsIn(label, labelSeparator));
}

/** Joins the texts of a row, each on lines of its own. Leaves out missing ones, but a single text stays as it is. */
export function joined(texts: readonly string[]): string {
  return texts.length === 1 ? texts[0] : texts.filter((text) => !isMissingText(text)).join("\n");
}

/** Whether a text is missing: a value of JSON, or a cell before `textOf` decodes it. */
export function isMissingText(text: string): boolean {
  // A longer text has something else, or is blank.
  if (text.length > MAX_MISSING) return text.trim() === "";
  // Characters beyond Latin-1 show that the text is decoded already.
  return isMissing(seenText(/[\u0100-\uffff]/.test(text) ? text : textOf(text)));
}

/** In characters. A missing value is shorter, also in UTF-8 and with blanks and invisible characters around it. */
const MAX_MISSING = 64;

/** Whether a cell of a column for one label says that the document has the label. pandas writes `1.0` beside empty cells. */
export function isSet(value: unknown): boolean {
  return /^(?:1|1\.0|true)$/i.test(String(value).trim());
}

/**
 * Reads the columns of a document other than its class and text: its id and, if any of them is named, its date, group and
 * the cells that pass through to predictions.
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
  return row.map((cell) => seenText(textOf(cell)));
}

/** Returns the names of the columns of a table without a header: 1, 2 and so on. */
export function numbersUpTo(width: number): string[] {
  return Array.from({ length: width }, (_, c) => String(c + 1));
}
