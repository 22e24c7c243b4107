import { rowView, type SparseMatrix } from "../sparse-matrix.js";

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
