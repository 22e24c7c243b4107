import type { GivenText } from "./document.js";

/**
 * Returns the labels in a cell of a table: `a;b`, or a JSON array such as `["a","b"]`, which may be empty. Keeps the
 * order. Removes repeated labels, and spaces around labels.
 */
export function labelsIn(cell: string): string[] {
  return [...new Set((arrayIn(cell) ?? cell.split(";")).map((label) => label.trim()))].filter((label) => label !== "");
}

/** Joins labels into one cell, which `labelsIn` can split again. */
export function cellOf(labels: readonly unknown[]): string {
  return JSON.stringify(labels.map(String));
}

/** Joins labels for people and tables: `a;b`, or a JSON array if a label contains `;` or begins with `[`. */
export function cellOfLabels(labels: readonly string[]): string {
  const isPlain = labels.every((label) => !label.includes(";") && !label.startsWith("["));
  return isPlain ? labels.join(";") : cellOf(labels);
}

/** The labels of documents of which each may have several. */
export interface LabelSets {
  /** The distinct labels, sorted. */
  readonly labels: readonly string[];
  /** The labels of each document, by their numbers. Documents with the same cell share a list. */
  readonly sets: readonly (readonly number[])[];
}

/**
 * Returns the labels of each document of a data set whose classes are cells of labels.
 *
 * @param y the index of the cell of each document
 */
export function labelSets({ labels: cells, y }: { readonly labels: readonly string[]; readonly y: ArrayLike<number> }) {
  const inCell = cells.map(labelsIn);
  const labels = [...new Set(inCell.flat())].sort();
  const numbers = new Map(labels.map((label, l) => [label, l]));
  const ofCell = inCell.map((own) => own.map((label) => numbers.get(label) ?? 0));
  return { labels, sets: Array.from(y, (cell) => ofCell[cell]) } satisfies LabelSets;
}

/** Cells of a label column that seem to contain several labels each. */
export interface SeveralLabels {
  /** Whether no other reading makes sense: there are JSON arrays, or all labels also occur as cells of their own. */
  readonly isClear: boolean;
  /** The cells with two labels or more. If there are no cells with two, the arrays with one label. */
  readonly cells: readonly string[];
}

/**
 * Looks for several labels in one cell. `a;b` is a single class unless `a` or `b` also occurs in another cell.
 *
 * @param cells the distinct cells of the column
 * @returns undefined if each cell is one label
 */
export function severalLabels(cells: readonly string[]): SeveralLabels | undefined {
  const parsed = cells.map((cell) => ({ cell, labels: labelsIn(cell), isArray: arrayIn(cell) !== undefined }));
  const cellsOf = (found: typeof parsed) => found.map(({ cell }) => cell);
  const alone = new Set(cells);
  const joined = parsed.filter(({ labels }) => labels.length > 1);
  const sure = joined.filter(({ labels, isArray }) => isArray || labels.every((label) => alone.has(label)));
  const clear = sure.length > 0 ? sure : parsed.filter(({ isArray }) => isArray);
  if (clear.length > 0) return { isClear: true, cells: cellsOf(clear) };
  const times = new Map<string, number>();
  for (const label of parsed.flatMap(({ labels }) => labels)) times.set(label, (times.get(label) ?? 0) + 1);
  const doubtful = joined.filter(({ labels }) => labels.some((label) => (times.get(label) ?? 0) > 1));
  return doubtful.length > 0 ? { isClear: false, cells: cellsOf(doubtful) } : undefined;
}

/** Returns the elements of a JSON array of texts, numbers or booleans; undefined if the cell is anything else. */
function arrayIn(cell: string): string[] | undefined {
  if (!cell.startsWith("[")) return undefined;
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) && value.every(isLabel) ? value.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a JSON value can be a label. */
export function isLabel(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** A text to learn, with any number of labels. */
export interface TextWithLabels extends GivenText {
  readonly labels: readonly string[];
}
