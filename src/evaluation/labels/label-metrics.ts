import { type AverageMetrics, ratio, scoresOf } from "../metrics/metrics.js";
import { mean } from "../significance/intervals.js";

/** Precision, recall and their harmonic mean; 0 where the denominator is 0. */
export type F1Scores = AverageMetrics;

/** The figures of one label. */
export interface LabelScores extends F1Scores {
  readonly label: string;
  /** How many tested documents have it. */
  readonly support: number;
  /** How many got it. */
  readonly predicted: number;
  /** How many have it and got it. */
  readonly correct: number;
}

/** The figures of an evaluation with several labels per document. */
export interface LabelMetrics {
  readonly documents: number;
  /** All labels that a document has or got, sorted. */
  readonly labels: readonly LabelScores[];
  /** Precision, recall and F1 over all decisions pooled (micro average). */
  readonly micro: F1Scores;
  /** The means over the labels. */
  readonly macro: F1Scores;
  /** The share of documents that got exactly their labels. */
  readonly subsetAccuracy: number;
  /** The share of wrong ones among all yes/no decisions. */
  readonly hammingLoss: number;
  /** The mean number of labels that a document has. */
  readonly labelsPerDocument: number;
  /** The mean number that it got. */
  readonly predictedPerDocument: number;
}

/** The labels that a document has and those that it got. */
export interface LabelOutcome {
  readonly actual: readonly string[];
  readonly predicted: readonly string[];
}

/**
 * Figures over documents with any number of labels each, as scikit-learn computes them from indicator matrices.
 *
 * @param decided the number of labels that were decided on for each document, for the Hamming loss
 */
export function labelMetrics(outcomes: readonly LabelOutcome[], decided: number): LabelMetrics {
  const counts = new Map<string, { support: number; predicted: number; correct: number }>();
  const of = (label: string) => {
    const found = counts.get(label) ?? { support: 0, predicted: 0, correct: 0 };
    counts.set(label, found);
    return found;
  };
  let exact = 0;
  for (const { actual, predicted } of outcomes) {
    const own = new Set(actual);
    for (const label of actual) of(label).support++;
    for (const label of predicted) {
      of(label).predicted++;
      if (own.has(label)) of(label).correct++;
    }
    if (own.size === predicted.length && predicted.every((label) => own.has(label))) exact++;
  }
  const labels = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, count]) => ({ label, ...count, ...scoresOf(count) }));
  const sum = (key: "support" | "predicted" | "correct") => labels.reduce((total, label) => total + label[key], 0);
  const [support, predicted, correct] = [sum("support"), sum("predicted"), sum("correct")];
  const documents = outcomes.length;
  const decisions = documents * Math.max(decided, labels.length);
  return {
    documents,
    labels,
    micro: scoresOf({ support, predicted, correct }),
    macro: meanOf(labels),
    subsetAccuracy: ratio(exact, documents),
    hammingLoss: ratio(support + predicted - 2 * correct, decisions),
    labelsPerDocument: ratio(support, documents),
    predictedPerDocument: ratio(predicted, documents),
  };
}

function meanOf(scores: readonly F1Scores[]): F1Scores {
  const meanOver = (key: keyof F1Scores) => (scores.length === 0 ? 0 : mean(scores.map((score) => score[key])));
  return { precision: meanOver("precision"), recall: meanOver("recall"), f1: meanOver("f1") };
}
