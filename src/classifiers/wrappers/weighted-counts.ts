import type { SparseRows } from "../../features/sparse-matrix.js";
import { isKind } from "../../features/term-kinds.js";
import { type ClassCounts, countsOf, lookupIn } from "../bayes/class-counts.js";
import type { CountingClassifier } from "../bayes/counting-classifier.js";
import { isCount } from "../require-dataset.js";
import { type Arrays, inconsistent, requireCountedRows, requiredArray } from "../stored-arrays.js";

const CLASSES = "weighted.classes";
const KINDS = "weighted.kinds";

/** Returns counts that are sums of weights, such as tf-idf, as arrays for a model file. */
export function arraysOfCounts({ documents, terms, kinds }: ClassCounts, { looksAtKinds }: CountingClassifier): Arrays {
  return {
    "weighted.documents": documents,
    "weighted.starts": terms.starts,
    [CLASSES]: terms.columns <= 0x100 ? new Uint8Array(terms.ids) : new Uint32Array(terms.ids),
    "weighted.values": new Float64Array(terms.values),
    ...(looksAtKinds && { [KINDS]: Uint8Array.from({ length: terms.rows }, (_, term) => kinds?.(term) ?? 0) }),
  };
}

/**
 * Reads the counts that `arraysOfCounts` wrote.
 *
 * @param size the number of terms: in `ClassCounts.terms`, a term is a row and a class is a column
 * @throws DataError if an array is missing or does not fit.
 */
export function countsOfArrays(
  labels: readonly string[],
  size: number,
  arrays: Arrays,
  { looksAtKinds }: CountingClassifier,
): ClassCounts {
  const documents = requiredArray(arrays, "weighted.documents", Float64Array, labels.length, isCount);
  const starts = requiredArray(arrays, "weighted.starts", Uint32Array, size + 1);
  const ids = requiredArray(arrays, CLASSES, undefined, starts[size]);
  // Files of older versions have four bytes for each class number.
  if (!(ids instanceof Uint8Array || ids instanceof Uint32Array)) throw inconsistent(CLASSES);
  const values = requiredArray(arrays, "weighted.values", Float64Array, starts[size]);
  const terms: SparseRows = { rows: size, columns: labels.length, starts, ids, values };
  requireCountedRows("weighted", terms);
  const kinds = looksAtKinds ? requiredArray(arrays, KINDS, Uint8Array, size, isKind) : undefined;
  return countsOf(labels, documents, terms, kinds && lookupIn(kinds));
}
