import type { SparseRows } from "./sparse-matrix.js";

/**
 * Sums by term and class, of which only those above 0 take memory: a hash table with open addressing and linear
 * probing, at most half full, over entries in the order in which they came.
 */
export class PairSums {
  /** How many sums a pair has. */
  readonly width: number;
  /** One more than the entry of a pair; 0: free. */
  #slots = new Uint32Array(1 << 12);
  #terms = new Uint32Array(1 << 10);
  #classes = new Uint32Array(1 << 10);
  #sums: Float64Array;
  #size = 0;

  constructor(width: number) {
    this.width = width;
    this.#sums = new Float64Array(width << 10);
  }

  /** Adds to sum number `which` of a pair. */
  add(term: number, label: number, which: number, amount: number): void {
    // May replace the arrays, so it comes first.
    const entry = this.#entryOf(term, label);
    this.#sums[entry * this.width + which] += amount;
  }

  /** Views of all entries: entry `i` is of term `terms[i]` and class `classes[i]`, and has `width` sums. */
  contents(): { terms: Uint32Array; classes: Uint32Array; sums: Float64Array } {
    return {
      terms: this.#terms.subarray(0, this.#size),
      classes: this.#classes.subarray(0, this.#size),
      sums: this.#sums.subarray(0, this.#size * this.width),
    };
  }

  /**
   * One of the sums as a row per term and a column per class, with ascending columns.
   *
   * @param numbers the row of each term, and the column of each class
   */
  toRows(
    which: number,
    numbers: { readonly terms: ArrayLike<number>; readonly classes: ArrayLike<number> },
    rows: number,
  ): SparseRows {
    const { terms, classes, sums } = this.contents();
    const columns = numbers.classes.length;
    const next = new Uint32Array(columns + 1);
    for (const label of classes) next[numbers.classes[label] + 1]++;
    for (let c = 0; c < columns; c++) next[c + 1] += next[c];
    const byClass = new Uint32Array(terms.length);
    for (let i = 0; i < classes.length; i++) byClass[next[numbers.classes[classes[i]]]++] = i;

    const starts = new Uint32Array(rows + 1);
    for (const term of terms) starts[numbers.terms[term] + 1]++;
    for (let row = 0; row < rows; row++) starts[row + 1] += starts[row];
    const ends = starts.slice(0, rows);
    const ids = new Uint32Array(terms.length);
    const values = new Float64Array(terms.length);
    for (const i of byClass) {
      const at = ends[numbers.terms[terms[i]]]++;
      ids[at] = numbers.classes[classes[i]];
      values[at] = sums[i * this.width + which];
    }
    return { rows, columns, starts, ids, values };
  }

  #entryOf(term: number, label: number): number {
    const mask = this.#slots.length - 1;
    let slot = slotOf(term, label) & mask;
    for (let found = this.#slots[slot]; found > 0; found = this.#slots[slot]) {
      if (this.#terms[found - 1] === term && this.#classes[found - 1] === label) return found - 1;
      slot = (slot + 1) & mask;
    }
    const entry = this.#size++;
    if (entry === this.#terms.length) this.#growEntries();
    this.#terms[entry] = term;
    this.#classes[entry] = label;
    this.#slots[slot] = entry + 1;
    if (this.#size * 2 > this.#slots.length) this.#growSlots();
    return entry;
  }

  #growEntries(): void {
    this.#terms = doubled(this.#terms);
    this.#classes = doubled(this.#classes);
    this.#sums = doubled(this.#sums);
  }

  #growSlots(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let entry = 0; entry < this.#size; entry++) {
      let slot = slotOf(this.#terms[entry], this.#classes[entry]) & mask;
      while (slots[slot] > 0) slot = (slot + 1) & mask;
      slots[slot] = entry + 1;
    }
    this.#slots = slots;
  }
}

function slotOf(term: number, label: number): number {
  const hash = Math.imul(term, 0x9e3779b1) ^ Math.imul(label + 1, 0x85ebca6b);
  return hash ^ (hash >>> 15);
}

function doubled<T extends Uint32Array | Float64Array>(array: T): T {
  const bigger = new (array.constructor as new (length: number) => T)(array.length * 2);
  bigger.set(array);
  return bigger;
}
