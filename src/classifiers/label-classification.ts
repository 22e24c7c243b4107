import type { SparseMatrix } from "../features/sparse-matrix.js";
import { tokensOf } from "./calibration/calibration.js";
import type { LabelProbability } from "./classification.js";
import { rowScores } from "./classifier.js";
import { ranked } from "./scores.js";
import type { LabelDecisions } from "./wrappers/label-decisions.js";

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
