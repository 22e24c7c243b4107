import { UsageError } from "../../base/errors.js";
import { type BinaryOptions, requireBinary } from "./binary-metrics.js";

/**
 * The measures for comparing settings, as in `Evaluation`. With one class for each document, `micro-f1` is the accuracy;
 * with several labels, `accuracy` is the share of documents with exactly their labels. `total-cost` is the mean cost of
 * a document: false alarms times their cost, plus misses, at the threshold.
 */
export const MEASURES = ["accuracy", "micro-f1", "macro-f1", "log-loss", "roc-auc", "total-cost"] as const;
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
  if (multiLabel && !["accuracy", "micro-f1", "macro-f1"].includes(measure)) {
    throw new UsageError(`${measure} is for one class; with several labels, compare by micro-f1, macro-f1 or accuracy`);
  }
  if (!isForTwoClasses(measure)) return;
  if (labels.length !== 2) throw new UsageError(`${measure} needs two classes; there are ${labels.length}`);
  requireBinary(labels, binary);
}
