import { DataError } from "../base/errors.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import { type Calibration, calibrateInPlace, tokensOf } from "./calibration/calibration.js";
import { bestLogOdds } from "./calibration/log-odds.js";
import { type Model, rowScores } from "./classifier.js";
import { ranked, softmaxInPlace } from "./scores.js";

/** A class and its probability. */
export interface LabelProbability<L extends string = string> {
  readonly label: L;
  /** P(class | document), 0 to 1; calibrated, if the model is. */
  readonly probability: number;
}

/** The answer of a model for one document. */
export interface Classification<L extends string = string> extends LabelProbability<L> {
  /** All classes, the highest score first, and equal scores in the order of the labels. The probabilities sum to 1. */
  readonly ranking: readonly LabelProbability<L>[];
  /**
   * ln (P(class | document) / P(all other classes | document)), precise even if the probability is nearly 1. ∞ if no
   * other class is possible.
   */
  readonly logOdds: number;
  /** The number of known tokens, or of known terms in a model of presences. If 0, the answer is a guess. */
  readonly knownTokens: number;
}

/**
 * Classifies one row.
 *
 * @param calibration changes the probabilities, but not their order
 * @throws DataError if the model has no classes.
 */
export function classifyRow(model: Model, x: SparseMatrix, row: number, calibration?: Calibration): Classification {
  if (model.labels.length === 0) {
    throw new DataError("the model has not learned any document yet, so it cannot classify");
  }
  const scores = rowScores(model, x)(row);
  const knownTokens = tokensOf(x, row);
  const scaled = calibration ? calibrateInPlace(scores.slice(), knownTokens, calibration) : scores.slice();
  const logOdds = bestLogOdds(scaled);
  const probabilities = softmaxInPlace(scaled);
  // Ranks by score, because different scores can round to the same probability.
  const ranking = ranked(scores).map((c) => ({ label: model.labels[c], probability: probabilities[c] }));
  return { ...ranking[0], logOdds, ranking, knownTokens };
}
