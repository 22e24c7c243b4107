import { firstWhere } from "../../base/lists.js";

/** Keeps the rows with the highest values, the best first; of equal values, the lowest row numbers. */
export class TopRows {
  readonly #rows: Uint32Array;
  readonly #values: Float64Array;
  #size = 0;

  /** @param room how many to keep, at least 1 */
  constructor(room: number) {
    this.#rows = new Uint32Array(room);
    this.#values = new Float64Array(room);
  }

  /** Returns the least value that a row needs to be kept (if its number is low enough); -∞ while there is room. */
  get least(): number {
    return this.#size < this.#rows.length ? Number.NEGATIVE_INFINITY : this.#values[this.#size - 1];
  }

  /** Returns the rows kept: a view, valid until the next change. */
  get rows(): Uint32Array {
    return this.#rows.subarray(0, this.#size);
  }

  /** Returns the values of the rows kept: a view, valid until the next change. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#size);
  }

  clear(): void {
    this.#size = 0;
  }

  /**
   * Offers a row. Few rows are kept, and moving those after it takes less time than a heap.
   *
   * @param row not offered before
   * @returns the new `least`
   */
  offer(row: number, value: number): number {
    const [rows, values] = [this.#rows, this.#values];
    const isAfter = (at: number) => values[at] < value || (values[at] === value && rows[at] > row);
    const at = firstWhere(0, this.#size, isAfter);
    if (at === rows.length) return this.least;
    if (this.#size < rows.length) this.#size++;
    rows.copyWithin(at + 1, at, this.#size - 1);
    values.copyWithin(at + 1, at, this.#size - 1);
    rows[at] = row;
    values[at] = value;
    return this.least;
  }
}
