/** The largest difference of two matrices, relative above 1; NaN counts as infinite. */
export function difference(found: readonly ArrayLike<number>[], expected: readonly (readonly number[])[]): number {
  const differences = expected.flatMap((row, i) =>
    row.map((value, j) => (value === found[i][j] ? 0 : Math.abs(found[i][j] - value) / Math.max(1, Math.abs(value)))),
  );
  return differences.reduce(
    (worst, value) => (value <= worst ? worst : Number.isNaN(value) ? Number.POSITIVE_INFINITY : value),
    0,
  );
}
