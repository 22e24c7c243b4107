import type { Evaluation } from "../evaluation/evaluate.js";

/** How an evaluation was made. */
export type Protocol =
  | { readonly kind: "test"; readonly test: string }
  | { readonly kind: "holdout"; readonly share: number; readonly repeats: number; readonly seed: number }
  | { readonly kind: "leave-one-out" }
  | { readonly kind: "folds"; readonly folds: number; readonly repeats: number; readonly seed: number };

/** Which classifier was evaluated: its name, and all settings of the model. */
export interface EvaluatedClassifier {
  readonly name: string;
  readonly alpha: number;
  readonly [setting: string]: unknown;
}

/**
 * An evaluation as `thresher evaluate --json` prints it: the figures, and what was said of
 * each test document, so that two evaluations can be compared.
 *
 * @param ids the document of each row
 */
export function evaluationJson(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  ids: readonly string[],
): object {
  const { predictions, logProbabilities: _, ...figures } = evaluation;
  return {
    classifier,
    protocol,
    ...figures,
    predictions: predictions.map(({ run, row, actual, predicted, probability }) => ({
      id: ids[row],
      run,
      actual: evaluation.labels[actual],
      predicted: evaluation.labels[predicted],
      probability,
    })),
  };
}
