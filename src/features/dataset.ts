import { DataError, UsageError } from "../base/errors.js";
import { largest } from "../base/lists.js";
import { type ColumnMap, type Dataset, isCount, rowView, type SparseMatrix, UNLABELLED } from "./sparse-matrix.js";
import { chosenRows } from "./viewed-rows.js";
import type { Vocabulary } from "./vocabulary.js";

/** A data set whose columns are the terms of a vocabulary. */
export type TermDataset = Dataset & { readonly vocabulary: Vocabulary };

/**
 * Returns some rows of a data set in the order given, with all that belongs to a row.
 *
 * @param rows row numbers; a row may be chosen more than once
 * @param columns the columns to keep (`kept`, ascending) and their new numbers. Default: all
 */
export function someRows(
  data: Dataset,
  rows: Uint32Array,
  columns?: { readonly kept: Uint32Array; readonly map: ColumnMap },
): Dataset {
  const { x, labels, kinds } = data;
  return {
    ...factsOfRows(data, rows),
    x: chosenRows(x, rows, columns?.map),
    labels,
    kinds: kinds && columns ? Uint8Array.from(columns.kept, (column) => kinds[column]) : kinds,
  };
}

/** Returns the classes, weights and groups of some rows, in the order given. Weights and groups may be undefined. */
export function factsOfRows({ y, weights, groups }: Pick<Dataset, "y" | "weights" | "groups">, rows: Uint32Array) {
  return {
    y: rows.map((row) => y[row]),
    weights: weights && Float64Array.from(rows, (row) => weights[row]),
    groups: groups && rows.map((row) => groups[row]),
  };
}

/** Returns the sum of the weights of the rows of each class. */
export function classWeights({ y, labels, weights }: Pick<Dataset, "y" | "labels" | "weights">): Float64Array {
  const sums = new Float64Array(labels.length);
  for (let row = 0; row < y.length; row++) sums[y[row]] += weights?.[row] ?? 1;
  return sums;
}

/**
 * Returns, for each row, the number of the first row with the same entries, which may be its own. The order of
 * entries does not matter, and stored zeros are ignored.
 */
export function firstEqualRows(x: SparseMatrix): Uint32Array {
  const firstOf = new Map<string, number>();
  return Uint32Array.from({ length: x.rows }, (_, row) => {
    const key = keyOf(x, row);
    const first = firstOf.get(key) ?? row;
    firstOf.set(key, first);
    return first;
  });
}

/** Whether all rows have the same entries. */
export function areRowsEqual(x: SparseMatrix): boolean {
  const first = x.rows === 0 ? "" : keyOf(x, 0);
  for (let row = 1; row < x.rows; row++) if (keyOf(x, row) !== first) return false;
  return true;
}

/** Returns the entries of a row as text. The order of the entries does not matter. */
function keyOf(x: SparseMatrix, row: number): string {
  const { ids, values, start, end } = rowView(x, row);
  const entries: string[] = [];
  for (let i = start; i < end; i++) if (values[i] !== 0) entries.push(`${ids[i]}:${values[i]}`);
  return entries.sort().join();
}

/**
 * Checks a data set before a method learns from it.
 *
 * @param where the beginning of each message, such as `fit`
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
    const isClass = Number.isInteger(y[row]) && y[row] >= 0 && y[row] < labels.length;
    if (isUnlabelled && !takesUnlabelled) {
      throw new DataError(`${where}: row ${row} has no label, and this method learns only from documents with labels`);
    }
    if (!isUnlabelled && !isClass) {
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

/** Checks that all values of a matrix are counts. @throws DataError that names the first value that is not. */
export function requireCounts(where: string, x: SparseMatrix): void {
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) if (!isCount(values[i])) throw noCount(where, row, ids[i], values[i]);
  }
}

/** Returns the error for a value that is not a count. */
export function noCount(where: string, row: number, column: number, value: number): DataError {
  return new DataError(`${where}: row ${row}, column ${column}: a count must be finite and at least 0, not ${value}`);
}
