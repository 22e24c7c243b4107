import { averageBy, type ClassTally, ratio, scoresOf } from "./metrics.js";

/** The actual and the predicted labels of a document; in an evaluation, both are sorted. */
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
  const of = (label: string) => {
    const found = counts.get(label) ?? { support: 0, predicted: 0, correct: 0 };
    counts.set(label, found);
    return found;
  };
  let exact = 0;
  for (const { actual, predicted } of outcomes) {
    const correctLabels = new Set(actual);
    for (const label of actual) of(label).support++;
    for (const label of predicted) {
      of(label).predicted++;
      if (correctLabels.has(label)) of(label).correct++;
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
