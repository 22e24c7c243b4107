import { grown } from "../base/growing.js";
import type { SparseRows } from "./sparse-matrix.js";

/** The sums of one class as a list of entries. The terms of the first `distinct` entries are distinct. */
interface Entries {
  terms: Uint32Array;
  /** `width` sums per entry. */
  sums: Float64Array;
  size: number;
  distinct: number;
}

/**
 * Sums by class and term. Only sums above 0 take memory: each class has a list of entries. A term may have several
 * entries until the list has doubled; then they are added up. So adding needs no look-up.
 */
export class ClassSums {
  /** How many sums an entry has. */
  readonly width: number;
  readonly #classes: Entries[] = [];
  #size = 0;
  /** For each term, one more than the number of its entry, while a list is being added up; otherwise 0. */
  #entryOf = new Uint32Array(0);

  constructor(width: number) {
    this.width = width;
  }

  /** How many bytes the entries take. */
  get byteSize(): number {
    return this.#size * (Uint32Array.BYTES_PER_ELEMENT + this.width * Float64Array.BYTES_PER_ELEMENT);
  }

  /**
   * Adds entries of distinct terms to a class.
   *
   * @param sums `width` arrays of sums, each with one number per term, in the order of `terms`
   */
  add(label: number, terms: Uint32Array, sums: readonly ArrayLike<number>[]): void {
    while (this.#classes.length <= label) this.#classes.push(emptyEntries());
    const entries = this.#classes[label];
    const from = entries.size;
    if (from + terms.length > entries.terms.length) grow(entries, from + terms.length, this.width);
    entries.terms.set(terms, from);
    for (const [which, values] of sums.entries()) {
      for (let i = 0; i < terms.length; i++) entries.sums[(from + i) * this.width + which] = values[i];
    }
    entries.size += terms.length;
    this.#size += terms.length;
    if (from === 0) entries.distinct = terms.length;
    else if (entries.size > 2 * entries.distinct + FEW) this.#addUp(entries);
  }

  /** Returns the entries of each class, with distinct terms. Views. */
  contents(): { readonly terms: Uint32Array; readonly sums: Float64Array }[] {
    return this.#classes.map((entries) => {
      if (entries.size > entries.distinct) this.#addUp(entries);
      const { terms, sums, size } = entries;
      return { terms: terms.subarray(0, size), sums: sums.subarray(0, size * this.width) };
    });
  }

  /**
   * Returns one of the sums as a row per term and a column per class, with ascending columns.
   *
   * @param order the class of each column
   * @param numbers the row of each term
   */
  toRows(which: number, order: readonly number[], numbers: ArrayLike<number>, rows: number): SparseRows {
    const classes = this.contents();
    const starts = new Uint32Array(rows + 1);
    for (const { terms } of classes) for (let i = 0; i < terms.length; i++) starts[numbers[terms[i]] + 1]++;
    for (let row = 0; row < rows; row++) starts[row + 1] += starts[row];
    const next = starts.slice(0, rows);
    const ids = new Uint32Array(starts[rows]);
    const values = new Float64Array(starts[rows]);
    for (const [column, label] of order.entries()) {
      const { terms, sums } = classes[label] ?? emptyEntries();
      for (let i = 0; i < terms.length; i++) {
        const at = next[numbers[terms[i]]]++;
        ids[at] = column;
        values[at] = sums[i * this.width + which];
      }
    }
    return { rows, columns: order.length, starts, ids, values };
  }

  #addUp(entries: Entries): void {
    const { terms, sums } = entries;
    const { width } = this;
    let distinct = 0;
    for (let i = 0; i < entries.size; i++) {
      const term = terms[i];
      if (term >= this.#entryOf.length)
        this.#entryOf = grown(this.#entryOf, Math.max(term + 1, this.#entryOf.length * 2));
      let entry = this.#entryOf[term] - 1;
      if (entry < 0) {
        entry = distinct++;
        this.#entryOf[term] = distinct;
        terms[entry] = term;
        for (let s = 0; s < width; s++) sums[entry * width + s] = sums[i * width + s];
      } else {
        for (let s = 0; s < width; s++) sums[entry * width + s] += sums[i * width + s];
      }
    }
    for (let entry = 0; entry < distinct; entry++) this.#entryOf[terms[entry]] = 0;
    this.#size -= entries.size - distinct;
    entries.size = distinct;
    entries.distinct = distinct;
  }
}

/** Lists are not added up before they have grown by this many entries. */
const FEW = 1 << 10;

function emptyEntries(): Entries {
  return { terms: new Uint32Array(0), sums: new Float64Array(0), size: 0, distinct: 0 };
}

function grow(entries: Entries, least: number, width: number): void {
  const room = Math.max(least, Math.floor(entries.terms.length * 1.5));
  entries.terms = grown(entries.terms, room);
  entries.sums = grown(entries.sums, room * width);
}
