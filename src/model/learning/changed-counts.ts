import { DataError } from "../../base/errors.js";
import { grown } from "../../base/growing.js";
import { sumOf } from "../../base/lists.js";
import type { ClassCounts } from "../../classifiers/bayes/class-counts.js";
import type { CountedRow } from "../../features/coded-rows.js";

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
  readonly #base: ClassCounts["terms"];
  readonly #isBinary: boolean;
  /** The classes of the model, then new ones in the order in which they came; the documents and the total of each. */
  readonly #labels: string[];
  readonly #documents: number[];
  readonly #totals: number[];
  /** The sum of each term over the classes; NaN until it is needed. */
  #sums: Float64Array;
  /** The first entry in the list of each term. */
  #first: Int32Array;
  /** For each entry: the next entry of its term, the class, and the difference, which may be 0. */
  readonly #next: number[] = [];
  readonly #classes: number[] = [];
  readonly #differences: number[] = [];
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
  count({ ids, values }: CountedRow, label: string, sign: 1 | -1): void {
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
    const { rows, starts, ids, values } = this.#base;
    const present = this.#present();
    const numbers = new Int32Array(this.#labels.length).fill(NONE);
    for (const [number, c] of present.entries()) numbers[c] = number;
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
    return {
      labels: present.map((c) => this.#labels[c]),
      documents: Float64Array.from(present, (c) => this.#documents[c]),
      totals: Float64Array.from(present, (c) => this.#totals[c]),
      terms: { rows: terms.length, columns: present.length, starts: rowStarts, ids: rowIds, values: rowValues },
    };
  }

  /** Returns the classes that have documents, in the order of their labels. */
  #present(): number[] {
    const present = Array.from(this.#labels.keys()).filter((c) => this.#documents[c] > 0);
    return present.sort((a, b) => (this.#labels[a] < this.#labels[b] ? -1 : 1));
  }

  #sum(term: number): number {
    const { [term]: sum = 0 } = this.#sums;
    if (!Number.isNaN(sum)) return sum;
    this.#sums[term] = sumOf(this.#base.values, this.#base.starts[term], this.#base.starts[term + 1]);
    return this.#sums[term];
  }

  #grow(least: number): void {
    const length = Math.max(least, 2 * this.#first.length);
    this.#first = grown(this.#first, length).fill(NONE, this.#first.length);
    this.#sums = grown(this.#sums, length);
  }
}
