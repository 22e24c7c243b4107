import { DataError } from "../base/errors.js";
import { collectGarbage } from "../base/garbage.js";
import { ascending } from "../base/lists.js";
import { someRows } from "../features/dataset.js";
import { type Dataset, type SparseRows, selectRows } from "../features/sparse-matrix.js";
import type { ScoredDocument } from "./calibration/scored-document.js";
import { type Classifier, type FitProgress, isCount, type Model, rowsFor } from "./classifier.js";

/** The arrays that a model file can hold. */
export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Arrays by name. */
export type Arrays = Readonly<Record<string, NumberArray>>;

/** A model that is not made of counts: its file holds the model itself, as arrays. */
export interface StoredModel extends Model {
  /** Returns the arrays from which `restore` makes the same model. Views; do not change them. */
  arrays(): Arrays;
  /** Returns the same model with only the columns that can change a score. Missing or undefined: all can. */
  narrowed?(): { readonly columns: Uint32Array; readonly model: StoredModel } | undefined;
}

/** A classifier whose models are stored as arrays. */
export interface StoredClassifier extends Classifier {
  /**
   * A number of documents for each of `TERM_KINDS`. Terms of that kind in fewer training documents do not change the
   * model. Default: 1 each.
   */
  readonly leastDocuments?: readonly number[] | undefined;
  fit(data: Dataset, onProgress?: FitProgress, jobs?: number): StoredModel;
  /**
   * Returns the model of `fit`, and scores each row by a model of the rows of all other parts. Those models may share
   * facts that do not depend on labels, such as document frequencies. Default: fits a model for each part.
   *
   * @param scores room for a number per row and class; a class that is impossible gets -∞
   */
  fitOutOfParts?(data: Dataset, parts: Parts, scores: Float64Array, onProgress?: FitProgress): StoredModel;
  /**
   * Returns the model that `arrays` came from.
   *
   * @param columns the number of terms
   * @throws DataError if an array is missing or does not fit: a model file may be forged.
   */
  restore(labels: readonly string[], columns: number, arrays: Arrays): StoredModel;
}

/** A classifier that also scores its training documents with models that have not seen them. */
export interface ScoringClassifier extends StoredClassifier {
  /** Returns the model of `fit`, and the documents that it scored in order to learn. */
  fitScored(
    data: Dataset,
    onProgress?: FitProgress,
    jobs?: number,
  ): { readonly model: StoredModel; readonly documents: readonly ScoredDocument[] };
}

/** Whether a classifier scores its training documents. */
export function isScoring(classifier: Classifier): classifier is ScoringClassifier {
  return "fitScored" in classifier;
}

/** Rows divided into parts. */
export interface Parts {
  /** The part of each row, 0 ≤ part < count. */
  readonly of: ArrayLike<number>;
  readonly count: number;
  /** How many parts to score, from the first on; at most `count`. The scores of other rows do not change. */
  readonly scored: number;
  /**
   * Writes the values of a row as a model of the other parts sees them, one per entry: 0 for terms that no row of
   * another part has. Default: the values as they are.
   */
  readonly seenInto?: ((row: number, values: Float64Array) => void) | undefined;
}

/** Returns the model of all rows, and the scores of each row by a model of all other parts: see `StoredClassifier`. */
export function fitOutOfParts(
  classifier: StoredClassifier,
  data: Dataset,
  parts: Parts,
  scores: Float64Array,
  onProgress?: FitProgress,
): StoredModel {
  if (classifier.fitOutOfParts !== undefined) return classifier.fitOutOfParts(data, parts, scores, onProgress);
  let fitted = 0;
  const progress: FitProgress = (done) => onProgress?.((fitted + done) / (parts.scored + 1));
  scoreOutOfParts(data, parts, scores, (rows) => {
    const model = classifier.fit(someRows(data, rows), progress);
    fitted++;
    return model;
  });
  return classifier.fit(data, progress);
}

/**
 * Writes the scores of each row by a model of the rows of all other parts.
 *
 * @param learn makes the model of some rows
 */
export function scoreOutOfParts(
  { x, labels }: Dataset,
  parts: Parts,
  scores: Float64Array,
  learn: (rows: Uint32Array) => Model,
): void {
  const rows = ascending(x.rows);
  const rowScores = new Float64Array(labels.length);
  for (let part = 0; part < parts.scored; part++) {
    collectGarbage(x.starts[x.rows]);
    const model = learn(rows.filter((row) => parts.of[row] !== part));
    for (const row of rows.filter((row) => parts.of[row] === part)) {
      const seen = selectRows(x, [row]);
      parts.seenInto?.(row, seen.values);
      model.scoreInto(rowsFor(model, seen), 0, rowScores);
      scores.set(rowScores, row * labels.length);
    }
  }
}

/** Whether this is a model, and not the arrays of one. */
export function isStoredModel(model: Model | Arrays): model is StoredModel {
  return "arrays" in model && typeof model.arrays === "function";
}

/**
 * Returns the array of that name.
 *
 * @param type default: any
 * @param length default: any
 * @param isSound tells whether a number is allowed. Default: all are
 * @throws DataError if it is missing or does not fit.
 */
export function requiredArray<T extends NumberArray>(
  arrays: Arrays,
  name: string,
  type?: new (length: number) => T,
  length?: number,
  isSound?: (value: number, i: number) => boolean,
): T {
  const array = Object.hasOwn(arrays, name) ? arrays[name] : undefined;
  const isFit = array !== undefined && (type === undefined || array instanceof type);
  if (!isFit || (length !== undefined && array.length !== length)) throw inconsistent(name);
  if (isSound !== undefined && !array.every(isSound)) throw inconsistent(name);
  return array as T;
}

/** Whether a number is finite and above 0. */
export function isPositive(value: number): boolean {
  return value > 0 && value < Number.POSITIVE_INFINITY;
}

/** Makes the error for a model file in which something is missing or does not fit. */
export function inconsistent(what: string): DataError {
  return new DataError(`the model file is damaged: ${what}`);
}

/** Returns the arrays with a prefix added to their names. */
export function prefixed(prefix: string, arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}${name}`, array]));
}

/** Returns the arrays whose names begin with the prefix, and removes it from the names. */
export function withPrefix(prefix: string, arrays: Arrays): Arrays {
  return Object.fromEntries(
    Object.entries(arrays).flatMap(([name, array]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), array]] : [],
    ),
  );
}

/**
 * Checks offsets.
 *
 * @throws DataError unless offsets start with 0, never fall and end with `length`, so that loops over the ranges are
 *   safe.
 */
export function requireRanges(name: string, offsets: Uint32Array, length: number): void {
  const size = offsets.length;
  if (size === 0 || offsets[0] !== 0 || offsets[size - 1] !== length) throw inconsistent(name);
  for (let i = 1; i < size; i++) if (offsets[i] < offsets[i - 1]) throw inconsistent(name);
}

/** Checks rows. @throws DataError unless the columns of each row exist and ascend, and all values are counts. */
export function requireCountedRows(name: string, { columns, starts, ids, values }: SparseRows): void {
  requireRanges(`${name}.starts`, starts, ids.length);
  if (values.length !== ids.length) throw inconsistent(`${name}.values`);
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let i = starts[row]; i < starts[row + 1]; i++) {
      const exists = Number.isInteger(ids[i]) && ids[i] >= 0 && ids[i] < columns;
      if (!exists || (i > starts[row] && ids[i] <= ids[i - 1])) throw inconsistent(`${name}.columns`);
      if (!isCount(values[i])) throw inconsistent(`${name}.values`);
    }
  }
}
