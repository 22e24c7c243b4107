import { requireOneOf } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import type { makeClassifier } from "../../classifiers/table.js";
import type { Fold } from "../../model/fitting/fold.js";
import { type BinaryOptions, binaryMetrics, logOddsOf, positiveClass, requireBinary } from "./binary-metrics.js";
import { labelMetrics, testLabelsOn } from "./label-metrics.js";
import { classMetrics, confusionOf, macroAverage, microAverage, probabilityMetrics } from "./metrics.js";
import { predictedOn, type TestOptions, testOn } from "./outcome.js";

export const MEASURES = ["accuracy", "micro-f1", "macro-f1", "log-loss", "roc-auc", "total-cost"] as const;

/**
 * The measures for comparing settings, as in `Evaluation`. With one class for each document, `micro-f1` is the accuracy;
 * with several labels, `accuracy` is the share of documents with exactly their labels. `total-cost` is the mean cost of
 * a document: false alarms times their cost, plus misses, at the threshold.
 */
export type Measure = (typeof MEASURES)[number];

/** Whether lower values are better. These measures depend on the probabilities, not only on their order. */
export function isLoss(measure: Measure): boolean {
  return measure === "log-loss" || measure === "total-cost";
}

/** Whether a measure needs two classes. */
export function isForTwoClasses(measure: Measure): boolean {
  return measure === "roc-auc" || measure === "total-cost";
}

/** Returns the measure to compare by unless another one is named. */
export function usualMeasure(multiLabel: boolean | undefined): Measure {
  return multiLabel ? "micro-f1" : "accuracy";
}

/** @throws UsageError if the classes do not allow the measure, or if an option is not allowed. */
export function requireMeasurable(
  measure: Measure,
  labels: readonly string[],
  binary: BinaryOptions = {},
  multiLabel = false,
): void {
  requireOneOf("measure", measure, MEASURES);
  if (multiLabel && !["accuracy", "micro-f1", "macro-f1"].includes(measure)) {
    throw new UsageError(`${measure} is for one class; with several labels, compare by micro-f1, macro-f1 or accuracy`);
  }
  if (!isForTwoClasses(measure)) return;
  if (labels.length !== 2) throw new UsageError(`${measure} needs two classes; there are ${labels.length}`);
  requireBinary(labels, binary);
}

/** How a measure is computed. */
export interface MeasureOptions extends TestOptions {
  /** Options for measures of two classes. */
  readonly binary?: BinaryOptions | undefined;
  /** Whether the classes are cells of labels, and the classifier decides on each label by itself. Default false. */
  readonly multiLabel?: boolean | undefined;
}

/**
 * Trains a classifier on a fold, tests it, and returns one measure, as `evaluate` would compute it. The area under
 * the ROC curve uses calibrated probabilities if they are calibrated; it is 0.5 for a fold without one of the classes.
 *
 * @param labels all classes, numbered as in the fold
 */
export function measured(
  measure: Measure,
  fold: Fold,
  classifier: ReturnType<typeof makeClassifier>,
  labels: readonly string[],
  { binary = {}, multiLabel, ...options }: MeasureOptions = {},
): number {
  if (multiLabel) {
    const { predictions } = testLabelsOn(fold, classifier, labels, options);
    const { micro, macro, subsetAccuracy } = labelMetrics(predictions, 0);
    // With several labels, `requireMeasurable` allows only these three measures.
    return { accuracy: subsetAccuracy, "micro-f1": micro.f1, "macro-f1": macro.f1 }[measure as "accuracy"];
  }
  if (measure === "accuracy" || measure === "micro-f1" || measure === "macro-f1") {
    const confusion = confusionOf(predictedOn(fold, classifier, options), labels.length);
    if (measure !== "macro-f1") return microAverage(confusion).f1;
    return macroAverage(classMetrics(confusion, labels), confusion).f1;
  }
  const { predictions, logProbabilities } = testOn(fold, classifier, labels.length, options);
  if (measure === "log-loss") {
    const predicted = predictions.map((prediction) => prediction.predicted);
    return probabilityMetrics(logProbabilities, labels.length, fold.actual, predicted).logLoss;
  }
  const logOdds = logOddsOf(logProbabilities, positiveClass(labels, binary));
  const { rocAuc, falseAlarms, misses, falseAlarmCost } = binaryMetrics(labels, fold.actual, logOdds, binary);
  if (measure === "roc-auc") return rocAuc ?? 0.5;
  return (falseAlarms * falseAlarmCost + misses) / fold.actual.length;
}
