import type { SparseMatrix, SparseRows } from "../sparse-matrix.js";

/**
 * Writes how much each entry of a query adds to its cosine with a row of `known`: q(t) · d(t) / (|q| · |d|). These
 * parts sum to the cosine.
 */
export type CosineParts = (known: SparseMatrix, row: number, parts: Float64Array) => void;

/** Makes the function that splits the cosine of a query, row `row` of `x`, with other rows into parts. */
export function cosineParts(x: SparseMatrix, row: number): CosineParts {
  const start = x.starts[row];
  const query = new Float64Array(x.starts[row + 1] - start);
  unitInto(x, row, query);
  const entryOf = new Map(Array.from(query, (_, entry) => [x.ids[start + entry], entry]));
  return (known, knownRow, parts) => {
    const from = known.starts[knownRow];
    const unit = new Float64Array(known.starts[knownRow + 1] - from);
    unitInto(known, knownRow, unit);
    parts.fill(0, 0, query.length);
    for (let i = 0; i < unit.length; i++) {
      const entry = entryOf.get(known.ids[from + i]);
      if (entry !== undefined) parts[entry] = query[entry] * unit[i];
    }
  };
}

/**
 * Writes the values of one row divided by its length; 0 for a row of zeros.
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
  // Dividing by the largest value first avoids overflow of the squares.
  let sum = 0;
  for (let i = 0; i < size; i++) {
    into[i] = values[start + i] / max;
    sum += into[i] * into[i];
  }
  const length = Math.sqrt(sum);
  for (let i = 0; i < size; i++) into[i] /= length;
}
