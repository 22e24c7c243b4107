import { DataError } from "../errors.js";
import type { Classifier, Dataset, FitProgress, Model } from "./classifier.js";

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

/** @throws DataError unless there is an array of that name, of that type and length. */
export function requiredArray<T extends NumberArray>(
  arrays: Arrays,
  name: string,
  type: new (length: number) => T,
  length?: number,
): T {
  const array = Object.hasOwn(arrays, name) ? arrays[name] : undefined;
  if (!(array instanceof type) || (length !== undefined && array.length !== length)) {
    throw inconsistent(name);
  }
  return array;
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

/** @throws DataError unless offsets begin with 0 and never fall: no loop over them runs away. */
export function requireRanges(name: string, offsets: Uint32Array): void {
  const sound = offsets[0] === 0 && offsets.every((offset, i) => i === 0 || offset >= offsets[i - 1]);
  if (!sound) throw inconsistent(name);
}
