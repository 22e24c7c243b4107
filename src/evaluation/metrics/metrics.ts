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

/** Creates a confusion matrix of zeros. */
export function emptyConfusion(classes: number): Confusion {
  return Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
}

/** Computes precision, recall, F1 and support of each class. */
export function classMetrics(confusion: Confusion, labels: readonly string[]): ClassMetrics[] {
  return labels.map((label, c) => {
    const support = confusion[c].reduce((sum, n) => sum + n, 0);
    const predicted = confusion.reduce((sum, row) => sum + row[c], 0);
    const correct = confusion[c][c];
    return { label, ...scoresOf({ support, predicted, correct }), support };
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
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = (key: keyof AverageMetrics) => {
    const sum = perClass.reduce((all, metrics, c) => all + metrics[key] * weights[c], 0);
    return ratio(sum, total);
  };
  return { precision: mean("precision"), recall: mean("recall"), f1: mean("f1") };
}

/** Computes figures over all decisions at once. With one class per document, all of them equal accuracy. */
export function microAverage(confusion: Confusion): AverageMetrics {
  const correct = confusion.reduce((sum, row, c) => sum + row[c], 0);
  const total = confusion.flat().reduce((sum, n) => sum + n, 0);
  const accuracy = ratio(correct, total);
  return { precision: accuracy, recall: accuracy, f1: accuracy };
}

/**
 * Computes the Matthews correlation coefficient of actual and predicted classes, from -1 to 1. It is 0 if all
 * documents are of one class or predicted as one. For more than two classes it is Gorodkin's R_K (2004): the covariance
 * divided by the square root of the product of the variances.
 */
export function matthewsCorrelation(confusion: Confusion): number {
  let correct = 0;
  let total = 0;
  const actual = new Float64Array(confusion.length);
  const predicted = new Float64Array(confusion.length);
  confusion.forEach((row, a) => {
    correct += row[a];
    row.forEach((documents, p) => {
      total += documents;
      actual[a] += documents;
      predicted[p] += documents;
    });
  });
  const squares = (counts: Float64Array) => counts.reduce((sum, n) => sum + n * n, 0);
  const covariance = correct * total - actual.reduce((sum, n, c) => sum + n * predicted[c], 0);
  return ratio(covariance, Math.sqrt((total * total - squares(actual)) * (total * total - squares(predicted))));
}

/** Divides, with 0 for a denominator of 0. */
export function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : numerator / denominator;
}
