import type { SparseMatrix } from "./sparse-matrix.js";
import { unitInto } from "./unit-row.js";

/**
 * Writes what each entry of a query adds to its cosine with a row of `known`, in the order of
 * the entries: q(t) · d(t) / (|q| · |d|). The parts sum to the cosine.
 */
export type CosineParts = (known: SparseMatrix, row: number, parts: Float64Array) => void;

/** Takes the cosines of one row with others apart. */
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
