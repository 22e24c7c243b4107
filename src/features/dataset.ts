import { type ColumnMap, type Dataset, rowView, type SparseMatrix, selectRows } from "./sparse-matrix.js";
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
    x: selectRows(x, rows, columns?.map),
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
