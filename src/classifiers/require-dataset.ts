import { DataError, UsageError } from "../base/errors.js";
import { largest } from "../base/lists.js";
import { type Dataset, rowView, type SparseMatrix, UNLABELLED } from "../features/sparse-matrix.js";

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

/** Checks that all values of a matrix are counts. @throws DataError that names the first value that is not. */
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

/** Returns the error for a value that is not a count. */
export function noCount(where: string, row: number, column: number, value: number): DataError {
  return new DataError(`${where}: row ${row}, column ${column}: a count must be finite and at least 0, not ${value}`);
}
