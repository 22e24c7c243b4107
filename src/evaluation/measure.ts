import { UsageError } from "../errors.js";
import { classMetrics, emptyConfusion, macroAverage, microAverage } from "./metrics.js";
import type { Outcome } from "./outcome.js";
import { probabilityMetrics } from "./probability-metrics.js";

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
 * One figure of what came of one trial: what `evaluate` says of it, to the last digit.
 *
 * @param labels all classes, as the outcome numbers them
 */
export function measured(measure: Measure, outcome: Outcome, labels: readonly string[]): number {
  const { predictions, logProbabilities } = outcome;
  if (measure === "log-loss") {
    const actual = predictions.map((prediction) => prediction.actual);
    const predicted = predictions.map((prediction) => prediction.predicted);
    return probabilityMetrics(logProbabilities, labels.length, actual, predicted).logLoss;
  }
  const confusion = emptyConfusion(labels.length);
  for (const { actual, predicted } of predictions) confusion[actual][predicted]++;
  if (measure === "accuracy") return microAverage(confusion).f1;
  return macroAverage(classMetrics(confusion, labels), confusion).f1;
}
