import { DataError } from "../../base/errors.js";
import { grown } from "../../base/growing.js";
import { sumOf } from "../../base/lists.js";
import type { ClassCounts } from "../../classifiers/bayes/class-counts.js";
import type { RowView } from "../../features/sparse-matrix.js";

/** The end of a linked list. */
const NONE = -1;

/** Initial room for new terms: those of a few messages. */
const NEW_TERMS = 1 << 12;

/**
 * The counts of a model, which are not copied, and how they change as documents are added and removed. Each changed
 * term has a linked list with an entry for each class: the difference of its count. So a document costs only its own
 * terms. Counts are whole numbers, so sums are exact in any order.
 */
export class ChangedCounts {
  readonly #base: ClassCounts["terms"];
  readonly #isBinary: boolean;
  /** The classes of the model, then new ones in the order in which they came. */
  readonly #labels: string[];
  /** The number of documents of each class. */
  readonly #documents: number[];
  /** The sum of the counts of each class. */
  readonly #totals: number[];
  /** The sum of each term over the classes; NaN until it is needed. */
  #sums: Float64Array;
  /** The number of the first entry of each term, or NONE. */
  #first: Int32Array;
  /** For each entry, the next entry of the same term, or NONE. */
  readonly #next: number[] = [];
  /** The class of each entry. */
  readonly #classes: number[] = [];
  /** The difference of each entry; may be 0. */
  readonly #differences: number[] = [];
  /** The number of terms that have a count. */
  #size: number;

  /**
   * @param base the counts of the model, with ascending classes; terms from `base.terms.rows` on are new
   * @param isBinary whether each term of a document counts as 1
   */
  constructor({ labels, documents, totals, terms }: ClassCounts, isBinary: boolean) {
    this.#base = terms;
    this.#isBinary = isBinary;
    this.#labels = [...labels];
    this.#documents = [...documents];
    this.#totals = [...totals];
    this.#sums = new Float64Array(terms.rows + NEW_TERMS).fill(Number.NaN, 0, terms.rows);
    this.#first = new Int32Array(terms.rows + NEW_TERMS).fill(NONE);
    this.#size = terms.rows;
  }

  /** The classes that have documents, sorted, and how many documents each has. */
  get classes(): { readonly label: string; readonly documents: number }[] {
    return this.#present().map((c) => ({ label: this.#labels[c], documents: this.#documents[c] }));
  }

  /** The number of terms that have a count. */
  get size(): number {
    return this.#size;
  }

  /** Returns whether some class has the term. */
  has(term: number): boolean {
    return this.#sum(term) > 0;
  }

  /** Adds a document to a class (sign 1), or removes it (sign -1). */
  count({ ids, values }: Pick<RowView, "ids" | "values">, label: string, sign: 1 | -1): void {
    let c = this.#labels.indexOf(label);
    if (c < 0) {
      c = this.#labels.push(label) - 1;
      this.#documents.push(0);
      this.#totals.push(0);
    }
    this.#documents[c] += sign;
    for (let i = 0; i < ids.length; i++) {
      const amount = sign * (this.#isBinary ? 1 : values[i]);
      this.#add(ids[i], c, amount);
      this.#totals[c] += amount;
    }
  }

  /** Adds to the count of a term in a class. */
  #add(term: number, c: number, amount: number): void {
    if (term >= this.#first.length) this.#grow(term + 1);
    const before = this.#sum(term);
    const after = before + amount;
    this.#sums[term] = after;
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

  /** Returns the terms of the documents that were added or removed, ascending. */
  changed(): Uint32Array {
    const first = this.#first;
    let size = 0;
    const terms = new Uint32Array(first.length);
    for (let term = 0; term < first.length; term++) if (first[term] !== NONE) terms[size++] = term;
    return terms.subarray(0, size);
  }

  /**
   * Returns the counts of some terms, a row each. The classes are those of `classes`.
   *
   * @throws DataError if a count is negative, because the model had not learned a document that was taken out.
   */
  countsOf(terms: ArrayLike<number>): ClassCounts {
    const present = this.#present();
    const numbers = new Int32Array(this.#labels.length).fill(NONE);
    for (const [number, c] of present.entries()) numbers[c] = number;
    const starts = new Uint32Array(terms.length + 1);
    const ids: number[] = [];
    const values: number[] = [];
    const sums = new Float64Array(numbers.length);
    for (let row = 0; row < terms.length; row++) {
      const classes = this.#countInto(sums, terms[row]).sort((a, b) => numbers[a] - numbers[b]);
      for (const c of classes) {
        if (sums[c] < 0) throw new DataError("learn: the model has counted fewer terms than its documents have");
        if (sums[c] > 0) {
          ids.push(numbers[c]);
          values.push(sums[c]);
        }
        sums[c] = 0;
      }
      starts[row + 1] = ids.length;
    }
    return {
      labels: present.map((c) => this.#labels[c]),
      documents: Float64Array.from(present, (c) => this.#documents[c]),
      totals: Float64Array.from(present, (c) => this.#totals[c]),
      terms: { rows: terms.length, columns: present.length, starts, ids, values },
    };
  }

  /** Adds the counts of a term to `sums`, which are 0. Returns the classes that may have one, in no order. */
  #countInto(sums: Float64Array, term: number): number[] {
    const { rows, starts, ids, values } = this.#base;
    const classes: number[] = [];
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
    return classes;
  }

  /** Returns the classes that have documents, in the order of their labels. */
  #present(): number[] {
    const present = Array.from(this.#labels.keys()).filter((c) => this.#documents[c] > 0);
    return present.sort((a, b) => (this.#labels[a] < this.#labels[b] ? -1 : 1));
  }

  /** Returns the sum of a term over the classes; 0 for a new term. */
  #sum(term: number): number {
    const sum = this.#sums[term] ?? 0;
    if (!Number.isNaN(sum)) return sum;
    this.#sums[term] = sumOf(this.#base.values, this.#base.starts[term], this.#base.starts[term + 1]);
    return this.#sums[term];
  }

  /** Makes room for at least `terms` terms. */
  #grow(terms: number): void {
    const length = Math.max(terms, 2 * this.#first.length);
    this.#first = grown(this.#first, length).fill(NONE, this.#first.length);
    this.#sums = grown(this.#sums, length);
  }
}
