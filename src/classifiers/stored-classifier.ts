import { DataError } from "../base/errors.js";
import type { Dataset, SparseRows } from "../features/sparse-matrix.js";
import { type Classifier, type FitProgress, isCount, type Model } from "./classifier.js";

/** The arrays that a model file can hold. */
export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Arrays by name. */
export type Arrays = Readonly<Record<string, NumberArray>>;

/** A model that is not made of counts: its file holds the model itself, as arrays. */
export interface StoredModel extends Model {
  /** The arrays for `restore`, which makes the same model of them. Views; do not change them. */
  arrays(): Arrays;
}

/** A classifier whose models are stored as arrays. */
export interface StoredClassifier extends Classifier {
  fit(data: Dataset, onProgress?: FitProgress): StoredModel;
  /**
   * The model that `arrays` came from.
   *
   * @param columns the number of terms
   * @throws DataError if an array is missing or does not fit: a model file may be forged.
   */
  restore(labels: readonly string[], columns: number, arrays: Arrays): StoredModel;
}

/** Tells a model from the arrays of one. */
export function isStoredModel(model: Model | Arrays): model is StoredModel {
  return "arrays" in model && typeof model.arrays === "function";
}

/** @throws DataError unless there is an array of that name and, if given, of that type and length. */
export function requiredArray<T extends NumberArray>(
  arrays: Arrays,
  name: string,
  type?: new (length: number) => T,
  length?: number,
): T {
  const array = Object.hasOwn(arrays, name) ? arrays[name] : undefined;
  const isFit = array !== undefined && (type === undefined || array instanceof type);
  if (!isFit || (length !== undefined && array.length !== length)) throw inconsistent(name);
  return array as T;
}

/** The error for a model file in which something is missing or does not fit. */
export function inconsistent(what: string): DataError {
  return new DataError(`the model file is damaged: ${what}`);
}

/** The arrays of a part of a model, with a prefix to their names. */
export function prefixed(prefix: string, arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}${name}`, array]));
}

/** The arrays whose names begin with the prefix, without it. */
export function withPrefix(prefix: string, arrays: Arrays): Arrays {
  return Object.fromEntries(
    Object.entries(arrays).flatMap(([name, array]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), array]] : [],
    ),
  );
}

/**
 * @throws DataError unless offsets start with 0, never fall and end with `length`, so that loops over the
 * ranges are safe.
 */
export function requireRanges(name: string, offsets: Uint32Array, length: number): void {
  const size = offsets.length;
  if (size === 0 || offsets[0] !== 0 || offsets[size - 1] !== length) throw inconsistent(name);
  for (let i = 1; i < size; i++) if (offsets[i] < offsets[i - 1]) throw inconsistent(name);
}

/** @throws DataError unless each row (a term) has ascending columns (classes) that exist, with counts. */
export function requireClassCounts(name: string, { columns, starts, ids, values }: SparseRows): void {
  requireRanges(`${name}.starts`, starts, ids.length);
  if (values.length !== ids.length) throw inconsistent(`${name}.values`);
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let i = starts[row]; i < starts[row + 1]; i++) {
      const isClass = Number.isInteger(ids[i]) && ids[i] >= 0 && ids[i] < columns;
      if (!isClass || (i > starts[row] && ids[i] <= ids[i - 1])) throw inconsistent(`${name}.classes`);
      if (!isCount(values[i])) throw inconsistent(`${name}.values`);
    }
  }
}
