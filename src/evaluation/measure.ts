import type { Classifier } from "../classifiers/classifier.js";
import { UsageError } from "../errors.js";
import { classMetrics, emptyConfusion, macroAverage, microAverage } from "./metrics.js";
import { predictedOn, testOn } from "./outcome.js";
import { probabilityMetrics } from "./probability-metrics.js";
import type { Trial } from "./trial.js";

/** The measures by which settings can be compared: of each, what `Evaluation` says of one run. */
export const MEASURES = ["accuracy", "macro-f1", "log-loss"] as const;
/** One of the measures. */
export type Measure = (typeof MEASURES)[number];

/** Whether less of it is better. */
export function isLoss(measure: Measure): boolean {
  return measure === "log-loss";
}

/** @throws UsageError if there is no such measure. */
export function requireMeasure(measure: string): asserts measure is Measure {
  if ((MEASURES as readonly string[]).includes(measure)) return;
  throw new UsageError(`measure: required one of ${MEASURES.join(", ")}, got ${JSON.stringify(measure)}`);
}

/**
 * One figure of a classifier on a trial: what `evaluate` says of it, to the last digit, without the rest.
 *
 * @param labels all classes, as the trial numbers them
 */
export function measured(measure: Measure, trial: Trial, classifier: Classifier, labels: readonly string[]): number {
  if (measure === "log-loss") {
    const { predictions, logProbabilities } = testOn(trial, classifier, labels.length);
    const predicted = predictions.map((prediction) => prediction.predicted);
    return probabilityMetrics(logProbabilities, labels.length, trial.actual, predicted).logLoss;
  }
  const confusion = emptyConfusion(labels.length);
  for (const [i, predicted] of predictedOn(trial, classifier).entries()) confusion[trial.actual[i]][predicted]++;
  if (measure === "accuracy") return microAverage(confusion).f1;
  return macroAverage(classMetrics(confusion, labels), confusion).f1;
}
