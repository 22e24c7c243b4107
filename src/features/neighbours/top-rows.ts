/**
 * Keeps the rows with the highest values; of equal values, the lowest row numbers. It is a heap with the worst row on
 * top, so most rows cost one comparison.
 */
export class TopRows {
  readonly #room: number;
  readonly #rows: Uint32Array;
  readonly #values: Float64Array;
  #size = 0;

  /** @param room how many to keep, at least 1 */
  constructor(room: number) {
    this.#room = room;
    this.#rows = new Uint32Array(room);
    this.#values = new Float64Array(room);
  }

  /** Returns the least value that a row needs to be kept (if its number is low enough); -∞ while there is room. */
  get least(): number {
    return this.#size < this.#room ? Number.NEGATIVE_INFINITY : this.#values[0];
  }

  clear(): void {
    this.#size = 0;
  }

  /**
   * Offers a row.
   *
   * @param row not offered before
   * @returns the new `least`
   */
  offer(row: number, value: number): number {
    if (this.#size < this.#room) {
      this.#rise(this.#size++, row, value);
    } else if (isWorse(this.#values[0], this.#rows[0], value, row)) {
      this.#sink(row, value);
    }
    return this.least;
  }

  /** Returns the rows kept, in any order: a view, valid until the next change. */
  get rows(): Uint32Array {
    return this.#rows.subarray(0, this.#size);
  }

  /** Returns the rows kept and their values, the best first. */
  sorted(): { rows: Uint32Array; values: Float64Array } {
    const order = Array.from({ length: this.#size }, (_, i) => i).sort(
      (a, b) => this.#values[b] - this.#values[a] || this.#rows[a] - this.#rows[b],
    );
    return {
      rows: Uint32Array.from(order, (i) => this.#rows[i]),
      values: Float64Array.from(order, (i) => this.#values[i]),
    };
  }

  #rise(from: number, row: number, value: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isWorse(value, row, this.#values[parent], this.#rows[parent])) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, row, value);
  }

  #sink(row: number, value: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      const other = child + 1;
      if (
        other < this.#size &&
        isWorse(this.#values[other], this.#rows[other], this.#values[child], this.#rows[child])
      ) {
        child = other;
      }
      if (!isWorse(this.#values[child], this.#rows[child], value, row)) break;
      this.#move(child, at);
      at = child;
    }
    this.#set(at, row, value);
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#rows[from], this.#values[from]);
  }

  #set(at: number, row: number, value: number): void {
    this.#rows[at] = row;
    this.#values[at] = value;
  }
}

/** Whether the first of two rows ranks below the second. */
function isWorse(value: number, row: number, otherValue: number, otherRow: number): boolean {
  return value < otherValue || (value === otherValue && row > otherRow);
}
