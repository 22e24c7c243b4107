import type { SparseRows } from "../features/sparse-matrix.js";

/** Where a chain ends. */
const NONE = -1;

/**
 * How much each class has of each term, to be changed in place: for each term a chain of the
 * classes that have it, so that the room is that of the counts and not of all terms times all
 * classes. What is given up is used again.
 */
export class TermCounts {
  /** For each term its first entry. */
  readonly #first: number[] = [];
  /** For each entry the next one of its term, or of those that are free. */
  readonly #next: number[] = [];
  readonly #classes: number[] = [];
  readonly #values: number[] = [];
  #free = NONE;
  #size = 0;

  /** How many terms some class has. */
  get size(): number {
    return this.#size;
  }

  /** Whether some class has a term. */
  has(term: number): boolean {
    return (this.#first[term] ?? NONE) !== NONE;
  }

  /** Adds to a count, a whole number; one that becomes 0 is gone. */
  add(term: number, c: number, amount: number): void {
    while (this.#first.length <= term) this.#first.push(NONE);
    let before = NONE;
    let entry = this.#first[term];
    while (entry !== NONE && this.#classes[entry] !== c) {
      before = entry;
      entry = this.#next[entry];
    }
    if (entry === NONE) {
      if (amount !== 0) this.#putFirst(term, c, amount);
      return;
    }
    this.#values[entry] += amount;
    if (this.#values[entry] === 0) this.#takeOut(term, before, entry);
  }

  /**
   * The counts of some terms, a row each; the classes of a row in any order.
   *
   * @param numbers what each class is called there
   */
  rowsOf(terms: Uint32Array, numbers: readonly number[], columns: number): SparseRows {
    const starts = new Uint32Array(terms.length + 1);
    const ids: number[] = [];
    const values: number[] = [];
    for (let row = 0; row < terms.length; row++) {
      for (let entry = this.#first[terms[row]]; entry !== NONE; entry = this.#next[entry]) {
        ids.push(numbers[this.#classes[entry]]);
        values.push(this.#values[entry]);
      }
      starts[row + 1] = ids.length;
    }
    return { rows: terms.length, columns, starts, ids, values };
  }

  #putFirst(term: number, c: number, amount: number): void {
    let entry = this.#free;
    if (entry === NONE) entry = this.#next.length;
    else this.#free = this.#next[entry];
    if (this.#first[term] === NONE) this.#size++;
    this.#next[entry] = this.#first[term];
    this.#classes[entry] = c;
    this.#values[entry] = amount;
    this.#first[term] = entry;
  }

  #takeOut(term: number, before: number, entry: number): void {
    if (before === NONE) this.#first[term] = this.#next[entry];
    else this.#next[before] = this.#next[entry];
    if (this.#first[term] === NONE) this.#size--;
    this.#next[entry] = this.#free;
    this.#free = entry;
  }
}
