import { transposed } from "../features/sparse-matrix.js";
import type { Dataset } from "./classifier.js";

/** The entries of one column that count: neither 0 nor of a row of weight 0. */
export interface ColumnEntries {
  readonly rows: Uint32Array;
  readonly values: Float64Array;
}

/** Each column of a data set in turn. */
export function* columnsOf({ x, weights }: Dataset): Generator<ColumnEntries> {
  const { starts, ids, values } = transposed(x);
  for (let column = 0; column < x.columns; column++) {
    const entries = Array.from({ length: starts[column + 1] - starts[column] }, (_, i) => starts[column] + i).filter(
      (i) => values[i] !== 0 && (weights?.[ids[i]] ?? 1) !== 0,
    );
    yield { rows: Uint32Array.from(entries, (i) => ids[i]), values: Float64Array.from(entries, (i) => values[i]) };
  }
}
