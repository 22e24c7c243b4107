import { firstWhere } from "../../base/lists.js";
import { type SparseMatrix, type SparseRows, selectColumns, transposed } from "../sparse-matrix.js";

/** A term in more than this share of the rows is common. This value makes searching 20news-bydate fastest. */
const COMMON_SHARE = 0.25;

/** More than the rounding error of a bound, so that a bound never leaves out a row wrongly. */
const SLACK = 1e-9;

/** Rows in descending order of their cosine with a query; of equal cosines, the lowest row number first. */
export interface Nearest {
  readonly rows: Uint32Array;
  /** The cosine of each row, above 0; 1 is the same direction, apart from rounding. */
  readonly similarities: Float64Array;
}

/**
 * Makes an inverted index that finds the rows most similar to a query by the cosine
 *
 *     cos(q, d) = Σ_t q(t) · d(t) / (|q| · |d|)
 *
 * Terms are ordered from rare to common, and cosines are summed in this order, so they do not depend on the numbering of
 * terms. Rare terms are added up for all rows. By the Cauchy-Schwarz inequality, the common terms add to a row at most
 * the length of their part of the query times the length of their part of the row. So they are added only to rows that
 * may then be among the most similar.
 *
 * @param x values finite and at least 0
 */
export function cosineIndex(x: SparseMatrix) {
  /** The position of each term in the order from rare to common. */
  const rank = ranked(x);
  const units = selectColumns(x, { to: Int32Array.from(rank), columns: x.columns });
  for (let row = 0; row < x.rows; row++) units.values.set(unitOf(x, row), units.starts[row]);
  /** A row per term, by position: the documents that have it, with its values. */
  const postings = transposed(units);
  /** The rows, by position of their terms. */
  const { starts, ids, values } = transposed(postings);
  const often = x.rows * COMMON_SHARE;
  const isCommon = (place: number) => postings.starts[place + 1] - postings.starts[place] > often;
  /** The first position of a common term. */
  const firstCommon = firstWhere(0, x.columns, isCommon);
  /** Where the common terms of each row begin. */
  const commonStarts = starts.subarray(1).map((end, row) => firstWhere(starts[row], end, (i) => ids[i] >= firstCommon));
  /** The length of the common part of each row. */
  const commonLengths = Float64Array.from(commonStarts, (from, row) =>
    lengthOf(values.subarray(from, starts[row + 1])),
  );
  /** The values of the common terms of the query, by position; otherwise 0. */
  const weights = new Float64Array(x.columns);
  /** The cosine of each row with the query. */
  const sums = new Float64Array(x.rows);

  /** Returns the sum of a row so far and of its common terms. */
  const wholeSum = (row: number) => {
    const end = starts[row + 1];
    let sum = sums[row];
    for (let i = commonStarts[row]; i < end; i++) sum += weights[ids[i]] * values[i];
    return sum;
  };

  /**
   * Returns the best rows with their common terms. Adds these only for rows that can then be among the best.
   *
   * @param top the best rows without common terms. They come first, because they tell what others must reach
   * @param length the length of the common part of the query
   */
  const withCommon = (top: Best, length: number) => {
    const whole = new Best(top.room);
    for (const row of top.nearest.rows) {
      whole.offer(row, wholeSum(row));
      // So that the loop below leaves out the row.
      sums[row] = Number.NEGATIVE_INFINITY;
    }
    for (let row = 0; row < sums.length; row++) {
      // Leaves out rows of `top`, which were offered above, and rows that cannot be among the best.
      const bound = sums[row] + length * commonLengths[row] + SLACK;
      if (bound < whole.least || sums[row] === Number.NEGATIVE_INFINITY) continue;
      const sum = wholeSum(row);
      if (sum >= whole.least) whole.offer(row, sum);
    }
    return whole;
  };

  /**
   * Returns the `most` rows most similar to a row of `queries`. Rows that share no term with it are left out.
   *
   * @param queries at most as many columns as the index, values finite and at least 0
   * @param most at least 1
   */
  const nearest = (queries: SparseMatrix, row: number, most: number): Nearest => {
    const start = queries.starts[row];
    const query = unitOf(queries, row);
    const places = query.map((_, entry) => rank[queries.ids[start + entry]]);
    const entries = [...places.keys()].sort((a, b) => places[a] - places[b]);
    const split = firstWhere(0, entries.length, (i) => places[entries[i]] >= firstCommon);
    sums.fill(0);
    for (const entry of entries.slice(0, split)) {
      const weight = query[entry];
      const end = postings.starts[places[entry] + 1];
      for (let i = postings.starts[places[entry]]; i < end; i++) sums[postings.ids[i]] += weight * postings.values[i];
    }
    const top = new Best(Math.min(most, x.rows));
    for (let row = 0; row < sums.length; row++) if (sums[row] > top.least) top.offer(row, sums[row]);
    const common = entries.slice(split);
    if (common.length === 0) return top.nearest;
    for (const entry of common) weights[places[entry]] = query[entry];
    const whole = withCommon(top, lengthOf(Float64Array.from(common, (entry) => query[entry])));
    for (const entry of common) weights[places[entry]] = 0;
    return whole.nearest;
  };
  return { nearest };
}

/** Returns the length of a vector. */
function lengthOf(values: Float64Array): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}

/** Keeps the rows with the highest sums above 0. They are few, so moving those after one takes less time than a heap. */
class Best {
  readonly room: number;
  readonly #rows: Uint32Array;
  readonly #sums: Float64Array;
  #size = 0;
  /** A row with a lower sum is not kept. */
  least = 0;

  /** @param room how many to keep */
  constructor(room: number) {
    this.room = room;
    this.#rows = new Uint32Array(room);
    this.#sums = new Float64Array(room);
  }

  get nearest(): Nearest {
    return { rows: this.#rows.subarray(0, this.#size), similarities: this.#sums.subarray(0, this.#size) };
  }

  offer(row: number, sum: number): void {
    const rows = this.#rows;
    const sums = this.#sums;
    const at = firstWhere(0, this.#size, (i) => sums[i] < sum || (sums[i] === sum && rows[i] > row));
    if (at === this.room || sum === 0) return;
    if (this.#size < this.room) this.#size++;
    rows.copyWithin(at + 1, at, this.#size - 1);
    sums.copyWithin(at + 1, at, this.#size - 1);
    rows[at] = row;
    sums[at] = sum;
    if (this.#size === this.room) this.least = sums[this.#size - 1];
  }
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
  const query = unitOf(x, row);
  const entryOf = new Map(Array.from(query, (_, entry) => [x.ids[start + entry], entry]));
  return (known: SparseMatrix, knownRow: number, parts: Float64Array) => {
    const from = known.starts[knownRow];
    const unit = unitOf(known, knownRow);
    parts.fill(0, 0, query.length);
    for (let i = 0; i < unit.length; i++) {
      const entry = entryOf.get(known.ids[from + i]);
      if (entry !== undefined) parts[entry] = query[entry] * unit[i];
    }
  };
}

/**
 * Returns the values of one row divided by its length; 0 for a row of zeros.
 *
 * @param x values finite
 */
export function unitOf({ starts, values }: SparseRows, row: number): Float64Array {
  const start = starts[row];
  const unit = new Float64Array(starts[row + 1] - start);
  let max = 0;
  for (let i = 0; i < unit.length; i++) max = Math.max(max, Math.abs(values[start + i]));
  if (max === 0) return unit;
  // Dividing by the largest value first avoids overflow of the squares.
  let sum = 0;
  for (let i = 0; i < unit.length; i++) {
    unit[i] = values[start + i] / max;
    sum += unit[i] * unit[i];
  }
  const length = Math.sqrt(sum);
  for (let i = 0; i < unit.length; i++) unit[i] /= length;
  return unit;
}
