import type { SparseMatrix } from "../features/sparse-matrix.js";
import { type Calibration, calibrateInPlace, tokensOf } from "./calibration.js";
import { type Model, scoreDifference, softmaxInPlace } from "./classifier.js";

/** A class and how probable it is. */
export interface LabelProbability {
  readonly label: string;
  /** P(class | document), in [0, 1]; calibrated, if the model is. */
  readonly probability: number;
}

/** What a model says of one document. */
export interface Classification extends LabelProbability {
  /** All classes by score, the highest first; equals in the order of the labels. The probabilities sum to 1. */
  readonly ranking: readonly LabelProbability[];
  /** How many tokens of the document the model knows (different ones, in a model of presences). With 0, a multinomial model can only give the prior. */
  readonly knownTokens: number;
}

/**
 * Classifies one row.
 *
 * @param calibration changes the probabilities, never their order
 */
export function classifyRow(model: Model, x: SparseMatrix, row: number, calibration?: Calibration): Classification {
  const scores = new Float64Array(model.labels.length);
  model.scoreInto(x, row, scores);
  const knownTokens = tokensOf(x, row);
  const scaled = calibration ? calibrateInPlace(scores.slice(), knownTokens, calibration) : scores.slice();
  const probabilities = softmaxInPlace(scaled);
  // Probabilities that round to the same number may still have an order.
  const order = Array.from(scores.keys()).sort((a, b) => scoreDifference(scores[b], scores[a]) || a - b);
  const ranking = order.map((c) => ({ label: model.labels[c], probability: probabilities[c] }));
  return { ...ranking[0], ranking, knownTokens };
}
