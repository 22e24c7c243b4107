import type { EvaluatedClassifier } from "./evaluation-json.js";

/** A classifier in a few words: its method, its smoothing, and how its probabilities are calibrated, if they are. */
export function classifierText({ name, alpha, calibrate }: EvaluatedClassifier): string {
  return `${name} naive Bayes, alpha ${alpha}${calibrate ? `, calibrated (${calibrate})` : ""}`;
}
