import { DataError, UsageError } from "../errors.js";
import { binarized, type SparseMatrix } from "../features/sparse-matrix.js";

/** Documents as rows, and the class of each. */
export interface Dataset {
  readonly x: SparseMatrix;
  /** One class index a row, 0 ≤ y < labels.length. */
  readonly y: ArrayLike<number>;
  readonly labels: readonly string[];
  /** One weight a row, finite and ≥ 0: a row of weight 2 counts as two equal rows. Default: 1 each. */
  readonly weights?: ArrayLike<number> | undefined;
  /** The kind of each column, as an index into `TERM_KINDS`; only needed by classifiers that look at terms of some kinds. */
  readonly kinds?: Uint8Array | undefined;
}

/** A method with its settings, ready to learn. */
export interface Classifier {
  readonly name: string;
  /** Whether the scores of its models are sums over the tokens of a document, and so grow with its length. Default false. */
  readonly growsWithLength?: boolean;
  /**
   * @param onProgress called now and then with the share that is done, 0 to 1, by methods that take long
   * @throws DataError if the data cannot be learned from, UsageError if its parts do not fit together.
   */
  fit(data: Dataset, onProgress?: FitProgress): Model;
}

/** Told how much of a fit is done, 0 to 1. */
export type FitProgress = (done: number) => void;

/** Two class indices: why the first and not the second. */
export type ClassPair = readonly [label: number, against: number];

/** What a classifier has learned. It does not change. */
export interface Model {
  readonly labels: readonly string[];
  /** How many columns a row may have. */
  readonly columns: number;
  /** Whether the model is one of presences: rows should hold 0 and 1 only, as `rowsFor` makes them. */
  readonly binary: boolean;
  /** Whether an entry that is left out of a row takes its part off every margin, and changes nothing else. Default false. */
  readonly additive?: boolean;
  /**
   * Writes one score a class into `scores`: the natural logarithm of P(class, row), up to
   * one constant per row. For finite values of at least 0 a score is finite or -∞, never NaN.
   */
  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void;
  /**
   * Takes the margin of one class over another apart: writes what each stored entry of the
   * row adds to score(label) - score(against) into `parts`, in the order of the entries, and
   * returns the rest, which no entry has brought. Parts and rest sum to the margin.
   *
   * @param parts room for as many numbers as the row has entries
   */
  marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number;
  /**
   * Of a model that is linear in what the counts of a document become: the weights of a
   * term, one a class. A view, not to be changed.
   */
  weightsOf?(term: number): Float64Array;
}

/** a - b, where two impossible things (-∞) are equally impossible. */
export function scoreDifference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** The rows as the model takes them: for a model of presences, every value other than 0 becomes 1. */
export function rowsFor(model: Model, x: SparseMatrix): SparseMatrix {
  requireColumns(model, x);
  return model.binary ? binarized(x) : x;
}

/**
 * For each row, log P(class, row) by class, natural logarithm, up to one constant per row.
 * The values are taken as they stand: give a model of presences rows of 0 and 1. With
 * other values it gives the linear form bias + Σ x·w of them, as scikit-learn's
 * `_joint_log_likelihood` does.
 */
export function jointLogLikelihoods(model: Model, x: SparseMatrix): Float64Array[] {
  requireColumns(model, x);
  return Array.from({ length: x.rows }, (_, row) => {
    const scores = new Float64Array(model.labels.length);
    model.scoreInto(x, row, scores);
    return scores;
  });
}

/** For each row, P(class | row) by class: each in [0, 1], with sum 1. A model of presences takes any value other than 0 as 1. */
export function probabilities(model: Model, x: SparseMatrix): Float64Array[] {
  return jointLogLikelihoods(model, rowsFor(model, x)).map(softmaxInPlace);
}

/**
 * For each row, the index of the class with the highest score; among equals, the lowest
 * index. A model of presences takes any value other than 0 as 1.
 */
export function predict(model: Model, x: SparseMatrix): number[] {
  const rows = rowsFor(model, x);
  const scores = new Float64Array(model.labels.length);
  return Array.from({ length: x.rows }, (_, row) => {
    model.scoreInto(rows, row, scores);
    return argmax(scores);
  });
}

/** The index of the highest score; among equals, the lowest. */
export function argmax(scores: ArrayLike<number>): number {
  let best = 0;
  for (let c = 1; c < scores.length; c++) if (scores[c] > scores[best]) best = c;
  return best;
}

/**
 * Turns log scores into probabilities, in place. The maximum is taken out before exp, so
 * that nothing overflows. If every class is impossible (all scores -∞), nothing is known
 * and each class gets the same probability.
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
 * Turns log scores into log probabilities, in place: as `softmaxInPlace`, but a class that
 * is all but certain, or all but impossible, keeps every digit of its odds.
 */
export function logSoftmaxInPlace(scores: Float64Array): Float64Array {
  const best = argmax(scores);
  const max = scores[best];
  if (max === Number.NEGATIVE_INFINITY) return scores.fill(-Math.log(scores.length));
  let others = 0;
  for (let c = 0; c < scores.length; c++) if (c !== best) others += Math.exp(scores[c] - max);
  const shift = max + Math.log1p(others);
  const own = -Math.log1p(others);
  for (let c = 0; c < scores.length; c++) scores[c] = c === best ? own : scores[c] - shift;
  return scores;
}

/** Checks that the parts of a data set fit together. */
export function requireDataset(where: string, data: Dataset): void {
  const { x, y, labels, weights } = data;
  if (labels.length === 0) throw new DataError(`${where}: required at least one class, got none`);
  if (x.rows === 0) throw new DataError(`${where}: required at least one row, got none`);
  if (y.length !== x.rows)
    throw new UsageError(`${where}: required one class index for each of ${x.rows} rows, got ${y.length}`);
  if (weights !== undefined && weights.length !== x.rows) {
    throw new UsageError(`${where}: required one weight for each of ${x.rows} rows, got ${weights.length}`);
  }
  let seen = weights === undefined;
  for (let row = 0; row < x.rows; row++) {
    if (!(Number.isInteger(y[row]) && y[row] >= 0 && y[row] < labels.length)) {
      throw new UsageError(
        `${where}: row ${row}: required a class index from 0 to ${labels.length - 1}, got ${y[row]}`,
      );
    }
    if (weights !== undefined && !(Number.isFinite(weights[row]) && weights[row] >= 0)) {
      throw new UsageError(`${where}: row ${row}: required a finite weight of at least 0, got ${weights[row]}`);
    }
    if (weights !== undefined && weights[row] > 0) seen = true;
  }
  if (!seen) throw new UsageError(`${where}: required a weight above 0, got 0 for every row`);
}

/**
 * Checks that the values of a matrix are counts.
 *
 * @throws DataError that says where one is not.
 */
export function requireCounts(where: string, { rows, starts, ids, values }: SparseMatrix): void {
  for (let row = 0; row < rows; row++) {
    for (let i = starts[row]; i < starts[row + 1]; i++) {
      if (!isCount(values[i])) throw noCount(where, row, ids[i], values[i]);
    }
  }
}

/** Whether a value can be counted: finite and at least 0. */
export function isCount(value: number): boolean {
  return value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** What is wrong with a value that is no count. */
export function noCount(where: string, row: number, column: number, value: number): DataError {
  return new DataError(`${where}: row ${row}, column ${column}: required a count, finite and at least 0, got ${value}`);
}

function requireColumns(model: Model, x: SparseMatrix): void {
  if (x.columns > model.columns) {
    throw new UsageError(`predict: required at most ${model.columns} columns, as in training, got ${x.columns}`);
  }
}
