import type { SparseRows } from "./sparse-matrix.js";

/**
 * Writes the values of one row divided by the length of the row, in their order: 0 for a row
 * of zeros.
 *
 * @param x values finite
 */
export function unitInto({ starts, values }: SparseRows, row: number, into: Float64Array): void {
  const start = starts[row];
  const size = starts[row + 1] - start;
  let max = 0;
  for (let i = 0; i < size; i++) max = Math.max(max, Math.abs(values[start + i]));
  if (max === 0) {
    into.fill(0, 0, size);
    return;
  }
  // The largest is taken out first: squares of what a double can hold need not fit into one.
  let sum = 0;
  for (let i = 0; i < size; i++) {
    into[i] = values[start + i] / max;
    sum += into[i] * into[i];
  }
  const length = Math.sqrt(sum);
  for (let i = 0; i < size; i++) into[i] /= length;
}
