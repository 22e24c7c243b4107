import type { SparseMatrix, SparseRows } from "../../features/sparse-matrix.js";
import type { Classifier } from "../classifier.js";
import type { LinearModel } from "../linear-model.js";
import { type ClassCounts, classCounts, countsOfTerm, isOnlyHere } from "./class-counts.js";

/** A classifier that needs only class counts to make a model. */
export interface CountingClassifier extends Classifier {
  /** Whether it counts the documents that have a term instead of occurrences: the `binary` of `classCounts`. */
  readonly binary: boolean;
  /** Makes the model of these counts. Every row of `counts.terms` is a term that exists. */
  fitCounts(counts: ClassCounts): LinearModel;
  /**
   * Makes a model of some of the terms. It gives a row with only these terms exactly the scores of the full model.
   * Undefined if every term affects every score.
   *
   * @param counts of all documents; the rows of `counts.terms` are the chosen terms
   * @param terms the number of all terms
   */
  readonly fitTermSubset?: ((counts: ClassCounts, terms: number) => LinearModel) | undefined;
  /**
   * Prepares scoring each document by the counts of all others, without a model for each. Undefined if these settings
   * do not allow it.
   *
   * @param counts of all documents, each of weight 1. With `fitTermSubset`, some terms suffice if the rows have
   *   no others
   * @param terms the number of all terms. Default: the rows of `counts.terms`
   */
  readonly leaveOneOut?: ((counts: ClassCounts, terms?: number) => LeaveOneOut) | undefined;
  /** Whether scores are tempered: see `EmphasisOptions`. Default false. */
  readonly isTempered?: boolean;
  /** Whether its counts must have the kinds of terms. Default false. */
  readonly looksAtKinds?: boolean;
  /** Whether it learns each class from the documents of all other classes. Default false. */
  readonly learnsFromOthers?: boolean;
}

/**
 * Writes the scores that a model of all other documents gives a row. A term that no other document has is not part of
 * that model.
 *
 * @param own the class of the row
 * @param scores one per class
 * @returns the number of terms of that model
 */
export type LeaveOneOut = (x: SparseMatrix, row: number, own: number, scores: Float64Array) => number;

/**
 * Whether scores are sums over the tokens or the different terms of a document. Methods that count absent terms sum
 * over the whole vocabulary instead.
 */
export function growsWithLength(classifier: Classifier): boolean {
  if (!isCounting(classifier)) return classifier.growsWithLength === true;
  return classifier.growsWithLength ?? !classifier.binary;
}

/**
 * Whether probabilities are calibrated by default. Tempered scores are close together: with two classes the
 * probabilities are good, but with many classes the probability of the best class is far too low.
 */
export function calibratesItself(classifier: Classifier, classes: number): classifier is CountingClassifier {
  if (classes <= 2 || !isCounting(classifier)) return false;
  return classifier.isTempered === true && classifier.leaveOneOut !== undefined;
}

/** Whether a classifier can learn from counts. */
export function isCounting(classifier: Classifier): classifier is CountingClassifier {
  return "fitCounts" in classifier;
}

/** The hooks of a counting classifier whose terms have weights of their own. */
export interface CountingHooks
  extends Pick<CountingClassifier, "name" | "isTempered" | "looksAtKinds" | "learnsFromOthers"> {
  /** Makes the model from the counts of some or all terms. @param size the number of all terms */
  readonly modelOf: (counts: ClassCounts, size: number) => LinearModel;
  readonly leaveOneOut: (counts: ClassCounts, size: number) => LeaveOneOut;
  /** Whether these settings allow `fitTermSubset` and `leaveOneOut`. */
  readonly allowsShortcuts: boolean;
}

/** Makes a classifier that counts occurrences from its hooks. */
export function countingClassifier(hooks: CountingHooks): CountingClassifier {
  const { modelOf, leaveOneOut, allowsShortcuts, ...facts } = hooks;
  const fitCounts = (counts: ClassCounts) => modelOf(counts, counts.terms.rows);
  return {
    ...facts,
    binary: false,
    fitCounts,
    fitTermSubset: allowsShortcuts ? modelOf : undefined,
    fit: (data) => fitCounts(classCounts(data)),
    leaveOneOut: allowsShortcuts ? (counts, size = counts.terms.rows) => leaveOneOut(counts, size) : undefined,
  };
}

/**
 * Returns the counts of all documents but one.
 *
 * @param counts of all documents
 * @param own the class of the document
 * @param size the number of all terms
 * @returns the documents and the tokens (`totals`) of each class, and the number of terms of all others (`known`)
 */
export function leftOut(
  { documents, totals, terms }: ClassCounts,
  x: SparseMatrix,
  row: number,
  own: number,
  size: number,
): { readonly documents: Float64Array; readonly totals: Float64Array; readonly known: number } {
  let length = 0;
  let known = size;
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
    length += x.values[i];
    if (isOnlyHere(terms, x.ids[i], own, x.values[i])) known--;
  }
  return {
    documents: documents.map((n, c) => (c === own ? n - 1 : n)),
    totals: totals.map((total, c) => (c === own ? total - length : total)),
    known,
  };
}

/**
 * Calls `each` for every term that the document shares with another one, with the counts of the classes without
 * the document.
 *
 * @param counts scratch, one number per class
 */
export function eachSharedTerm(
  terms: SparseRows,
  x: SparseMatrix,
  row: number,
  own: number,
  counts: Float64Array,
  each: (term: number, value: number, counts: Float64Array) => void,
): void {
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
    const value = x.values[i];
    const term = x.ids[i];
    if (value === 0 || isOnlyHere(terms, term, own, value)) continue;
    countsOfTerm(terms, term, counts);
    counts[own] -= value;
    each(term, value, counts);
  }
}

/**
 * Returns the method with `tf: "binary"` and no other weighting. It counts the documents that have a term. These are
 * whole numbers, so its model is made of counts too.
 */
export function presences(classifier: CountingClassifier): CountingClassifier {
  if (classifier.binary) return classifier;
  const fitCounts: CountingClassifier["fitCounts"] = (counts) => classifier.fitCounts(counts).ofPresences();
  const { fitTermSubset } = classifier;
  return {
    ...classifier,
    binary: true,
    growsWithLength: growsWithLength(classifier),
    fitCounts,
    fitTermSubset: fitTermSubset && ((counts, terms) => fitTermSubset(counts, terms).ofPresences()),
    fit: (data) => fitCounts(classCounts(data, true)),
  };
}
