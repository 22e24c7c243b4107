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
  readonly #base: ClassCounts;
  readonly #isBinary: boolean;
  /** The number of documents of each class that has any. */
  readonly #documents: Map<string, number>;
  /** The sum of the counts of each class. */
  readonly #totals: Map<string, number>;
  /** For each changed term, its count in each class that has it. An array, because all terms are looked up at the end. */
  readonly #changed: (Map<string, number> | undefined)[];
  #size: number;

  /**
   * @param base the counts of the model, with ascending classes; terms from `base.terms.rows` on are new
   * @param isBinary whether each term of a document counts as 1
   */
  constructor(base: ClassCounts, isBinary: boolean) {
    const { labels, documents, totals, terms } = base;
    this.#base = base;
    this.#isBinary = isBinary;
    this.#documents = new Map(labels.map((label, c) => [label, documents[c]]));
    this.#totals = new Map(labels.map((label, c) => [label, totals[c]]));
    this.#changed = new Array(terms.rows);
    this.#size = terms.rows;
  }

  /** The classes that have documents, sorted, and how many documents each has. */
  get classes(): { readonly label: string; readonly documents: number }[] {
    const classes = Array.from(this.#documents, ([label, documents]) => ({ label, documents }));
    return classes.sort((a, b) => (a.label < b.label ? -1 : 1));
  }

  /** The number of terms that have a count. */
  get size(): number {
    return this.#size;
  }

  /** Returns whether some class has the term. */
  has(term: number): boolean {
    const { rows, starts } = this.#base.terms;
    const changed = this.#changed[term];
    return changed === undefined ? term < rows && starts[term + 1] > starts[term] : changed.size > 0;
  }

  /**
   * Adds a document to a class (sign 1), or removes it (sign -1).
   *
   * @throws DataError if a count becomes negative, because the model had not learned the document.
   */
  count({ ids, values }: Entries, label: string, sign: 1 | -1): void {
    add(this.#documents, label, sign);
    for (let i = 0; i < ids.length; i++) {
      const amount = sign * (this.#isBinary ? 1 : values[i]);
      const counts = this.#changed[ids[i]] ?? this.#countsOf(ids[i]);
      const had = counts.size > 0;
      add(counts, label, amount);
      add(this.#totals, label, amount);
      this.#changed[ids[i]] = counts;
      this.#size += Number(counts.size > 0) - Number(had);
    }
  }

  /** Returns the counts of some terms, a row each, over the same classes as `classes`. */
  countsOf(terms: ArrayLike<number>): ClassCounts {
    const { classes } = this;
    const labels = classes.map(({ label }) => label);
    const numbers = new Map(labels.map((label, c) => [label, c]));
    const numberOf = (label: string) => numbers.get(label) ?? -1;
    const base = this.#base.terms;
    // They ascend, because both are in the order of the labels.
    const baseNumbers = Int32Array.from(this.#base.labels, numberOf);
    const starts = new Uint32Array(terms.length + 1);
    let size = 0;
    for (let row = 0; row < terms.length; row++) {
      const term = terms[row];
      size += this.#changed[term]?.size ?? base.starts[term + 1] - base.starts[term];
      starts[row + 1] = size;
    }
    const ids = new Uint32Array(size);
    const values = new Float64Array(size);
    let at = 0;
    for (let row = 0; row < terms.length; row++) {
      const term = terms[row];
      const changed = this.#changed[term];
      if (changed === undefined) {
        for (let i = base.starts[term]; i < base.starts[term + 1]; i++) {
          ids[at] = baseNumbers[base.ids[i]];
          values[at++] = base.values[i];
        }
      } else {
        const entries = Array.from(changed, ([label, count]) => [numberOf(label), count]);
        for (const [c, count] of entries.sort(([a], [b]) => a - b)) {
          ids[at] = c;
          values[at++] = count;
        }
      }
    }
    return {
      labels,
      documents: Float64Array.from(classes, ({ documents }) => documents),
      totals: Float64Array.from(labels, (label) => this.#totals.get(label) ?? 0),
      terms: {
        rows: terms.length,
        columns: labels.length,
        starts,
        ids,
        values,
      },
    };
  }

  /** Returns the counts of a term of the model; none for a new term. */
  #countsOf(term: number): Map<string, number> {
    const { labels, terms } = this.#base;
    const counts = new Map<string, number>();
    if (term >= terms.rows) return counts;
    for (let i = terms.starts[term]; i < terms.starts[term + 1]; i++) counts.set(labels[terms.ids[i]], terms.values[i]);
    return counts;
  }
}

/** Adds to the number of a class, which is 0 if it is not there. @throws DataError if it becomes negative */
function add(numbers: Map<string, number>, label: string, change: number): void {
  const sum = (numbers.get(label) ?? 0) + change;
  if (sum < 0) throw new DataError("learn: the model has counted fewer terms than its documents have");
  if (sum > 0) numbers.set(label, sum);
  else numbers.delete(label);
}
