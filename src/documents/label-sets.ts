import { labelsIn } from "./label-cells.js";

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
