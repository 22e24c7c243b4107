import { DataError } from "../base/errors.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import { type Calibration, calibrateInPlace, tokensOf } from "./calibration/calibration.js";
import { type Model, rowScores } from "./classifier.js";
import { bestLogOdds, ranked, softmaxInPlace } from "./scores.js";
import type { LabelDecisions } from "./wrappers/label-decisions.js";

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

/** The decision of a model of several labels on one label. */
export interface LabelDecision<L extends string = string> extends LabelProbability<L> {
  /** The document gets the label if the probability is at least this. */
  readonly threshold: number;
  /** Whether the document gets the label. */
  readonly isGiven: boolean;
}

/** The answer of a model of several labels for one document. */
export interface LabelsClassification<L extends string = string> {
  /** The labels of the document, the most probable first. May be empty. */
  readonly labels: readonly L[];
  /** All labels of the model, the most probable first. The probabilities do not sum to 1. */
  readonly decisions: readonly LabelDecision<L>[];
  /** The number of known tokens. With 0, the answer is a guess. */
  readonly knownTokens: number;
}

/** Decides on each label for one row. */
export function classifyLabelsRow(model: LabelDecisions, x: SparseMatrix, row: number): LabelsClassification {
  // The scores of such a model are the log odds of each label, and so are its thresholds.
  const logOdds = rowScores(model, x)(row);
  const { thresholds } = model;
  const decisions = ranked(logOdds).map((l) => ({
    label: model.labels[l],
    probability: probabilityOf(logOdds[l]),
    threshold: probabilityOf(thresholds[l]),
    isGiven: logOdds[l] >= thresholds[l],
  }));
  const labels = decisions.filter(({ isGiven }) => isGiven).map(({ label }) => label);
  return { labels, decisions, knownTokens: tokensOf(x, row) };
}

/** Returns the probability that has these log odds. */
export function probabilityOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
