import { grown } from "../base/lists.js";
import { type SparseMatrix, transposedRows } from "./sparse-matrix.js";

/** The sums of one class as a list of entries. The terms of the first `distinct` entries are distinct. */
interface Entries {
  terms: Uint32Array;
  /** For each kind of sum, a number per entry. */
  sums: Float64Array[];
  size: number;
  distinct: number;
}

/**
 * Sums by class and term. Only sums above 0 take memory: each class has a list of entries. A term may have several
 * entries until the list has doubled; then they are added up. So adding needs no look-up.
 */
export class ClassSums {
  readonly #kinds: number;
  readonly #classes: Entries[] = [];
  /** For each term, one more than the position of its entry, while a list is being added up; otherwise 0. */
  #entryOf = new Uint32Array(0);

  /** @param kinds how many sums each entry has */
  constructor(kinds: number) {
    this.#kinds = kinds;
  }

  /** How many bytes the entries take. */
  get byteSize(): number {
    const bytes = Uint32Array.BYTES_PER_ELEMENT + this.#kinds * Float64Array.BYTES_PER_ELEMENT;
    return bytes * this.#classes.reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Adds entries to a class. A term may have several.
   *
   * @param c the class number; classes up to it are made if they do not exist yet
   * @param sums for each kind of sum, a number per entry
   */
  add(c: number, terms: Uint32Array, sums: readonly ArrayLike<number>[]): void {
    while (this.#classes.length <= c) {
      const noSums = Array.from({ length: this.#kinds }, () => new Float64Array(0));
      this.#classes.push({ terms: new Uint32Array(0), sums: noSums, size: 0, distinct: 0 });
    }
    const entries = this.#classes[c];
    const { size } = entries;
    entries.size += terms.length;
    if (entries.size > entries.terms.length) {
      const room = Math.max(entries.size, Math.floor(entries.terms.length * 1.5));
      entries.terms = grown(entries.terms, room);
      entries.sums = entries.sums.map((sum) => grown(sum, room));
    }
    entries.terms.set(terms, size);
    for (const [kind, values] of sums.entries()) entries.sums[kind].set(values, size);
    if (entries.size > 2 * entries.distinct + MIN_GROWTH) this.#addUp(entries);
  }

  /** Returns the entries of each class, with distinct terms. Views. */
  contents(): { readonly terms: Uint32Array; readonly sums: readonly Float64Array[] }[] {
    return this.#classes.map((entries) => {
      if (entries.size > entries.distinct) this.#addUp(entries);
      const { terms, sums, size } = entries;
      return { terms: terms.subarray(0, size), sums: sums.map((sum) => sum.subarray(0, size)) };
    });
  }

  /**
   * Returns one kind of sums as a row per term and a column per class, with ascending columns.
   *
   * @param kind the index of the sums among those given to `add`
   * @param order the class of each column
   * @param numbers the row of each term
   * @param rows the number of rows
   */
  toRows(kind: number, order: readonly number[], numbers: ArrayLike<number>, rows: number): SparseMatrix {
    const classes = this.contents();
    return transposedRows(order.length, rows, (column) => {
      const { terms, sums } = classes[order[column]] ?? { terms: new Uint32Array(), sums: [] };
      return { ids: terms.map((term) => numbers[term]), values: sums[kind], start: 0, end: terms.length };
    });
  }

  /** Adds up the entries of each term, so that all terms are distinct. */
  #addUp(entries: Entries): void {
    const { terms, sums } = entries;
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
        for (let kind = 0; kind < sums.length; kind++) sums[kind][entry] = sums[kind][i];
      } else {
        for (let kind = 0; kind < sums.length; kind++) sums[kind][entry] += sums[kind][i];
      }
    }
    for (let entry = 0; entry < distinct; entry++) this.#entryOf[terms[entry]] = 0;
    entries.size = distinct;
    entries.distinct = distinct;
  }
}

/** Lists are not added up before they have grown by this many entries, because adding up short lists saves little. */
const MIN_GROWTH = 1 << 10;
