import { sumOf } from "../../base/lists.js";
import { rowView, type SparseMatrix, type SparseRows } from "../../features/sparse-matrix.js";
import type { ClassCounts } from "./class-counts.js";

/** Counts from which documents can be taken out for a while, which leaves the counts of all other documents. */
export class ReducedCounts {
  /** The classes of each term, as in the counts of all documents. */
  readonly terms: Pick<SparseRows, "starts" | "ids">;
  /** The counts of the terms in the remaining documents. */
  readonly values: Float64Array;
  /** The sum of the counts of each term over all classes. */
  readonly inAll: Float64Array;
  /** How many of the remaining documents have each term. */
  readonly having: Uint32Array;
  /** The number of remaining documents of each class. */
  readonly documents: Float64Array;
  /** The sum of the counts of all terms in each class. */
  readonly totals: Float64Array;
  /** The number of terms that the remaining documents have. */
  known = 0;
  readonly #x: SparseMatrix;
  readonly #y: ArrayLike<number>;
  readonly #whole: ClassCounts;
  readonly #wholeInAll: Float64Array;

  /**
   * @param counts of the rows, or of those of weight 1
   * @param x the rows
   * @param y the class of each row
   * @param having how many of the counted rows have each term
   */
  constructor(counts: ClassCounts, x: SparseMatrix, y: ArrayLike<number>, having: Uint32Array) {
    const { starts, ids, values, rows } = counts.terms;
    this.#x = x;
    this.#y = y;
    this.#whole = counts;
    this.terms = { starts, ids };
    this.values = Float64Array.from(values);
    this.documents = counts.documents.slice();
    this.totals = counts.totals.slice();
    this.#wholeInAll = new Float64Array(rows).map((_, term) => sumOf(values, starts[term], starts[term + 1]));
    this.inAll = this.#wholeInAll.slice();
    this.having = having.slice();
    for (const documents of having) if (documents > 0) this.known++;
  }

  /** Takes documents out. Each must have been counted. */
  take(rows: ArrayLike<number>): void {
    this.#move(rows, true);
  }

  /** Puts the documents back. All counts are then exactly as before. */
  putBack(rows: ArrayLike<number>): void {
    this.#move(rows, false);
    this.documents.set(this.#whole.documents);
    this.totals.set(this.#whole.totals);
  }

  /** Takes documents out, or puts them back. */
  #move(rows: ArrayLike<number>, isOut: boolean): void {
    const { values, inAll, having } = this;
    const { starts, ids } = this.terms;
    const whole = this.#whole.terms.values;
    for (let r = 0; r < rows.length; r++) {
      const c = this.#y[rows[r]];
      if (isOut) this.documents[c]--;
      const row = rowView(this.#x, rows[r]);
      for (let i = row.start; i < row.end; i++) {
        const value = row.values[i];
        if (value === 0) continue;
        const term = row.ids[i];
        let entry = starts[term];
        // The class has an entry, because the document was counted.
        while (ids[entry] !== c) entry++;
        if (isOut) {
          // Rounding can make a difference of weights slightly negative.
          values[entry] = Math.max(0, values[entry] - value);
          inAll[term] = Math.max(0, inAll[term] - value);
          this.totals[c] -= value;
          if (--having[term] === 0) this.known--;
        } else {
          values[entry] = whole[entry];
          inAll[term] = this.#wholeInAll[term];
          if (having[term]++ === 0) this.known++;
        }
      }
    }
  }
}
