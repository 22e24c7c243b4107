import type { SparseRows } from "../../features/sparse-matrix.js";
import { isKind } from "../../features/term-kinds.js";
import { type ClassCounts, countsOf } from "../bayes/class-counts.js";
import type { CountingClassifier } from "../bayes/counting-classifier.js";
import { isCount } from "../classifier.js";
import { type Arrays, inconsistent, requireClassCounts, requiredArray } from "../stored-classifier.js";

const CLASSES = "weighted.classes";
const KINDS = "weighted.kinds";
const TOTALS = "weighted.totals";

/** Counts of weights as arrays of a model file. */
export function arraysOfCounts({ documents, terms, kinds }: ClassCounts, { looksAtKinds }: CountingClassifier): Arrays {
  return {
    "weighted.documents": documents,
    "weighted.starts": terms.starts,
    [CLASSES]: terms.columns <= 0x100 ? new Uint8Array(terms.ids) : new Uint32Array(terms.ids),
    "weighted.values": new Float64Array(terms.values),
    ...(looksAtKinds && { [KINDS]: kinds ?? new Uint8Array(terms.rows) }),
  };
}

/** The totals of the classes and the number of all terms: counts of some of the terms do not tell them. */
export function sumsOfCounts({ totals }: ClassCounts, all: number): Arrays {
  const sums = new Float64Array(totals.length + 1);
  sums.set(totals);
  sums[totals.length] = all;
  return { [TOTALS]: sums };
}

/**
 * The counts that `arraysOfCounts` wrote.
 *
 * @returns the counts, and the number of all terms; fewer have counts if the arrays are those of some terms
 * @throws DataError if an array is missing or does not fit.
 */
export function countsOfArrays(
  labels: readonly string[],
  columns: number,
  arrays: Arrays,
  { looksAtKinds }: CountingClassifier,
): { readonly counts: ClassCounts; readonly all: number } {
  const documents = requiredArray(arrays, "weighted.documents", Float64Array, labels.length);
  const starts = requiredArray(arrays, "weighted.starts", Uint32Array, columns + 1);
  const ids = requiredArray(arrays, CLASSES, undefined, starts[columns]);
  // Files of before have four bytes for each class.
  if (!(ids instanceof Uint8Array || ids instanceof Uint32Array)) throw inconsistent(CLASSES);
  const values = requiredArray(arrays, "weighted.values", Float64Array, starts[columns]);
  if (!documents.every(isCount)) throw inconsistent("weighted.documents");
  const terms: SparseRows = { rows: columns, columns: labels.length, starts, ids, values };
  requireClassCounts("weighted", terms);
  const kinds = looksAtKinds ? requiredArray(arrays, KINDS, Uint8Array, columns) : undefined;
  if (kinds?.every(isKind) === false) throw inconsistent(KINDS);
  const counts = countsOf(labels, documents, terms, kinds);
  if (!Object.hasOwn(arrays, TOTALS)) return { counts, all: columns };
  const sums = requiredArray(arrays, TOTALS, Float64Array, labels.length + 1);
  if (!sums.every(isCount)) throw inconsistent(TOTALS);
  return { counts: { ...counts, totals: sums.slice(0, labels.length) }, all: sums[labels.length] };
}
