import type { SparseMatrix } from "../sparse-matrix.js";

/**
 * For each row, the first row with the same entries; its own number if there is none before. The order of
 * entries does not matter, and stored zeros are ignored.
 */
export function firstEqualRows(x: SparseMatrix): Uint32Array {
  const first = new Uint32Array(x.rows);
  const byHash = new Map<number, number[]>();
  const dense = new Float64Array(x.columns);
  for (let row = 0; row < x.rows; row++) {
    const { hash, size } = digest(x, row);
    const candidates = byHash.get(hash) ?? [];
    spread(x, row, dense);
    const equal = candidates.find((other) => digest(x, other).size === size && matches(x, other, dense));
    clear(x, row, dense);
    first[row] = equal ?? row;
    if (equal !== undefined) continue;
    candidates.push(row);
    byHash.set(hash, candidates);
  }
  return first;
}

/** Whether all rows have the same entries. */
export function areRowsEqual(x: SparseMatrix): boolean {
  if (x.rows === 0) return true;
  const { size } = digest(x, 0);
  const dense = new Float64Array(x.columns);
  spread(x, 0, dense);
  for (let row = 1; row < x.rows; row++) if (digest(x, row).size !== size || !matches(x, row, dense)) return false;
  return true;
}

/** A sum over the entries, which does not depend on their order, and their number. */
function digest(x: SparseMatrix, row: number): { hash: number; size: number } {
  let hash = 0;
  let size = 0;
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
    if (x.values[i] === 0) continue;
    let z = Math.imul(x.ids[i] + 1, 0x9e3779b9) ^ Math.imul(x.values[i] | 0, 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    hash = (hash + (z ^ (z >>> 15))) | 0;
    size++;
  }
  return { hash, size };
}

function spread(x: SparseMatrix, row: number, dense: Float64Array): void {
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) dense[x.ids[i]] = x.values[i];
}

function clear(x: SparseMatrix, row: number, dense: Float64Array): void {
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) dense[x.ids[i]] = 0;
}

function matches(x: SparseMatrix, row: number, dense: Float64Array): boolean {
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) if (dense[x.ids[i]] !== x.values[i]) return false;
  return true;
}
