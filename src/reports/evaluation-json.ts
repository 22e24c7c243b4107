import type { Evaluation } from "../evaluation/evaluate.js";

/** How an evaluation was made. */
export type Protocol =
  | { readonly kind: "test"; readonly test: string }
  | { readonly kind: "holdout"; readonly share: number; readonly repeats: number; readonly seed: number }
  | { readonly kind: "folds"; readonly folds: number; readonly repeats: number; readonly seed: number };

/** Which classifier was evaluated: its name, and all settings of the model. */
export interface EvaluatedClassifier {
  readonly name: string;
  readonly alpha: number;
  readonly [setting: string]: unknown;
}

/** An evaluation as `thresher evaluate --json` prints it. */
export function evaluationJson(evaluation: Evaluation, classifier: EvaluatedClassifier, protocol: Protocol): object {
  const { predictions: _, ...figures } = evaluation;
  return { classifier, protocol, ...figures };
}
