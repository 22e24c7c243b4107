import { orElse } from "../base/errors.js";

/**
 * Returns the labels in a cell of a table: `a;b`, or an array such as `["a","b"]`, as JSON or Python writes it, which
 * may be empty. Keeps the order. Removes repeated labels, and spaces around labels.
 *
 * @param separator the text between labels that are not an array
 */
export function labelsIn(cell: string, separator = ";"): string[] {
  const labels = arrayIn(cell) ?? cell.split(separator);
  return [...new Set(labels.map((label) => label.trim()))].filter((label) => label !== "");
}

/** Joins labels into one cell, a JSON array, which `labelsIn` can split again. */
export function cellOf(labels: readonly unknown[]): string {
  return JSON.stringify(labels.map(String));
}

/** Returns the labels of a document as its class: a single label stays as it is. `labelsIn` can split it again. */
export function classOf(labels: readonly unknown[]): string {
  const [first, ...others] = labels.map(String);
  // A label with `;`, or one that begins as an array does, would otherwise be split.
  return first !== undefined && others.length === 0 && !/^\[|;/.test(first) ? first : cellOf(labels);
}

/** Joins labels for people and tables: `a;b`, or a JSON array if a label contains `;` or begins with `[`. */
export function cellOfLabels(labels: readonly string[]): string {
  const isPlain = labels.every((label) => !label.includes(";") && !label.startsWith("["));
  return isPlain ? labels.join(";") : cellOf(labels);
}

/** A list of texts as Python and NumPy print it, such as `['a', 'b']`. */
const PYTHON_LIST = /^\[[\s,]*(?:(?:'[^']*'|"[^"]*")[\s,]*)*\]$/;

/** The form in which Label Studio writes several choices to tables. */
const CHOICES = /^\{"choices":\s*(\[.*\])\}$/s;

/** Returns the elements of an array of texts, numbers or booleans; undefined if the cell is anything else. */
export function arrayIn(text: string): string[] | undefined {
  const cell = CHOICES.exec(text)?.[1] ?? text;
  if (!cell.startsWith("[")) return undefined;
  if (cell.includes("'") && PYTHON_LIST.test(cell)) {
    return Array.from(cell.matchAll(/'([^']*)'|"([^"]*)"/g), ([, single, double]) => single ?? double);
  }
  const value: unknown = orElse(() => JSON.parse(cell), undefined);
  return Array.isArray(value) && value.every(isLabel) ? value.map(String) : undefined;
}

/** Whether a JSON value can be a label. */
export function isLabel(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** The labels of documents of which each may have several. */
export interface LabelSets {
  /** The distinct labels, sorted. */
  readonly labels: readonly string[];
  /** The labels of each document, as indices into `labels`. Documents with the same cell share a list. */
  readonly sets: readonly (readonly number[])[];
}

/**
 * Returns the labels of each document of a data set whose classes are cells of labels.
 *
 * @param data `labels` are the distinct cells, and `y` has the index of each document's cell
 */
export function labelSets(data: { readonly labels: readonly string[]; readonly y: ArrayLike<number> }): LabelSets {
  const { labels: cells, y } = data;
  const inCell = cells.map((cell) => labelsIn(cell));
  const labels = [...new Set(inCell.flat())].sort();
  const numbers = new Map(labels.map((label, l) => [label, l]));
  const ofCell = inCell.map((names) => names.map((label) => numbers.get(label) ?? 0));
  return { labels, sets: Array.from(y, (cell) => ofCell[cell]) };
}
