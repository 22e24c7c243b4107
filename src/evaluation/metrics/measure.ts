import type { Classifier } from "../../classifiers/classifier.js";
import type { Fold } from "../../model/fitting/fold.js";
import { classMetrics, emptyConfusion, macroAverage, microAverage } from "./metrics.js";
import { predictedOn, testOn } from "./outcome.js";
import { probabilityMetrics } from "./probability-metrics.js";

/** The measures by which settings are compared, as `Evaluation` has them. */
export const MEASURES = ["accuracy", "macro-f1", "log-loss"] as const;
export type Measure = (typeof MEASURES)[number];

/** Whether lower is better. */
export function isLoss(measure: Measure): boolean {
  return measure === "log-loss";
}

/**
 * Computes one measure of a classifier on a fold, exactly as `evaluate` would.
 *
 * @param labels all classes, numbered as in the fold
 */
export function measured(measure: Measure, fold: Fold, classifier: Classifier, labels: readonly string[]): number {
  if (measure === "log-loss") {
    const { predictions, logProbabilities } = testOn(fold, classifier, labels.length);
    const predicted = predictions.map((prediction) => prediction.predicted);
    return probabilityMetrics(logProbabilities, labels.length, fold.actual, predicted).logLoss;
  }
  const confusion = emptyConfusion(labels.length);
  for (const [i, predicted] of predictedOn(fold, classifier).entries()) confusion[fold.actual[i]][predicted]++;
  if (measure === "accuracy") return microAverage(confusion).f1;
  return macroAverage(classMetrics(confusion, labels), confusion).f1;
}
