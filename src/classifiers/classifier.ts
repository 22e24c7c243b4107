import { DataError, UsageError } from "../base/errors.js";
import { binarized, type Dataset, type SparseMatrix, tokensOf } from "../features/sparse-matrix.js";
import { type Calibration, calibrateInPlace } from "./calibration/calibration.js";
import { argmax, bestLogOdds, clarityOf, ranked, softmaxInPlace } from "./scores.js";

/** A method with its settings, ready to learn. */
export interface Classifier {
  /** The name of the method, such as `multinomial`. */
  readonly name: string;
  /**
   * Whether scores are sums over the tokens or the different terms of a document, and so grow with its length. Methods
   * that count absent terms sum over the whole vocabulary instead. Default false.
   */
  readonly growsWithLength?: boolean | undefined;
  /**
   * Learns a model.
   *
   * @param onProgress called by slow methods from time to time, with the share that is done, 0 to 1
   * @param jobs how many threads a slow method may use; it changes no result. Default 1
   * @throws DataError if it cannot learn from the data, UsageError if the parts of the data set do not fit
   * together.
   */
  fit(data: Dataset, onProgress?: FitProgress, jobs?: number): Model;
}

/** Gets the share of a fit that is done, 0 to 1. */
export type FitProgress = (done: number) => void;

/** The indices of two classes to compare: the first and the one to compare it with. */
export type ClassPair = readonly [label: number, against: number];

/** The result of learning. Immutable. */
export interface Model {
  /** The name of each class, in the order of the scores. */
  readonly labels: readonly string[];
  /** The largest number of columns that a row may have. */
  readonly columns: number;
  /** Whether it looks at presences only: rows should hold 0 and 1, as `rowsFor` makes them. */
  readonly binary: boolean;
  /** Whether removing an entry from a row only removes its part of every margin. Default false. */
  readonly additive?: boolean;
  /**
   * Writes log P(class, row) of each class into `scores`, up to one constant per row. For finite values of at
   * least 0, a score is finite or -∞, never NaN.
   */
  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void;
  /**
   * Splits the margin, score(label) - score(against). Writes the part of each stored entry of the row into `parts`, in
   * the order of the entries. Returns the rest, such as the prior. Parts and rest sum to the margin.
   *
   * @param parts room for a number per entry of the row
   */
  marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number;
  /** Returns the weights of a term, one per class. Present if the model is linear in the weighted counts. A view. */
  readonly weightsOf?: ((term: number) => Float64Array) | undefined;
}

/** Returns the rows in the form that the model expects: for a model of presences, values other than 0 become 1. */
export function rowsFor(model: Model, x: SparseMatrix): SparseMatrix {
  requireColumns(model, x);
  return model.binary ? binarized(x) : x;
}

/**
 * Returns, for each row, log P(class, row) of each class, up to one constant per row. Values are used as they are, so
 * a model of presences needs rows of 0 and 1. Other values give bias + Σ x·w, as in scikit-learn's
 * `_joint_log_likelihood`.
 */
export function jointLogLikelihoods(model: Model, x: SparseMatrix): Float64Array[] {
  requireColumns(model, x);
  const scoresOf = rowScores(model, x);
  return Array.from({ length: x.rows }, (_, row) => scoresOf(row).slice());
}

/**
 * Returns, for each row, P(class | row) of each class. They sum to 1. A model of presences treats any value other than
 * 0 as 1.
 */
export function probabilities(model: Model, x: SparseMatrix): Float64Array[] {
  return jointLogLikelihoods(model, rowsFor(model, x)).map(softmaxInPlace);
}

/**
 * Returns, for each row, the index of the class with the highest score; of equal scores, the lowest index. A model of
 * presences treats any value other than 0 as 1.
 */
export function predict(model: Model, x: SparseMatrix): number[] {
  const scoresOf = rowScores(model, rowsFor(model, x));
  return Array.from({ length: x.rows }, (_, row) => argmax(scoresOf(row)));
}

/**
 * Returns a function that scores a row. The next call overwrites the array that it returns; until then, the caller may
 * change it.
 */
export function rowScores(model: Model, x: SparseMatrix): (row: number) => Float64Array {
  const scores = new Float64Array(model.labels.length);
  return (row) => {
    model.scoreInto(x, row, scores);
    return scores;
  };
}

/** @throws UsageError if the rows have columns that the model has not learned. */
function requireColumns(model: Model, x: SparseMatrix): void {
  if (x.columns <= model.columns) return;
  throw new UsageError(`predict: the rows have ${x.columns} columns, but the model has learned only ${model.columns}`);
}

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
  /** How far the score is above the mean of all classes, before calibration: low for a document of none of them. */
  readonly clarity: number;
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
  if (ownScores.length !== model.labels.length) {
    ownScores = new Float64Array(model.labels.length);
    ownProbabilities = new Float64Array(model.labels.length);
  }
  const scores = ownScores;
  model.scoreInto(x, row, scores);
  const knownTokens = tokensOf(x, row);
  const scaled = ownProbabilities;
  scaled.set(scores);
  if (calibration) calibrateInPlace(scaled, knownTokens, calibration);
  const logOdds = bestLogOdds(scaled);
  const probabilities = softmaxInPlace(scaled);
  // Ranks by score, because different scores can round to the same probability.
  const ranking = ranked(scores).map((c) => ({ label: model.labels[c], probability: probabilities[c] }));
  const [{ label, probability }] = ranking;
  return { label, probability, logOdds, clarity: clarityOf(scores), ranking, knownTokens };
}

// Scratch of `classifyRow`, because two arrays for each document cost time.
let ownScores = new Float64Array(0);
let ownProbabilities = new Float64Array(0);

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

/**
 * Decides on each label for one row.
 *
 * @param model its scores are the log odds of each label. It gives a label if they are at least the threshold
 */
export function classifyLabelsRow(
  model: Model & { readonly thresholds: ArrayLike<number> },
  x: SparseMatrix,
  row: number,
): LabelsClassification {
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
