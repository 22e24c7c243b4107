import { type Classifier, rowsFor } from "../../classifiers/classifier.js";
import { classifyLabelsRow } from "../../classifiers/label-classification.js";
import { logSoftmaxInPlace } from "../../classifiers/scores.js";
import type { makeClassifier } from "../../classifiers/table.js";
import { binaryRelevance } from "../../classifiers/wrappers/binary-relevance.js";
import type { LabelDecisions } from "../../classifiers/wrappers/label-decisions.js";
import { labelSets } from "../../documents/label-sets.js";
import type { Fold } from "../../model/fitting/fold.js";
import { type BinaryOptions, binaryMetrics, logOddsOf, positiveClass } from "./binary-metrics.js";
import { labelMetrics } from "./label-metrics.js";
import type { Measure } from "./measure.js";
import { classMetrics, emptyConfusion, macroAverage, microAverage } from "./metrics.js";
import { predictedOn, type TestOptions, testOn } from "./outcome.js";
import { MAX_LOSS, probabilityMetrics } from "./probability-metrics.js";

/** How a measure is computed. */
export interface MeasureOptions extends TestOptions {
  /**
   * Whether to compute the log loss at the best temperature for the test documents. It estimates the log loss after
   * calibration without calibrating. Default false.
   */
  readonly atBestTemperature?: boolean | undefined;
  /** Options for measures of two classes. */
  readonly binary?: BinaryOptions | undefined;
  /** Whether the classes are cells of labels, and each label is decided on by itself. Default false. */
  readonly multiLabel?: boolean | undefined;
}

/**
 * Trains a classifier on a fold, tests it, and returns one measure, as `evaluate` would compute it, unless
 * `atBestTemperature` is set. The area under the ROC curve is that of the calibrated probabilities if they are
 * calibrated, and 0.5 for a fold without one of the classes.
 *
 * @param labels all classes, numbered as in the fold
 */
export function measured(
  measure: Measure,
  fold: Fold,
  classifier: ReturnType<typeof makeClassifier>,
  labels: readonly string[],
  { binary = {}, atBestTemperature, multiLabel, ...options }: MeasureOptions = {},
): number {
  if (multiLabel) return labelMeasure(measure, fold, binaryRelevance(classifier), labels);
  if (measure === "accuracy" || measure === "micro-f1" || measure === "macro-f1") {
    const confusion = emptyConfusion(labels.length);
    const predicted = predictedOn(fold, classifier, options);
    for (const [i, c] of predicted.entries()) confusion[fold.actual[i]][c]++;
    if (measure !== "macro-f1") return microAverage(confusion).f1;
    return macroAverage(classMetrics(confusion, labels), confusion).f1;
  }
  const { predictions, logProbabilities } = testOn(fold, classifier, labels.length, options);
  if (measure === "log-loss" && atBestTemperature) {
    return logLossAtBestTemperature(logProbabilities, labels.length, fold.actual);
  }
  if (measure === "log-loss") {
    const predicted = predictions.map((prediction) => prediction.predicted);
    return probabilityMetrics(logProbabilities, labels.length, fold.actual, predicted).logLoss;
  }
  const logOdds = logOddsOf(logProbabilities, positiveClass(labels, binary));
  const { rocAuc, falseAlarms, misses, falseAlarmCost } = binaryMetrics(labels, fold.actual, logOdds, binary);
  if (measure === "roc-auc") return rocAuc ?? 0.5;
  return (falseAlarms * falseAlarmCost + misses) / fold.actual.length;
}

/** Computes a measure of the decisions on labels. @param cells the classes of the fold: each names several labels */
function labelMeasure(measure: Measure, fold: Fold, classifier: Classifier, cells: readonly string[]): number {
  const model = fold.fit(classifier) as LabelDecisions;
  const { labels, sets } = labelSets({ labels: cells, y: fold.actual });
  const x = rowsFor(model, fold.test);
  const outcomes = sets.map((own, row) => {
    return { actual: own.map((l) => labels[l]), predicted: classifyLabelsRow(model, x, row).labels };
  });
  const { micro, macro, subsetAccuracy } = labelMetrics(outcomes, labels.length);
  // With several labels, `requireMeasurable` allows only these three measures.
  return { accuracy: subsetAccuracy, "micro-f1": micro.f1, "macro-f1": macro.f1 }[measure as "accuracy"];
}

/** The inverse temperatures to try range from e^-5 to e^5, and the best is found to 5 % (0.05 in the exponent). */
const COLDEST = 5;
const PRECISION = 0.05;

/**
 * Returns the minimum over all temperatures of the mean of -ln P(actual class), by ternary search.
 *
 * @param logs ln P(class | document), documents × classes, row-major
 */
function logLossAtBestTemperature(logs: Float64Array, classes: number, actual: ArrayLike<number>): number {
  const lossAt = (power: number) => {
    const factor = Math.exp(power);
    let loss = 0;
    for (let d = 0; d < actual.length; d++) {
      const scores = logs.slice(d * classes, (d + 1) * classes).map((log) => factor * log);
      loss += Math.min(MAX_LOSS, -logSoftmaxInPlace(scores)[actual[d]]);
    }
    return loss / actual.length;
  };
  let [low, high] = [-COLDEST, COLDEST];
  while (high - low > PRECISION) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (lossAt(a) <= lossAt(b)) high = b;
    else low = a;
  }
  return lossAt((low + high) / 2);
}
