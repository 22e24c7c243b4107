import { DataError, UsageError } from "../base/errors.js";
import { largest } from "../base/lists.js";
import { binarized, type Dataset, rowView, type SparseMatrix, UNLABELLED } from "../features/sparse-matrix.js";

/** A method with its settings, ready to learn. */
export interface Classifier {
  readonly name: string;
  /** Whether scores are sums over the tokens of a document, and so grow with its length. Default false. */
  readonly growsWithLength?: boolean;
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

/** Returns a - b, or 0 if both scores are -∞ (impossible). */
export function scoreDifference(a: number, b: number): number {
  return a === b ? 0 : a - b;
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

/** Returns the index of the highest score; of equal scores, the lowest index. */
export function argmax(scores: ArrayLike<number>): number {
  let best = 0;
  for (let c = 1; c < scores.length; c++) if (scores[c] > scores[best]) best = c;
  return best;
}

/** Returns the indices of the scores, the highest score first, and equal scores in order. */
export function ranked(scores: Float64Array): number[] {
  return Array.from(scores.keys()).sort((a, b) => scoreDifference(scores[b], scores[a]) || a - b);
}

/**
 * Turns log scores into probabilities, in place. Subtracting the maximum first avoids overflow. If all scores
 * are -∞, all classes get the same probability.
 */
export function softmaxInPlace(scores: Float64Array): Float64Array {
  const max = scores[argmax(scores)];
  if (max === Number.NEGATIVE_INFINITY) return scores.fill(1 / scores.length);
  let sum = 0;
  for (let c = 0; c < scores.length; c++) {
    scores[c] = Math.exp(scores[c] - max);
    sum += scores[c];
  }
  for (let c = 0; c < scores.length; c++) scores[c] /= sum;
  return scores;
}

/**
 * Turns log scores into log probabilities, in place. Near certainty it is more precise than the log of the result of
 * `softmaxInPlace`: it keeps all digits of the odds.
 */
export function logSoftmaxInPlace(scores: Float64Array): Float64Array {
  const best = argmax(scores);
  const max = scores[best];
  if (max === Number.NEGATIVE_INFINITY) return scores.fill(-Math.log(scores.length));
  let others = 0;
  for (let c = 0; c < scores.length; c++) if (c !== best) others += Math.exp(scores[c] - max);
  const shift = max + Math.log1p(others);
  const logBest = -Math.log1p(others);
  for (let c = 0; c < scores.length; c++) scores[c] = c === best ? logBest : scores[c] - shift;
  return scores;
}

/**
 * Checks a data set.
 *
 * @param takesUnlabelled whether rows may have no label. Default false
 * @throws UsageError unless its parts fit together, DataError if it has no row or no class, or a row without a label.
 */
export function requireDataset(where: string, data: Dataset, takesUnlabelled = false): void {
  const { x, y, labels, weights } = data;
  if (labels.length === 0) throw new DataError(`${where}: there is no class to learn`);
  if (x.rows === 0) throw new DataError(`${where}: there is no document to learn from`);
  if (y.length !== x.rows) throw new UsageError(`${where}: there are ${y.length} class indices for ${x.rows} rows`);
  if (weights !== undefined && weights.length !== x.rows) {
    throw new UsageError(`${where}: there are ${weights.length} weights for ${x.rows} rows`);
  }
  for (let row = 0; row < x.rows; row++) {
    const isUnlabelled = y[row] === UNLABELLED;
    if (isUnlabelled && !takesUnlabelled) {
      throw new DataError(`${where}: row ${row} has no label, and this method learns only from documents with labels`);
    }
    if (!isUnlabelled && !(Number.isInteger(y[row]) && y[row] >= 0 && y[row] < labels.length)) {
      throw new UsageError(`${where}: row ${row}: a class index must be from 0 to ${labels.length - 1}, not ${y[row]}`);
    }
    if (weights !== undefined && !(Number.isFinite(weights[row]) && weights[row] >= 0)) {
      throw new UsageError(`${where}: row ${row}: a weight must be finite and at least 0, not ${weights[row]}`);
    }
  }
  if (weights !== undefined && largest(Array.from(weights)) === 0) {
    throw new UsageError(`${where}: all rows have the weight 0; give one of them more`);
  }
}

/** Returns the sum of the weights of the rows of each class. */
export function classWeights({ y, labels, weights }: Pick<Dataset, "y" | "labels" | "weights">): Float64Array {
  const sums = new Float64Array(labels.length);
  for (let row = 0; row < y.length; row++) sums[y[row]] += weights?.[row] ?? 1;
  return sums;
}

/** Checks that all values are counts. @throws DataError that names the first value that is not. */
export function requireCounts(where: string, x: SparseMatrix): void {
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      if (!isCount(values[i])) throw noCount(where, row, ids[i], values[i]);
    }
  }
}

/** Whether a value can be a count: finite and at least 0. */
export function isCount(value: number): boolean {
  return value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** Makes the error for a value that is not a count. */
export function noCount(where: string, row: number, column: number, value: number): DataError {
  return new DataError(`${where}: row ${row}, column ${column}: a count must be finite and at least 0, not ${value}`);
}

function requireColumns(model: Model, x: SparseMatrix): void {
  if (x.columns > model.columns) {
    throw new UsageError(
      `predict: the rows have ${x.columns} columns, but the model has learned only ${model.columns}`,
    );
  }
}
