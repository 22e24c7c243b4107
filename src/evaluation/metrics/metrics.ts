import { sumOf } from "../../base/lists.js";

/** Precision, recall and F1, of one class or averaged. A ratio with denominator 0 is 0. */
export interface AverageMetrics {
  /** Share of correct predictions among the documents predicted as a class. */
  readonly precision: number;
  /** Share of correct predictions among the documents of a class. */
  readonly recall: number;
  /** Harmonic mean of both. */
  readonly f1: number;
}

/** The figures of one class. */
export interface ClassMetrics extends AverageMetrics {
  readonly label: string;
  /** Number of test documents of the class. */
  readonly support: number;
}

/** `confusion[actual][predicted]`: number of test documents. */
export type Confusion = number[][];

/** Counts predictions by actual and predicted class. @param classes number of classes */
export function confusionOf(
  predictions: Iterable<{ readonly actual: number; readonly predicted: number }>,
  classes: number,
): Confusion {
  const confusion = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (const { actual, predicted } of predictions) confusion[actual][predicted]++;
  return confusion;
}

/** Computes precision, recall, F1 and support of each class. */
export function classMetrics(confusion: Confusion, labels: readonly string[]): ClassMetrics[] {
  return labels.map((label, c) => {
    const support = sumOf(confusion[c]);
    const predicted = sumOf(confusion.map((row) => row[c]));
    return { label, ...scoresOf({ support, predicted, correct: confusion[c][c] }), support };
  });
}

/** Numbers of test documents: those of a class or label (`support`), those predicted as it, and those that are both. */
export type ClassTally = Record<"support" | "predicted" | "correct", number>;

/** Computes precision, recall and F1 of a class. */
export function scoresOf({ support, predicted, correct }: Readonly<ClassTally>): AverageMetrics {
  return {
    precision: ratio(correct, predicted),
    recall: ratio(correct, support),
    f1: ratio(2 * correct, support + predicted),
  };
}

/** Computes unweighted means over the classes that were tested or predicted, as in scikit-learn. */
export function macroAverage(perClass: readonly ClassMetrics[], confusion: Confusion): AverageMetrics {
  return averageBy(perClass, ({ support }, c) => Number(support > 0 || confusion.some((row) => row[c] > 0)));
}

/** Computes means over the classes, weighted by support. */
export function weightedAverage(perClass: readonly ClassMetrics[]): AverageMetrics {
  return averageBy(perClass, ({ support }) => support);
}

/** Computes weighted means over classes; 0 if all weights are 0. @param weightOf gets a class and its index */
export function averageBy<Metrics extends AverageMetrics>(
  perClass: readonly Metrics[],
  weightOf: (metrics: Metrics, c: number) => number,
): AverageMetrics {
  const weights = perClass.map(weightOf);
  const mean = (key: keyof AverageMetrics) =>
    ratio(sumOf(perClass.map((metrics, c) => metrics[key] * weights[c])), sumOf(weights));
  return { precision: mean("precision"), recall: mean("recall"), f1: mean("f1") };
}

/** Computes figures over all decisions at once. With one class per document, all of them equal accuracy. */
export function microAverage(confusion: Confusion): AverageMetrics {
  const accuracy = ratio(sumOf(confusion.map((row, c) => row[c])), sumOf(confusion.flat()));
  return { precision: accuracy, recall: accuracy, f1: accuracy };
}

/**
 * Computes the Matthews correlation coefficient of actual and predicted classes, from -1 to 1. It is 0 if all
 * documents are of one class or predicted as one. For more than two classes it is Gorodkin's R_K (2004): the covariance
 * divided by the square root of the product of the variances.
 */
export function matthewsCorrelation(confusion: Confusion): number {
  const correct = sumOf(confusion.map((row, c) => row[c]));
  const total = sumOf(confusion.flat());
  const actual = confusion.map((row) => sumOf(row));
  const predicted = confusion.map((_, c) => sumOf(confusion.map((row) => row[c])));
  const squares = (counts: readonly number[]) => sumOf(counts.map((n) => n * n));
  const covariance = correct * total - sumOf(actual.map((n, c) => n * predicted[c]));
  return ratio(covariance, Math.sqrt((total * total - squares(actual)) * (total * total - squares(predicted))));
}

/** Divides, with 0 for a denominator of 0. */
export function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : numerator / denominator;
}
