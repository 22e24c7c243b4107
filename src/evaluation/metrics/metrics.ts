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

/** Number of bins of the reliability diagram: the usual one in the literature (Guo, Pleiss, Sun and Weinberger 2017). */
export const CALIBRATION_BINS = 15;

/** The values of k for the top-k accuracy. */
const TOP_SIZES = [1, 2, 3, 5];

/** Maximum loss of a document: -ln 2⁻⁵², as in scikit-learn 1.2. */
const MAX_LOSS = 52 * Math.LN2;

/** Log probability below which `exp` is skipped, to save time: it changes the Brier score by less than 1e-34. */
const NEGLIGIBLE = -40;

/** The quality of predicted probabilities. */
export type ProbabilityMetrics = ReturnType<typeof probabilityMetrics>;

/**
 * Computes the quality of probabilities over all documents of all runs.
 *
 * @param logProbabilities ln P(class | document), documents × classes, row-major
 * @param actual class index by document
 * @param predicted class index by document
 */
export function probabilityMetrics(
  logProbabilities: Float64Array,
  classes: number,
  actual: ArrayLike<number>,
  predicted: ArrayLike<number>,
) {
  const documents = actual.length;
  const tops = TOP_SIZES.filter((k) => k < classes).map((k) => ({ k, right: 0 }));
  let logLoss = 0;
  let brier = 0;
  for (let d = 0; d < documents; d++) {
    const row = d * classes;
    const logActual = logProbabilities[row + actual[d]];
    logLoss += Math.min(-logActual, MAX_LOSS);
    /** Number of classes before the actual one. */
    let rank = 0;
    for (let c = 0; c < classes; c++) {
      const log = logProbabilities[row + c];
      const p = log > NEGLIGIBLE ? Math.exp(log) : 0;
      brier += (p - (c === actual[d] ? 1 : 0)) ** 2;
      if (log > logActual || (log === logActual && c < actual[d])) rank++;
    }
    for (const top of tops) if (rank < top.k) top.right++;
  }
  return {
    /** Mean of -ln P(actual class), in nats. Probabilities are clipped at 2⁻⁵², so a document costs at most 36.04. */
    logLoss: ratio(logLoss, documents),
    /** Mean of Σ_c (P(c) - [c is actual])², from 0 to 2. For two classes it is twice the one-class Brier score. */
    brier: ratio(brier, documents),
    ...calibrationFigures(logProbabilities, classes, actual, predicted),
    /** Top-k accuracy for each k of 1, 2, 3 and 5 below the number of classes. Ties go to the lower class index. */
    topAccuracy: tops.map(({ k, right }) => ({ k, accuracy: ratio(right, documents) })),
  };
}

/** Puts the predictions into bins by their confidence, and compares confidence with accuracy. */
function calibrationFigures(
  logProbabilities: Float64Array,
  classes: number,
  actual: ArrayLike<number>,
  predicted: ArrayLike<number>,
) {
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ documents: 0, confidence: 0, right: 0 }));
  for (let d = 0; d < actual.length; d++) {
    const confidence = Math.exp(logProbabilities[d * classes + predicted[d]]);
    // Bin b has the confidences above b / 15 and up to (b + 1) / 15.
    const bin = bins[Math.max(0, Math.ceil(confidence * CALIBRATION_BINS) - 1)];
    bin.documents++;
    bin.confidence += confidence;
    if (predicted[d] === actual[d]) bin.right++;
  }
  const errors = bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0);
  return {
    /** Expected calibration error: |confidence - accuracy| over bins of equal width, weighted by documents. */
    calibrationError: ratio(errors, actual.length),
    /** The bins of the reliability diagram, lowest confidence first. */
    reliability: bins.map((bin, b) => ({
      /** The bin is (low, high]; the first bin includes 0. */
      low: b / CALIBRATION_BINS,
      high: (b + 1) / CALIBRATION_BINS,
      documents: bin.documents,
      /** Mean probability of the predicted class; 0 without documents. */
      confidence: ratio(bin.confidence, bin.documents),
      /** Share of correct predictions; 0 without documents. */
      accuracy: ratio(bin.right, bin.documents),
    })),
  };
}
