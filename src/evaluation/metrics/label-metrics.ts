import { type Classifier, classifyLabelsRow, rowsFor } from "../../classifiers/classifier.js";
import { LabelDecisions } from "../../classifiers/wrappers/label-decisions.js";
import { labelSets } from "../../documents/label-cells.js";
import type { FitOptions } from "../../model/fitting/fit-calibration.js";
import type { Fold } from "../../model/fitting/fold.js";
import { averageBy, type ClassTally, ratio, scoresOf } from "./metrics.js";

/** The actual and the predicted labels of a document, without repetitions, in any order. */
export interface LabelOutcome {
  readonly actual: readonly string[];
  readonly predicted: readonly string[];
}

/** The figures of an evaluation with several labels per document. */
export type LabelMetrics = ReturnType<typeof labelMetrics>;

/**
 * Computes figures over documents with several labels, as scikit-learn does from indicator matrices.
 *
 * @param decided number of labels decided on for each document, for the Hamming loss
 */
export function labelMetrics(outcomes: readonly LabelOutcome[], decided: number) {
  const counts = new Map<string, ClassTally>();
  /** Returns the counts of a label, which begin with 0. */
  const tallyOf = (label: string) => {
    const tally = counts.get(label) ?? { support: 0, predicted: 0, correct: 0 };
    counts.set(label, tally);
    return tally;
  };
  let exact = 0;
  for (const { actual, predicted } of outcomes) {
    const correctLabels = new Set(actual);
    for (const label of actual) tallyOf(label).support++;
    for (const label of predicted) {
      tallyOf(label).predicted++;
      if (correctLabels.has(label)) tallyOf(label).correct++;
    }
    if (correctLabels.size === predicted.length && predicted.every((label) => correctLabels.has(label))) exact++;
  }
  const labels = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, count]) => ({ label, ...count, ...scoresOf(count) }));
  const sum = (key: keyof ClassTally) => labels.reduce((total, label) => total + label[key], 0);
  const [support, predicted, correct] = [sum("support"), sum("predicted"), sum("correct")];
  const documents = outcomes.length;
  // Test documents may have labels that no model decides on. A missing label is a wrong decision.
  const decisions = documents * Math.max(decided, labels.length);
  return {
    documents,
    /** All labels that a document has or was predicted to have, sorted. */
    labels,
    /** Precision, recall and F1 over all decisions together (micro average). */
    micro: scoresOf({ support, predicted, correct }),
    /** Means over the labels that at least one test document has. */
    macro: averageBy(labels, ({ support }) => Number(support > 0)),
    /** Share of documents with exactly the right labels. */
    subsetAccuracy: ratio(exact, documents),
    /** Share of wrong decisions among all yes/no decisions. */
    hammingLoss: ratio(support + predicted - 2 * correct, decisions),
    /** Mean number of actual labels of a document. */
    labelsPerDocument: ratio(support, documents),
    /** Mean number of predicted labels of a document. */
    predictedPerDocument: ratio(predicted, documents),
  };
}

/**
 * Trains a classifier of several labels on a fold, and tests it.
 *
 * @param cells the classes of the fold: each names several labels
 * @returns the model, and for each test row its labels, sorted, and the decisions on all learned labels
 */
export function testLabelsOn(
  fold: Fold,
  classifier: Classifier,
  cells: readonly string[],
  { onProgress, jobs }: Pick<FitOptions, "onProgress" | "jobs"> = {},
) {
  const model = fold.fit(classifier, onProgress, jobs);
  if (!(model instanceof LabelDecisions))
    throw new TypeError("a classifier for several labels must make LabelDecisions");
  const { labels, sets } = labelSets({ labels: cells, y: fold.actual });
  const x = rowsFor(model, fold.test);
  const predictions = sets.map((set, i) => {
    const { labels: predicted, decisions } = classifyLabelsRow(model, x, i);
    const actual = set.map((l) => labels[l]).sort();
    return { row: fold.rows[i], actual, predicted: predicted.toSorted(), decisions };
  });
  return { model, predictions };
}
