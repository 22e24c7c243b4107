import { argmax, logSoftmaxInPlace, type Model, rowsFor } from "../classifiers/classifier.js";
import { DataError, UsageError } from "../errors.js";
import type { Trial } from "./evaluate.js";
import { classMetrics, emptyConfusion, macroAverage, microAverage } from "./metrics.js";
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
 * One figure of a model on one test part: what `evaluate` computes of it, to the last digit,
 * without keeping what was said of each document.
 *
 * @param labels all classes, those of the model first
 * @throws DataError if the test part is empty.
 */
export function measured(measure: Measure, model: Model, trial: Trial, labels: readonly string[]): number {
  const { test, actual, rows } = trial;
  if (rows.length === 0) throw new DataError("measure: required at least one test document, found none");
  const classes = labels.length;
  const input = rowsFor(model, test);
  const scores = new Float64Array(model.labels.length);
  const predicted = new Uint32Array(rows.length);
  const logs = new Float64Array(measure === "log-loss" ? rows.length * classes : 0).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < rows.length; i++) {
    model.scoreInto(input, i, scores);
    predicted[i] = argmax(scores);
    if (measure === "log-loss") logs.set(logSoftmaxInPlace(scores), i * classes);
  }
  if (measure === "log-loss") return probabilityMetrics(logs, classes, actual, predicted).logLoss;
  const confusion = emptyConfusion(classes);
  for (let i = 0; i < rows.length; i++) confusion[actual[i]][predicted[i]]++;
  if (measure === "accuracy") return microAverage(confusion).f1;
  return macroAverage(classMetrics(confusion, labels), confusion).f1;
}
