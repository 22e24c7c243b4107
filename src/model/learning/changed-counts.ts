import { DataError } from "../../base/errors.js";
import type { ClassCounts } from "../../classifiers/bayes/class-counts.js";
import type { RowView } from "../../features/sparse-matrix.js";

/** The entries of a row. */
export type Entries = Pick<RowView, "ids" | "values">;

/**
 * The counts of a model, which are not copied, and the counts of the terms that documents have changed since. So a
 * document costs only its own terms. Counts are whole numbers, so sums are exact in any order.
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
  /** For each changed term, its count in each class that has it. */
  readonly #changed = new Map<number, Map<number, number>>();
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

  /** Returns the terms of the documents that were added or removed. */
  changed(): number[] {
    return [...this.#changed.keys()];
  }

  /** Returns whether some class has the term. */
  has(term: number): boolean {
    const { rows, starts } = this.#base;
    const changed = this.#changed.get(term);
    return changed === undefined ? term < rows && starts[term + 1] > starts[term] : changed.size > 0;
  }

  /**
   * Adds a document to a class (sign 1), or removes it (sign -1).
   *
   * @throws DataError if a count becomes negative, because the model had not learned the document.
   */
  count({ ids, values }: Entries, label: string, sign: 1 | -1): void {
    let c = this.#labels.indexOf(label);
    if (c < 0) {
      c = this.#labels.push(label) - 1;
      this.#documents.push(0);
      this.#totals.push(0);
    }
    this.#documents[c] += sign;
    for (let i = 0; i < ids.length; i++) {
      const amount = sign * (this.#isBinary ? 1 : values[i]);
      const counts = this.#changed.get(ids[i]) ?? this.#countsOf(ids[i]);
      const sum = (counts.get(c) ?? 0) + amount;
      if (sum < 0) throw new DataError("learn: the model has counted fewer terms than its documents have");
      const had = counts.size > 0;
      if (sum > 0) counts.set(c, sum);
      else counts.delete(c);
      this.#changed.set(ids[i], counts);
      this.#size += Number(counts.size > 0) - Number(had);
      this.#totals[c] += amount;
    }
  }

  /** Returns the counts of some terms, a row each. The classes are those of `classes`. */
  countsOf(terms: ArrayLike<number>): ClassCounts {
    const present = this.#present();
    const numbers = new Int32Array(this.#labels.length);
    for (const [number, c] of present.entries()) numbers[c] = number;
    const starts = new Uint32Array(terms.length + 1);
    const ids: number[] = [];
    const values: number[] = [];
    const base = this.#base;
    for (let row = 0; row < terms.length; row++) {
      const term = terms[row];
      const changed = this.#changed.get(term);
      // The classes of the base ascend in the new numbers, too: both are in the order of the labels.
      if (changed === undefined) {
        for (let i = base.starts[term]; i < base.starts[term + 1]; i++) {
          ids.push(numbers[base.ids[i]]);
          values.push(base.values[i]);
        }
      } else {
        for (const [c, count] of [...changed].sort(([a], [b]) => numbers[a] - numbers[b])) {
          ids.push(numbers[c]);
          values.push(count);
        }
      }
      starts[row + 1] = ids.length;
    }
    return {
      labels: present.map((c) => this.#labels[c]),
      documents: Float64Array.from(present, (c) => this.#documents[c]),
      totals: Float64Array.from(present, (c) => this.#totals[c]),
      terms: {
        rows: terms.length,
        columns: present.length,
        starts,
        ids: new Uint32Array(ids),
        values: new Float64Array(values),
      },
    };
  }

  /** Returns the counts of a term of the model; none for a new term. */
  #countsOf(term: number): Map<number, number> {
    const { rows, starts, ids, values } = this.#base;
    const counts = new Map<number, number>();
    if (term < rows) for (let i = starts[term]; i < starts[term + 1]; i++) counts.set(ids[i], values[i]);
    return counts;
  }

  /** Returns the classes that have documents, in the order of their labels. */
  #present(): number[] {
    const present = Array.from(this.#labels.keys()).filter((c) => this.#documents[c] > 0);
    return present.sort((a, b) => (this.#labels[a] < this.#labels[b] ? -1 : 1));
  }
}
