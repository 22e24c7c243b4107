import { DataError } from "../../base/errors.js";
import { sumOf } from "../../classifiers/bayes/class-counts.js";
import type { NumberArray } from "../../classifiers/stored-classifier.js";
import type { SparseRows } from "../../features/sparse-matrix.js";

/** The end of a chain. */
const NONE = -1;

/** Room for the new terms of a few messages. */
const NEW_TERMS = 1 << 12;

/**
 * Counts that change as documents come and go: those of a model, which are not copied, and the differences from them. The
 * differences of a term are a chain of classes, so that a document costs its own terms. Counts are whole numbers, so
 * that the result is exact.
 */
export class ChangedCounts {
  readonly #base: SparseRows;
  /** The sum of each term over the classes; NaN until it is needed. */
  #totals: Float64Array;
  /** The first entry of each term's chain. */
  #first: Int32Array;
  readonly #next: number[] = [];
  readonly #classes: number[] = [];
  readonly #differences: number[] = [];
  #size: number;
  /** The number of classes, those without documents included. */
  #allClasses: number;

  /** @param base a row per term, classes ascending; terms from `base.rows` on are new ones */
  constructor(base: SparseRows) {
    this.#base = base;
    this.#totals = new Float64Array(base.rows + NEW_TERMS).fill(Number.NaN, 0, base.rows);
    this.#first = new Int32Array(base.rows + NEW_TERMS).fill(NONE);
    this.#size = base.rows;
    this.#allClasses = base.columns;
  }

  /** The number of terms that have a count. */
  get size(): number {
    return this.#size;
  }

  /** Whether some class has the term. */
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
    if (entry !== NONE) {
      this.#differences[entry] += amount;
      return;
    }
    this.#first[term] = this.#next.push(this.#first[term]) - 1;
    this.#classes.push(c);
    this.#allClasses = Math.max(this.#allClasses, c + 1);
    this.#differences.push(amount);
  }

  /** The terms of the base that no class has any more, ascending. */
  gone(): number[] {
    const first = this.#first;
    const gone: number[] = [];
    for (let term = 0; term < this.#base.rows; term++) if (first[term] !== NONE && !this.has(term)) gone.push(term);
    return gone;
  }

  /**
   * The counts of some terms, a row each. Neighbours that have not changed are copied together.
   *
   * @param present the classes that have documents, in the order of the columns; those of the base keep their order
   * @throws DataError if a count is negative, or one of another class: the model has not learned what was taken out.
   */
  rowsOf(terms: ArrayLike<number>, present: readonly number[]): SparseRows {
    const { rows, columns, starts } = this.#base;
    const first = this.#first;
    const [oldIds, oldValues] = [typed(this.#base.ids), typed(this.#base.values)];
    const sums = new Float64Array(this.#allClasses);
    const numbers = new Int32Array(sums.length).fill(NONE);
    for (const [number, c] of present.entries()) numbers[c] = number;
    const isSameClasses = numbers.every((number, c) => c >= columns || number === c);
    let room = this.#next.length;
    for (let row = 0; row < terms.length; row++) {
      if (terms[row] < rows) room += starts[terms[row] + 1] - starts[terms[row]];
    }
    const rowStarts = new Uint32Array(terms.length + 1);
    const ids = this.#allClasses <= 1 << 8 ? new Uint8Array(room) : new Uint32Array(room);
    let values = oldValues.BYTES_PER_ELEMENT <= 2 ? new Uint16Array(room) : new Float64Array(room);
    let size = 0;
    for (let row = 0; row < terms.length; ) {
      const { [row]: term } = terms;
      let start = term < rows ? starts[term] : 0;
      let end = start;
      for (let next = term; next < rows && terms[row] === next && first[next] === NONE; next++) {
        end = starts[next + 1];
        rowStarts[++row] = size + end - start;
      }
      if (end > start) {
        ids.set(oldIds.subarray(start, end), size);
        values.set(oldValues.subarray(start, end), size);
        if (!isSameClasses) for (let i = size; i < size + end - start; i++) ids[i] = numbers[ids[i]];
        size += end - start;
        continue;
      }
      for (end = term < rows ? starts[term + 1] : 0; start < end; start++) sums[oldIds[start]] = oldValues[start];
      for (let entry = first[term]; entry !== NONE; entry = this.#next[entry]) {
        sums[this.#classes[entry]] += this.#differences[entry];
      }
      for (const [number, c] of present.entries()) {
        if (!(sums[c] > 0)) continue;
        if (sums[c] > 0xffff && values instanceof Uint16Array) values = Float64Array.from(values);
        ids[size] = number;
        values[size++] = sums[c];
        sums[c] = 0;
      }
      if (sums.some((sum) => sum !== 0)) {
        throw new DataError("learn: the model has counted fewer terms than its documents have");
      }
      rowStarts[++row] = size;
    }
    return {
      rows: terms.length,
      columns: present.length,
      starts: rowStarts,
      ids: ids.subarray(0, size),
      values: values.subarray(0, size),
    };
  }

  #total(term: number): number {
    const { [term]: total = 0 } = this.#totals;
    if (!Number.isNaN(total)) return total;
    this.#totals[term] = sumOf(this.#base.values, this.#base.starts[term], this.#base.starts[term + 1]);
    return this.#totals[term];
  }

  #grow(least: number): void {
    const length = Math.max(least, 2 * this.#first.length);
    const first = new Int32Array(length).fill(NONE);
    first.set(this.#first);
    this.#first = first;
    const totals = new Float64Array(length);
    totals.set(this.#totals);
    this.#totals = totals;
  }
}

function typed(numbers: ArrayLike<number>): NumberArray {
  return ArrayBuffer.isView(numbers) ? (numbers as NumberArray) : Float64Array.from(numbers);
}
