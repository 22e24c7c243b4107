import { labelSets } from "../../documents/label-cells.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { classSizes } from "../../model/fitting/splits.js";

/**
 * Assigns documents to strata for folds and hold-outs: each to the rarest of its labels, so that rare labels are spread
 * over all folds. Documents without a label are a stratum of their own.
 *
 * @param data a data set whose classes are cells of labels
 * @returns the stratum of each document, and the names of the strata: the labels, sorted, and last `""` for no label
 */
export function labelStrata(data: Pick<Dataset, "y" | "labels">): {
  readonly y: Uint32Array;
  readonly labels: readonly string[];
} {
  const { labels, sets } = labelSets(data);
  const sizes = classSizes(sets.flat(), labels.length);
  const rarest = (set: readonly number[]) => [...set].sort((a, b) => sizes[a] - sizes[b] || a - b).at(0);
  return { y: Uint32Array.from(sets, (set) => rarest(set) ?? labels.length), labels: [...labels, ""] };
}
