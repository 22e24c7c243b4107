import type { Evaluation } from "../evaluation/evaluate.js";

/** How an evaluation was made. */
export type Protocol =
  | { readonly kind: "test"; readonly test: string }
  | ({ readonly kind: "holdout"; readonly share: number; readonly repeats: number; readonly seed: number } & Grouped)
  | { readonly kind: "leave-one-out" }
  | ({ readonly kind: "folds"; readonly folds: number; readonly repeats: number; readonly seed: number } & Grouped)
  | ByDate;

/** Tested on what was learned from: of tables alone. */
export interface OnTraining {
  readonly kind: "training";
}

/** What no group of which stands on both sides. */
export interface Grouped {
  /** `from`, `subject` or `thread`. */
  readonly groupBy?: string;
  /** How many groups there are; known when the corpus is read. */
  readonly groups?: number;
}

/** Learned from the past, tested on the future: by one cut (`share`) or by forward chaining (`folds`). */
export interface ByDate {
  readonly kind: "by-date";
  /** Where times come from: `auto`, `header` or `file`. */
  readonly dates: string;
  readonly share?: number;
  readonly folds?: number;
  /** One a run, known when the corpus is read; before that, none. */
  readonly parts: readonly { readonly train: DatedPart; readonly test: DatedPart }[];
}

/** From when to when the documents of one part were written, in ISO 8601, UTC. */
export interface DatedPart {
  readonly from: string;
  readonly until: string;
  readonly documents: number;
}

/** Which classifier was evaluated: its name, and all settings of the model. */
export interface EvaluatedClassifier {
  readonly name: string;
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
  protocol: Protocol | OnTraining,
  ids: readonly string[],
): object {
  // Whether runs are resamplings, the protocol says.
  const { predictions, logProbabilities: _, resampled: __, ...figures } = evaluation;
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
