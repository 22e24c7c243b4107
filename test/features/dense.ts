import fc from "fast-check";
import { matrixOfRows, type SparseMatrix, type SparseRows } from "../../src/features/sparse-matrix.js";

/** A value of a matrix; null is a 0 that is not stored, 0 one that is. */
export type Cell = number | null;

/**
 * The sparse matrix of the cells. The entries of every other row are stored last column
 * first: a row may have them in any order.
 */
export function matrixOf(rows: readonly (readonly Cell[])[], columns: number): SparseMatrix {
  const stored = rows.map((row, r) => {
    const ids = [...row.keys()].filter((column) => row[column] !== null);
    if (r % 2 === 1) ids.reverse();
    return { ids, values: ids.map((column) => row[column] ?? 0) };
  });
  return matrixOfRows(stored, columns);
}

/** The values as they stand in the rows and columns, zeros written out. */
export function dense({ rows, columns, starts, ids, values }: SparseRows): number[][] {
  return Array.from({ length: rows }, (_, r) => {
    const row = new Array<number>(columns).fill(0);
    for (let i = starts[r]; i < starts[r + 1]; i++) row[ids[i]] = values[i];
    return row;
  });
}

/** The entries of each row as they are stored: column and value, in order. */
export function entries({ rows, starts, ids, values }: SparseRows): [number, number][][] {
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: starts[r + 1] - starts[r] }, (_, i): [number, number] => [
      ids[starts[r] + i],
      values[starts[r] + i],
    ]),
  );
}

/** The same matrix with its entries in plain arrays: some other kind of array, as a file may bring it. */
export function inOtherArrays(x: SparseRows): SparseRows {
  return { ...x, ids: Array.from(x.ids), values: Array.from(x.values) };
}

/** Counts as documents have them: most are 0, some of the zeros are stored, a few are large. */
export const countCell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 1, arbitrary: fc.integer({ min: 6, max: 100_000 }) },
);

/** Lists of so many items. */
export function listOf<T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: length, maxLength: length });
}

export function cellRows(rows: number, columns: number): fc.Arbitrary<Cell[][]> {
  return listOf(listOf(countCell, columns), rows);
}

/** A matrix of counts with its number of columns: from none of both to `most`. */
export function countMatrices(most = 7): fc.Arbitrary<{ cells: Cell[][]; columns: number; x: SparseMatrix }> {
  return fc
    .tuple(fc.nat(most), fc.nat(most))
    .chain(([rows, columns]) =>
      cellRows(rows, columns).map((cells) => ({ cells, columns, x: matrixOf(cells, columns) })),
    );
}
