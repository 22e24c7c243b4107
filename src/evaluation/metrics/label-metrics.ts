import { type AverageMetrics, averageBy, type ClassTally, ratio, scoresOf } from "./metrics.js";

/** Precision, recall and their harmonic mean. A ratio with denominator 0 is 0. */
export type F1Scores = AverageMetrics;

/** The figures of one label. */
export interface LabelScores extends F1Scores, Readonly<ClassTally> {
  readonly label: string;
}

/** The figures of an evaluation with several labels per document. */
export interface LabelMetrics {
  readonly documents: number;
  /** All labels that a document has or was predicted to have, sorted. */
  readonly labels: readonly LabelScores[];
  /** Precision, recall and F1 over all decisions together (micro average). */
  readonly micro: F1Scores;
  /** Means over the labels that at least one test document has. */
  readonly macro: F1Scores;
  /** Share of documents with exactly the right labels. */
  readonly subsetAccuracy: number;
  /** Share of wrong decisions among all yes/no decisions. */
  readonly hammingLoss: number;
  /** Mean number of actual labels of a document. */
  readonly labelsPerDocument: number;
  /** Mean number of predicted labels of a document. */
  readonly predictedPerDocument: number;
}

/** The actual and the predicted labels of a document; in an evaluation, both are sorted. */
export interface LabelOutcome {
  readonly actual: readonly string[];
  readonly predicted: readonly string[];
}

/**
 * Computes figures over documents with several labels, as scikit-learn does from indicator matrices.
 *
 * @param decided number of labels decided on for each document, for the Hamming loss
 */
export function labelMetrics(outcomes: readonly LabelOutcome[], decided: number): LabelMetrics {
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
    labels,
    micro: scoresOf({ support, predicted, correct }),
    macro: averageBy(labels, ({ support }) => Number(support > 0)),
    subsetAccuracy: ratio(exact, documents),
    hammingLoss: ratio(support + predicted - 2 * correct, decisions),
    labelsPerDocument: ratio(support, documents),
    predictedPerDocument: ratio(predicted, documents),
  };
}
