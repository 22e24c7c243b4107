import type { Evaluation } from "../../evaluation/evaluate.js";
import { classColumns, tsvLine } from "../csv.js";

/** How test documents were chosen. */
export type Protocol =
  | { readonly kind: "test"; readonly test: string }
  | ({ readonly kind: "holdout"; readonly share: number } & Repeated)
  | { readonly kind: "leave-one-out" }
  | ({ readonly kind: "folds"; readonly folds: number } & Repeated)
  | ByDate;

/** The training rows were tested. Only tables allow it. */
export interface OnTraining {
  readonly kind: "training";
}

/** Splits drawn at random; with groups, no group is in both training and test. */
export interface Repeated {
  readonly repeats: number;
  readonly seed: number;
  /** `from`, `subject` or `thread`. */
  readonly groupBy?: string;
  /** The number of groups; known once the corpus is read. */
  readonly groups?: number;
}

/** Trained on the past, tested on the future: by one cut (`share`) or by forward chaining (`folds`). */
export interface ByDate {
  readonly kind: "by-date";
  /** The source of the times: `auto`, `header` or `file`. */
  readonly dates: string;
  readonly share?: number;
  readonly folds?: number;
  /** One for each run; empty until the corpus is read. */
  readonly parts: readonly { readonly train: DatedPart; readonly test: DatedPart }[];
}

/** The first and the last date of the documents of a part, in ISO 8601, UTC. */
export interface DatedPart {
  readonly from: string;
  readonly until: string;
  readonly documents: number;
}

export type AnyProtocol = Protocol | OnTraining;

/** The classifier that was evaluated: its name and all settings of the model. */
export interface EvaluatedClassifier {
  readonly name: string;
  readonly [setting: string]: unknown;
}

/** Options for lists of predictions. */
export interface PredictionOptions {
  /** Write the probability of every class, not only of the predicted one. Default false. */
  readonly probabilities?: boolean | undefined;
}

/**
 * An evaluation as `thresher evaluate --json` prints it: the figures, and each prediction, so
 * that two evaluations can be compared.
 *
 * @param ids the document of each row
 */
export function evaluationJson(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  ids: readonly string[],
  { probabilities = false }: PredictionOptions = {},
): object {
  // The protocol says whether the runs are resamplings.
  const { predictions, logProbabilities: _, resampled: __, ...figures } = evaluation;
  return {
    classifier,
    protocol,
    ...figures,
    predictions: predictions.map(({ run, row, actual, predicted, probability }, p) => ({
      id: ids[row],
      run,
      actual: evaluation.labels[actual],
      predicted: evaluation.labels[predicted],
      probability,
      ...(probabilities && { probabilities: byClass(evaluation, p) }),
    })),
  };
}

function byClass(evaluation: Evaluation, prediction: number): object {
  const probabilities = probabilitiesOf(evaluation, prediction);
  return Object.fromEntries(evaluation.labels.map((label, c) => [label, probabilities[c]]));
}

/**
 * Every prediction of an evaluation as tab-separated lines, the first with the names of the
 * columns: id, actual class, predicted class, its probability, and the probability of every
 * class if asked for. Names are made safe as in CSV.
 *
 * @param ids the document of each row
 */
export function* predictionLines(
  evaluation: Evaluation,
  ids: readonly string[],
  { probabilities = false }: PredictionOptions = {},
): Generator<string> {
  const { predictions, labels } = evaluation;
  yield tsvLine(["id", "actual", "predicted", "probability", ...(probabilities ? classColumns(labels) : [])]);
  for (const [p, { row, actual, predicted, probability }] of predictions.entries()) {
    const all = probabilities ? probabilitiesOf(evaluation, p) : [];
    yield tsvLine([ids[row], labels[actual], labels[predicted], probability, ...all]);
  }
}

/** P(class | document) of one prediction, for each class in the order of the labels. */
function probabilitiesOf({ labels, logProbabilities }: Evaluation, prediction: number): Float64Array {
  const from = prediction * labels.length;
  return logProbabilities.slice(from, from + labels.length).map(Math.exp);
}
