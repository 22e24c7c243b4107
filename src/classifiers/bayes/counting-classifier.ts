import type { Classifier } from "../classifier.js";
import type { LinearModel } from "../linear-model.js";
import { type ClassCounts, classCounts } from "./class-counts.js";
import type { LeaveOneOut } from "./leave-one-out.js";

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
   * @param counts of all documents, each of weight 1
   */
  readonly leaveOneOut?: ((counts: ClassCounts) => LeaveOneOut) | undefined;
  /** Whether scores are tempered: see `EmphasisOptions`. Default false. */
  readonly isTempered?: boolean;
  /** Whether its counts must have the kinds of terms. Default false. */
  readonly looksAtKinds?: boolean;
  /** Whether it learns each class from the documents of all other classes. Default false. */
  readonly learnsFromOthers?: boolean;
}

/**
 * Whether probabilities are calibrated by default. Tempered scores are close together: with two classes the
 * probabilities are good, but with many classes the probability of the best class is far too low.
 */
export function calibratesItself(classifier: Classifier, classes: number): classifier is CountingClassifier {
  if (classes <= 2 || !isCounting(classifier) || classifier.isTempered !== true) return false;
  // Calibration is fitted to the scores of documents that are left out.
  return classifier.leaveOneOut !== undefined;
}

/** Whether a classifier can learn from counts. */
export function isCounting(classifier: Classifier): classifier is CountingClassifier {
  return "fitCounts" in classifier;
}

/**
 * Makes a classifier that counts occurrences, whose terms have weights of their own.
 *
 * @param facts settings without `leaveOneOut` do not allow `fitTermSubset` either
 * @param modelOf makes the model from the counts of some or all terms. `size` is the number of all terms
 */
export function countingClassifier(
  facts: Pick<CountingClassifier, "name" | "leaveOneOut" | "isTempered" | "looksAtKinds" | "learnsFromOthers">,
  modelOf: (counts: ClassCounts, size: number) => LinearModel,
): CountingClassifier {
  const fitCounts = (counts: ClassCounts) => modelOf(counts, counts.terms.rows);
  return {
    ...facts,
    binary: false,
    growsWithLength: true,
    fitCounts,
    fitTermSubset: facts.leaveOneOut && modelOf,
    fit: (data) => fitCounts(classCounts(data)),
  };
}

/**
 * Returns the method with `tf: "binary"` and no other weighting. It counts the documents that have a term. These are
 * whole numbers, so its model is made of counts too.
 */
export function presences(classifier: CountingClassifier): CountingClassifier {
  if (classifier.binary) return classifier;
  // `ofPresences` makes the model score terms by presence, too.
  const fitCounts: CountingClassifier["fitCounts"] = (counts) => classifier.fitCounts(counts).ofPresences();
  const { fitTermSubset } = classifier;
  return {
    ...classifier,
    binary: true,
    fitCounts,
    fitTermSubset: fitTermSubset && ((counts, terms) => fitTermSubset(counts, terms).ofPresences()),
    fit: (data) => fitCounts(classCounts(data, true)),
  };
}
