import { DataError } from "../../base/errors.js";
import { grown } from "../../base/growing.js";
import { sumOf } from "../../classifiers/bayes/class-counts.js";
import type { SparseRows } from "../../features/sparse-matrix.js";

/** The end of a linked list. */
const NONE = -1;

/** Initial room for new terms: those of a few messages. */
const NEW_TERMS = 1 << 12;

/**
 * The counts of a model, which are not copied, and the changes as documents are added and removed. Each term has
 * a linked list with the difference of each class, so a document costs only its own terms. Counts are whole
 * numbers, so sums are exact in any order.
 */
export class ChangedCounts {
  readonly #base: SparseRows;
  /** The sum of each term over the classes; NaN until it is needed. */
  #totals: Float64Array;
  /** The first entry in the list of each term. */
  #first: Int32Array;
  /** For each entry: the next entry of its term, the class, and the difference, which may be 0. */
  readonly #next: number[] = [];
  readonly #classes: number[] = [];
  readonly #differences: number[] = [];
  #size: number;

  /** @param base a row for each term, with ascending classes; terms from `base.rows` on are new */
  constructor(base: SparseRows) {
    this.#base = base;
    this.#totals = new Float64Array(base.rows + NEW_TERMS).fill(Number.NaN, 0, base.rows);
    this.#first = new Int32Array(base.rows + NEW_TERMS).fill(NONE);
    this.#size = base.rows;
  }

  /** The number of terms that have a count. */
  get size(): number {
    return this.#size;
  }

  /** Returns whether some class has the term. */
  has(term: number): boolean {
    return this.#total(term) > 0;
  }

  /** Adds a whole number, which may be negative, to a count. */
  add(term: number, c: number, amount: number): void {
    if (term >= this.#first.length) this.#grow(term + 1);
    const before = this.#total(term);
    const after = before + amount;
    this.#totals[term] = after;
    if (before === 0 && after !== 0) this.#size++;
    if (before !== 0 && after === 0) this.#size--;
    let entry = this.#first[term];
    while (entry !== NONE && this.#classes[entry] !== c) entry = this.#next[entry];
    if (entry === NONE) {
      entry = this.#next.push(this.#first[term]) - 1;
      this.#classes.push(c);
      this.#differences.push(0);
      this.#first[term] = entry;
    }
    this.#differences[entry] += amount;
  }

  /** Returns the terms that were passed to `add`, ascending. */
  changed(): Uint32Array {
    const first = this.#first;
    let size = 0;
    const terms = new Uint32Array(first.length);
    for (let term = 0; term < first.length; term++) if (first[term] !== NONE) terms[size++] = term;
    return terms.subarray(0, size);
  }

  /**
   * Returns the counts of some terms, a row each.
   *
   * @param numbers the number of each class in the result
   * @param columns how many classes the result has
   * @throws DataError if a count is negative, because the model had not learned a document that was taken out.
   */
  rowsOf(terms: ArrayLike<number>, numbers: ArrayLike<number>, columns: number): SparseRows {
    const { rows, starts, ids, values } = this.#base;
    const rowStarts = new Uint32Array(terms.length + 1);
    const rowIds: number[] = [];
    const rowValues: number[] = [];
    const sums = new Float64Array(numbers.length);
    const classes: number[] = [];
    for (let row = 0; row < terms.length; row++) {
      const { [row]: term } = terms;
      classes.length = 0;
      if (term < rows) {
        for (let i = starts[term]; i < starts[term + 1]; i++) {
          classes.push(ids[i]);
          sums[ids[i]] = values[i];
        }
      }
      for (let entry = this.#first[term]; entry !== NONE; entry = this.#next[entry]) {
        const c = this.#classes[entry];
        if (sums[c] === 0) classes.push(c);
        sums[c] += this.#differences[entry];
      }
      if (classes.length > 1) classes.sort((a, b) => numbers[a] - numbers[b]);
      for (const c of classes) {
        if (sums[c] < 0) throw new DataError("learn: the model has counted fewer terms than its documents have");
        if (sums[c] > 0) {
          rowIds.push(numbers[c]);
          rowValues.push(sums[c]);
        }
        sums[c] = 0;
      }
      rowStarts[row + 1] = rowIds.length;
    }
    return { rows: terms.length, columns, starts: rowStarts, ids: rowIds, values: rowValues };
  }

  #total(term: number): number {
    const { [term]: total = 0 } = this.#totals;
    if (!Number.isNaN(total)) return total;
    this.#totals[term] = sumOf(this.#base.values, this.#base.starts[term], this.#base.starts[term + 1]);
    return this.#totals[term];
  }

  #grow(least: number): void {
    const length = Math.max(least, 2 * this.#first.length);
    this.#first = grown(this.#first, length).fill(NONE, this.#first.length);
    this.#totals = grown(this.#totals, length);
  }
}
