import { isUtf8 } from "node:buffer";
import { isText } from "../../base/checks.js";
import { limited } from "../document.js";
import { classOfLabels, isMissing, labelsIn, seenText } from "../label-cells.js";
import type { EntryDocument } from "./archive.js";
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
  return labelSeparator === undefined ? label : classOfLabels(labelsIn(label, labelSeparator));
}

/** Whether a text is missing: a value of JSON, or a cell before `textOf` decodes it. */
export function isMissingText(text: string): boolean {
  // A longer text is missing only if it is blank.
  if (text.length > MAX_MISSING) return text.trim() === "";
  // Characters beyond Latin-1 show that the text is decoded already.
  return isMissing(seenText(/[\u0100-\uffff]/.test(text) ? text : textOf(text)));
}

/** In characters. A missing value is shorter, even with a byte of UTF-8 as a character, and with blanks around it. */
const MAX_MISSING = 64;

/** Whether a cell of a column for one label says that the document has the label. pandas writes `1.0` beside empty cells. */
function isSet(value: unknown): boolean {
  return /^(?:1|1\.0|true)$/i.test(String(value).trim());
}

/** A row of a table. */
export interface Row {
  /** Returns the cell of a column: any value of JSON, or a cell of separated values as `textOf` expects it. */
  readonly cellOf: (name: string) => unknown;
  /** Returns the class in a cell; "" if there is none. */
  readonly classIn: (cell: unknown) => string;
  /** Returns the names of all columns. */
  readonly names: () => readonly string[];
  /** Whether `cellOf` returns texts that are decoded already. Otherwise each character is a byte: see `textOf`. */
  readonly isDecoded: boolean;
}

/**
 * Reads the document in a row: its class, its texts and, if columns of these are named, its id, date, group and the cells
 * that pass through to predictions.
 *
 * @returns the reason if the row has no document
 */
export function documentIn(
  { cellOf, classIn, names, isDecoded }: Row,
  { label: labelColumn, text, moreTexts = [], oneHot, id, date, group, others, members }: Columns,
): Omit<EntryDocument, "place"> | string {
  const texts = [text, ...moreTexts].map(cellOf).filter(isText);
  const ofColumn = labelColumn === undefined ? undefined : classIn(cellOf(labelColumn));
  const label = oneHot === undefined ? ofColumn : classOfLabels(oneHot.filter((name) => isSet(cellOf(name))));
  if (texts.length > 0 && label === "") return `no class in ${JSON.stringify(labelColumn)}`;
  if (texts.length === 0 || (label !== undefined && texts.every(isMissingText)))
    return `no text in ${JSON.stringify(text)}`;
  const textIn = (name: string) => {
    const cell = cellOf(name) ?? "";
    return isText(cell) ? (isDecoded ? cell : textOf(cell)) : JSON.stringify(cell);
  };
  const trimmed = (name: string | undefined) => (name === undefined ? undefined : textIn(name).trim());
  const jsonIn = (name: string) =>
    isDecoded ? (JSON.stringify(cellOf(name)) ?? "null") : JSON.stringify(textIn(name));
  const carried = (members === "all" ? names() : members)?.map((name) => [name, jsonIn(name)] as const);
  const hasFacts = date !== undefined || group !== undefined || others !== undefined || members !== undefined;
  const row = { date: trimmed(date), group: trimmed(group), others: others?.map(textIn), members: carried };
  // Missing texts are left out, but a single text stays as it is. Each text is on lines of its own.
  const joined = texts.length === 1 ? texts[0] : texts.filter((each) => !isMissingText(each)).join("\n");
  const content = limited(Buffer.from(joined, isDecoded ? "utf8" : "latin1"));
  return { label, ...(id !== undefined && { id: trimmed(id) }), ...(hasFacts && { row }), ...content };
}

/** Returns the names of the columns in a header. */
export function namesIn(row: readonly string[]): string[] {
  return row.map((cell) => seenText(textOf(cell)));
}

/** Returns the names of the columns of a table without a header: 1, 2 and so on. */
export function numbersUpTo(width: number): string[] {
  return Array.from({ length: width }, (_, c) => String(c + 1));
}
