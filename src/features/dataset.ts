import { columnMap } from "./selection.js";
import { type ColumnMap, type Dataset, selectColumns, selectRows } from "./sparse-matrix.js";
import { kindsOf } from "./term-kinds.js";
import type { Vocabulary } from "./vocabulary.js";

/** Columns that remain when others are left out. */
export interface KeptColumns {
  /** Their numbers, ascending. */
  readonly kept: Uint32Array;
  /** Their new numbers. */
  readonly map: ColumnMap;
}

/** A data set whose columns are the terms of a vocabulary. */
export type TermDataset = Dataset & { readonly vocabulary: Vocabulary };

/**
 * Returns some rows of a data set in the order given, with all that belongs to a row.
 *
 * @param rows row numbers; a row may be chosen more than once
 * @param columns the columns to keep. Default: all
 */
export function someRows(data: Dataset, rows: Uint32Array, columns?: KeptColumns): Dataset {
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

/** Returns the data set with some of its columns, and their terms. @param kept column numbers, ascending */
export function withColumns<T extends TermDataset>(data: T, kept: Uint32Array): T {
  if (kept.length === data.vocabulary.size) return data;
  const vocabulary = data.vocabulary.subset(kept);
  return { ...data, x: selectColumns(data.x, columnMap(kept, data.x.columns)), vocabulary, kinds: kindsOf(vocabulary) };
}

/** Returns the sum of the weights of the rows of each class. */
export function classWeights({ y, labels, weights }: Pick<Dataset, "y" | "labels" | "weights">): Float64Array {
  const sums = new Float64Array(labels.length);
  for (let row = 0; row < y.length; row++) sums[y[row]] += weights?.[row] ?? 1;
  return sums;
}
