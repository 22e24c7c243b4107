/** Figures of one class. Ratios with denominator 0 are 0. */
export interface ClassMetrics {
  readonly label: string;
  /** Share of the documents predicted as this class that belong to it. */
  readonly precision: number;
  /** Share of the documents of this class that were predicted as it. */
  readonly recall: number;
  readonly f1: number;
  readonly support: number;
}

/** Precision, recall and F1 over all classes. */
export interface AverageMetrics {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** `confusion[actual][predicted]`: number of test documents. */
export type Confusion = number[][];

/** A confusion matrix of zeros. */
export function emptyConfusion(classes: number): Confusion {
  return Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
}

/** Precision, recall, F1 and support of each class. */
export function classMetrics(confusion: Confusion, labels: readonly string[]): ClassMetrics[] {
  return labels.map((label, c) => {
    const support = confusion[c].reduce((sum, n) => sum + n, 0);
    const predicted = confusion.reduce((sum, row) => sum + row[c], 0);
    const correct = confusion[c][c];
    return {
      label,
      precision: ratio(correct, predicted),
      recall: ratio(correct, support),
      f1: ratio(2 * correct, support + predicted),
      support,
    };
  });
}

/** Unweighted means over the classes that were tested or predicted, as in scikit-learn. */
export function macroAverage(perClass: readonly ClassMetrics[], confusion: Confusion): AverageMetrics {
  const occurring = perClass.filter((m, c) => m.support > 0 || confusion.some((row) => row[c] > 0));
  const mean = (key: "precision" | "recall" | "f1") =>
    ratio(
      occurring.reduce((sum, metrics) => sum + metrics[key], 0),
      occurring.length,
    );
  return { precision: mean("precision"), recall: mean("recall"), f1: mean("f1") };
}

/** Figures over all decisions at once; with one class per document they all equal accuracy. */
export function microAverage(confusion: Confusion): AverageMetrics {
  const total = confusion.flat().reduce((sum, n) => sum + n, 0);
  const accuracy = ratio(
    confusion.reduce((sum, row, c) => sum + row[c], 0),
    total,
  );
  return { precision: accuracy, recall: accuracy, f1: accuracy };
}

/** Means over the classes, weighted by support. */
export function weightedAverage(perClass: readonly ClassMetrics[]): AverageMetrics {
  const total = perClass.reduce((sum, { support }) => sum + support, 0);
  const mean = (key: "precision" | "recall" | "f1") =>
    ratio(
      perClass.reduce((sum, metrics) => sum + metrics[key] * metrics.support, 0),
      total,
    );
  return { precision: mean("precision"), recall: mean("recall"), f1: mean("f1") };
}

/**
 * The Matthews correlation coefficient of actual and predicted classes, from -1 to 1; 0 if all
 * documents are of one class or predicted as one. For more than two classes Gorodkin's R_K (2004):
 * the covariance divided by the square root of the product of the variances.
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

function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : numerator / denominator;
}
