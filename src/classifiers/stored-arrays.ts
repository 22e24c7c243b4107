/** The arrays by which a model file holds a model, and the checks of arrays from a file, which may be forged. */

import { DataError } from "../base/errors.js";
import { isCount, type SparseRows } from "../features/sparse-matrix.js";

/** The arrays that a model file can hold. */
export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** Arrays by name. */
export type Arrays = Readonly<Record<string, NumberArray>>;

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

/** Returns the values in the smallest type of unsigned integers that holds all of them, otherwise in a Float64Array. */
export function compact(values: ArrayLike<number>): NumberArray {
  if (values instanceof Uint8Array) return values;
  let max = 0;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isInteger(values[i]) || values[i] < 0 || values[i] > 0xffffffff) return new Float64Array(values);
    if (values[i] > max) max = values[i];
  }
  if (max <= 0xff) return new Uint8Array(values);
  return max <= 0xffff ? new Uint16Array(values) : new Uint32Array(values);
}

/** Returns the arrays with a prefix added to their names. */
export function prefixed(prefix: string, arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}${name}`, array]));
}

/** Returns the arrays whose names begin with the prefix, and removes it from the names. */
export function withPrefix(prefix: string, arrays: Arrays): Arrays {
  const own = Object.entries(arrays).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, array]) => [name.slice(prefix.length), array]));
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
