import { firstWhere } from "../../base/lists.js";
import { type SparseMatrix, type SparseRows, selectColumns, transposed } from "../sparse-matrix.js";
import { unitInto } from "./cosine.js";

/** Rows in descending order of their cosine with a query; of equal cosines, the lowest row number first. */
export interface Nearest {
  readonly rows: Uint32Array;
  /** The cosine of each row, above 0; 1 is the same direction, apart from rounding. */
  readonly similarities: Float64Array;
}

/** A term in more than this share of the rows is common. This value makes searching 20news-bydate fastest. */
const COMMON_SHARE = 0.25;

/** An upper bound of the rounding error of a bound, so that a bound never excludes a row wrongly. */
const SLACK = 1e-9;

/**
 * An inverted index that finds the rows most similar to a query by the cosine
 *
 *     cos(q, d) = Σ_t q(t) · d(t) / (|q| · |d|)
 *
 * exactly: the result is the same as if every row were compared. Terms are ordered from rare to common, and cosines
 * are summed in this order. Rare terms use their postings, which are short. By the Cauchy-Schwarz inequality, the
 * common terms add to a row at most the length of their part of the query times the length of their part of the row. So
 * only rows that may be among the best are summed completely: about a hundred of 11,000 on 20news-bydate. Values must
 * be at least 0, so that a partial sum is a lower bound.
 */
export class CosineIndex {
  readonly rows: number;
  readonly columns: number;
  /** The position of each term in the order from rare to common. */
  readonly #rank: Uint32Array;
  /** The first position of a common term. */
  readonly #common: number;
  /** A row per rare term: the documents that have it, with its values. */
  readonly #postings: SparseMatrix;
  /** A row per document: its common terms in order, the first numbered 0. */
  readonly #tails: SparseMatrix;
  /** The length of each row of `#tails`. */
  readonly #tailLengths: Float64Array;
  /** The query by position; 0 between searches. */
  readonly #weights: Float64Array;
  /** For each row, the part of its cosine with the query that has been summed so far. */
  readonly #sums: Float64Array;

  /** @param x values finite and at least 0 */
  constructor(x: SparseMatrix) {
    this.rows = x.rows;
    this.columns = x.columns;
    const { rank, common } = ranked(x);
    this.#rank = rank;
    this.#common = common;
    const units = selectColumns(x, { to: Int32Array.from(rank), columns: x.columns });
    for (let row = 0; row < x.rows; row++) {
      unitInto(x, row, units.values.subarray(units.starts[row], units.starts[row + 1]));
    }
    const terms = transposed(units);
    this.#postings = termRange(terms, 0, common);
    this.#tails = transposed(termRange(terms, common, x.columns));
    this.#tailLengths = lengths(this.#tails);
    this.#weights = new Float64Array(x.columns);
    this.#sums = new Float64Array(x.rows);
  }

  /**
   * Returns the `most` rows most similar to a row of `x`. Rows that share no term with it are left out.
   *
   * @param x at most as many columns as the index, values finite and at least 0
   * @param most at least 1
   */
  nearest(x: SparseMatrix, row: number, most: number): Nearest {
    const places = this.#load(x, row);
    const split = firstWhere(0, places.length, (i) => places[i] >= this.#common);
    this.#sumRare(places.subarray(0, split));
    const best = this.#best(Math.min(most, this.rows), lengthOf(this.#weights, places.subarray(split)));
    for (const place of places) this.#weights[place] = 0;
    return best;
  }

  /** Puts the query into `#weights` and returns the positions of its terms, ascending. */
  #load(x: SparseMatrix, row: number): Uint32Array {
    const start = x.starts[row];
    const values = new Float64Array(x.starts[row + 1] - start);
    unitInto(x, row, values);
    const places = new Uint32Array(values.length);
    for (let i = 0; i < values.length; i++) {
      places[i] = this.#rank[x.ids[start + i]];
      this.#weights[places[i]] = values[i];
    }
    return places.sort();
  }

  /** Adds the products of the rare terms of the query to the sum of each row. */
  #sumRare(places: Uint32Array): void {
    const { starts, ids, values } = this.#postings;
    const sums = this.#sums.fill(0);
    for (const place of places) {
      const weight = this.#weights[place];
      const end = starts[place + 1];
      for (let i = starts[place]; i < end; i++) sums[ids[i]] += weight * values[i];
    }
  }

  /** Returns the best rows. @param rest the length of the common part of the query */
  #best(most: number, rest: number): Nearest {
    const sums = this.#sums;
    const top = new Best(most);
    let least = top.least;
    for (let row = 0; row < sums.length; row++) {
      if (sums[row] > least) least = top.offer(row, sums[row]);
    }
    if (rest > 0) this.#complete(top, rest);
    const { rows, values } = top;
    const size = firstWhere(0, values.length, (i) => values[i] <= 0);
    return { rows: rows.subarray(0, size), similarities: values.subarray(0, size) };
  }

  /** Completes the leading rows first, because they give the bound that other rows must reach. */
  #complete(top: Best, rest: number): void {
    const sums = this.#sums;
    const lengths = this.#tailLengths;
    const leaders = top.rows.slice();
    top.clear();
    let least = top.least;
    for (const row of leaders) {
      least = top.offer(row, this.#wholeSum(row));
      // Excludes the row from the loop below.
      sums[row] = Number.NEGATIVE_INFINITY;
    }
    for (let row = 0; row < sums.length; row++) {
      if (sums[row] + rest * lengths[row] + SLACK < least) continue;
      if (sums[row] !== Number.NEGATIVE_INFINITY) least = top.offer(row, this.#wholeSum(row));
    }
  }

  /** Returns the cosine of a row: its sum so far, and the products of the common terms. */
  #wholeSum(row: number): number {
    const { starts, ids, values } = this.#tails;
    const weights = this.#weights;
    const end = starts[row + 1];
    let sum = this.#sums[row];
    for (let i = starts[row]; i < end; i++) sum += weights[this.#common + ids[i]] * values[i];
    return sum;
  }
}

/** Returns the positions of the terms from rare to common, equal ones by number, and where common terms begin. */
function ranked({ rows, columns, ids }: SparseRows): { rank: Uint32Array; common: number } {
  const documents = new Uint32Array(columns);
  for (let i = 0; i < ids.length; i++) documents[ids[i]]++;
  // A counting sort: `next[n]` becomes the next position for a term that n rows have.
  const next = new Uint32Array(rows + 2);
  for (const n of documents) next[n + 1]++;
  for (let n = 1; n < next.length; n++) next[n] += next[n - 1];
  const common = next[Math.floor(rows * COMMON_SHARE) + 1] ?? columns;
  return { rank: documents.map((n) => next[n]++), common };
}

/** Returns a range of rows, renumbered from 0. Its `ids` and `values` are views. */
function termRange({ columns, starts, ids, values }: SparseMatrix, from: number, to: number): SparseMatrix {
  const [first, last] = [starts[from], starts[to]];
  return {
    rows: to - from,
    columns,
    starts: starts.subarray(from, to + 1).map((start) => start - first),
    ids: ids.subarray(first, last),
    values: values.subarray(first, last),
  };
}

/** Returns the length of each row. */
function lengths({ rows, starts, values }: SparseMatrix): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let i = starts[row]; i < starts[row + 1]; i++) sum += values[i] * values[i];
    return Math.sqrt(sum);
  });
}

/** Returns the length of a part of the query. */
function lengthOf(weights: Float64Array, places: Uint32Array): number {
  return Math.sqrt(places.reduce((sum, place) => sum + weights[place] * weights[place], 0));
}

/** Keeps the rows with the highest values, the best first; of equal values, the lowest row numbers. */
class Best {
  readonly #rows: Uint32Array;
  readonly #values: Float64Array;
  #size = 0;

  /** @param room how many to keep, at least 1 */
  constructor(room: number) {
    this.#rows = new Uint32Array(room);
    this.#values = new Float64Array(room);
  }

  /** Returns the least value that a row needs to be kept (if its number is low enough); -∞ while there is room. */
  get least(): number {
    return this.#size < this.#rows.length ? Number.NEGATIVE_INFINITY : this.#values[this.#size - 1];
  }

  /** Returns the rows kept: a view, valid until the next change. */
  get rows(): Uint32Array {
    return this.#rows.subarray(0, this.#size);
  }

  /** Returns the values of the rows kept: a view, valid until the next change. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#size);
  }

  clear(): void {
    this.#size = 0;
  }

  /**
   * Offers a row. Few rows are kept, and moving those after it takes less time than a heap.
   *
   * @param row not offered before
   * @returns the new `least`
   */
  offer(row: number, value: number): number {
    const [rows, values] = [this.#rows, this.#values];
    const isAfter = (at: number) => values[at] < value || (values[at] === value && rows[at] > row);
    const at = firstWhere(0, this.#size, isAfter);
    if (at === rows.length) return this.least;
    if (this.#size < rows.length) this.#size++;
    rows.copyWithin(at + 1, at, this.#size - 1);
    values.copyWithin(at + 1, at, this.#size - 1);
    rows[at] = row;
    values[at] = value;
    return this.least;
  }
}
