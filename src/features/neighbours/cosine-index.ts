import { firstWhere } from "../../base/lists.js";
import { type SparseMatrix, type SparseRows, selectColumns, transposed } from "../sparse-matrix.js";

/** Rows in descending order of their cosine with a query; of equal cosines, the lowest row number first. */
export interface Nearest {
  readonly rows: Uint32Array;
  /** The cosine of each row, above 0; 1 is the same direction, apart from rounding. */
  readonly similarities: Float64Array;
}

/**
 * An inverted index that finds the rows most similar to a query by the cosine
 *
 *     cos(q, d) = Σ_t q(t) · d(t) / (|q| · |d|)
 *
 * Terms are ordered from rare to common, and cosines are summed in this order, so they do not depend on the numbering of
 * terms.
 */
export class CosineIndex {
  readonly rows: number;
  readonly columns: number;
  /** The position of each term in the order from rare to common. */
  readonly #rank: Uint32Array;
  /** A row per term, by position: the documents that have it, with its values. */
  readonly #postings: SparseMatrix;
  /** The cosine of each row with the query. */
  readonly #sums: Float64Array;

  /** @param x values finite and at least 0 */
  constructor(x: SparseMatrix) {
    this.rows = x.rows;
    this.columns = x.columns;
    this.#rank = ranked(x);
    const units = selectColumns(x, { to: Int32Array.from(this.#rank), columns: x.columns });
    for (let row = 0; row < x.rows; row++) {
      unitInto(x, row, units.values.subarray(units.starts[row], units.starts[row + 1]));
    }
    this.#postings = transposed(units);
    this.#sums = new Float64Array(x.rows);
  }

  /**
   * Returns the `most` rows most similar to a row of `x`. Rows that share no term with it are left out.
   *
   * @param x at most as many columns as the index, values finite and at least 0
   * @param most at least 1
   */
  nearest(x: SparseMatrix, row: number, most: number): Nearest {
    const start = x.starts[row];
    const query = new Float64Array(x.starts[row + 1] - start);
    unitInto(x, row, query);
    const places = query.map((_, entry) => this.#rank[x.ids[start + entry]]);
    const { starts, ids, values } = this.#postings;
    const sums = this.#sums.fill(0);
    for (const entry of [...places.keys()].sort((a, b) => places[a] - places[b])) {
      const weight = query[entry];
      const end = starts[places[entry] + 1];
      for (let i = starts[places[entry]]; i < end; i++) sums[ids[i]] += weight * values[i];
    }
    return best(sums, Math.min(most, this.rows));
  }
}

/** Returns the rows with the highest sums above 0. Few are kept, and moving those after one takes less time than a heap. */
function best(sums: Float64Array, most: number): Nearest {
  const [rows, similarities] = [new Uint32Array(most), new Float64Array(most)];
  let size = 0;
  let least = 0;
  for (let row = 0; row < sums.length; row++) {
    const sum = sums[row];
    if (sum <= least) continue;
    // Rows come in ascending order, so a row comes after those of equal sums.
    const at = firstWhere(0, size, (i) => similarities[i] < sum);
    if (size < most) size++;
    rows.copyWithin(at + 1, at, size - 1);
    similarities.copyWithin(at + 1, at, size - 1);
    rows[at] = row;
    similarities[at] = sum;
    if (size === most) least = similarities[size - 1];
  }
  return { rows: rows.subarray(0, size), similarities: similarities.subarray(0, size) };
}

/** Returns the positions of the terms from rare to common, equal ones by number. */
function ranked({ rows, columns, ids }: SparseMatrix): Uint32Array {
  const documents = new Uint32Array(columns);
  for (let i = 0; i < ids.length; i++) documents[ids[i]]++;
  // A counting sort: `next[n]` becomes the next position for a term that n rows have.
  const next = new Uint32Array(rows + 2);
  for (const n of documents) next[n + 1]++;
  for (let n = 1; n < next.length; n++) next[n] += next[n - 1];
  return documents.map((n) => next[n]++);
}

/**
 * Makes a function for a query, row `row` of `x`. It writes how much each entry of the query adds to its cosine with a
 * row of `known`: q(t) · d(t) / (|q| · |d|). These parts sum to the cosine.
 */
export function cosineParts(x: SparseMatrix, row: number) {
  const start = x.starts[row];
  const query = new Float64Array(x.starts[row + 1] - start);
  unitInto(x, row, query);
  const entryOf = new Map(Array.from(query, (_, entry) => [x.ids[start + entry], entry]));
  return (known: SparseMatrix, knownRow: number, parts: Float64Array) => {
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
