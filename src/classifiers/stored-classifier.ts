import { DataError } from "../errors.js";
import type { SparseRows } from "../features/sparse-matrix.js";
import { type Classifier, type Dataset, type FitProgress, isCount, type Model } from "./classifier.js";

/** The arrays that a file can hold. */
export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Named arrays. */
export type Arrays = Readonly<Record<string, NumberArray>>;

/** A model of which no sums over the documents can be kept: its file holds the model itself. */
export interface StoredModel extends Model {
  /** What `restore` makes it of again: the very same model. Views, not to be changed. */
  arrays(): Arrays;
}

/** A classifier whose models are kept as arrays. */
export interface StoredClassifier extends Classifier {
  fit(data: Dataset, onProgress?: FitProgress): StoredModel;
  /**
   * The model of which `arrays` were taken.
   *
   * @param columns how many terms there are
   * @throws DataError if an array is missing or does not fit: a file may hold anything.
   */
  restore(labels: readonly string[], columns: number, arrays: Arrays): StoredModel;
}

/** Whether this is a model that can be kept, and not what is kept of one. */
export function isStoredModel(model: Model | Arrays): model is StoredModel {
  return "arrays" in model && typeof model.arrays === "function";
}

/** @throws DataError unless there is an array of that name and, if they are given, of that type and length. */
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

/** What is said of a model file with something in it that does not fit. */
export function inconsistent(what: string): DataError {
  return new DataError(`required a consistent model file, found a fault in it: ${what}`);
}

/** Arrays of a part of a model, under names of its own. */
export function prefixed(prefix: string, arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}${name}`, array]));
}

/** The arrays whose names begin with `prefix`, called as they were before `prefixed`. */
export function withPrefix(prefix: string, arrays: Arrays): Arrays {
  return Object.fromEntries(
    Object.entries(arrays).flatMap(([name, array]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), array]] : [],
    ),
  );
}

/** @throws DataError unless offsets begin with 0, never fall and end with the length of what they divide: no loop over them runs away. */
export function requireRanges(name: string, offsets: Uint32Array, length: number): void {
  const size = offsets.length;
  if (size === 0 || offsets[0] !== 0 || offsets[size - 1] !== length) throw inconsistent(name);
  for (let i = 1; i < size; i++) if (offsets[i] < offsets[i - 1]) throw inconsistent(name);
}

/**
 * Of a row a term and a column a class.
 *
 * @throws DataError unless each row has classes that there are, ascending, and counts of them.
 */
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
