import type { SparseMatrix } from "../features/sparse-matrix.js";
import type { ClassCounts } from "./class-counts.js";
import type { Classifier } from "./classifier.js";
import type { LinearModel } from "./linear-model.js";

/** A classifier whose model is made of class counts alone. */
export interface CountingClassifier extends Classifier {
  /** Whether it counts documents that have a term, and not occurrences: what `classCounts` is to be told. */
  readonly binary: boolean;
  /** The model of documents with these counts. Every row of `counts.terms` is a term that exists. */
  fitCounts(counts: ClassCounts): LinearModel;
  /**
   * As `fitCounts`, for rows that have some terms only: the scores are, to the bit, those of the model of all
   * terms. Undefined where every term has a say in every score.
   *
   * @param counts of all documents, but that the rows of `counts.terms` are those of some terms
   * @param terms how many terms there are in all
   */
  readonly fitSome?: ((counts: ClassCounts, terms: number) => LinearModel) | undefined;
  /**
   * Prepares leaving out one document at a time, without making a model for each. Left out, or undefined for these settings:
   * there is no short way.
   *
   * @param counts of all documents, each of weight 1
   */
  leaveOneOut?(counts: ClassCounts): LeaveOneOut | undefined;
}

/**
 * Writes the scores that a row has in the model of all documents but this one. A term that
 * no other document has does not exist in that model.
 *
 * @param own the row's class
 * @param scores one a class
 * @returns how many terms the model has
 */
export type LeaveOneOut = (x: SparseMatrix, row: number, own: number, scores: Float64Array) => number;

/**
 * Whether scores are sums over the tokens of a document, or over those that differ. Those of
 * a model in which absence counts are over the whole vocabulary.
 */
export function growsWithLength(classifier: Classifier): boolean {
  if (!isCounting(classifier)) return classifier.growsWithLength === true;
  return classifier.growsWithLength ?? !classifier.binary;
}

/** Whether a classifier can learn from counts. */
export function isCounting(classifier: Classifier): classifier is CountingClassifier {
  return "fitCounts" in classifier;
}
