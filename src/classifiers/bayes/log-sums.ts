/**
 * Sums of logarithms by class, from which summands can be subtracted again. They count -∞ separately. They keep the
 * rounding error of each addition, because the score of a row of zeros can be far larger than the final score.
 *
 * Source: TwoSum of Knuth, The Art of Computer Programming, volume 2, section 4.2.2.
 */
export class LogSums {
  readonly #high: Float64Array;
  /** The rounding errors of `#high`. */
  readonly #low: Float64Array;
  /** How many summands are -∞. */
  readonly #impossible: Int32Array;

  /** Makes sums that are 0. */
  constructor(classes: number) {
    this.#high = new Float64Array(classes);
    this.#low = new Float64Array(classes);
    this.#impossible = new Int32Array(classes);
  }

  /** Copies other sums of as many classes. */
  set(other: LogSums): void {
    this.#high.set(other.#high);
    this.#low.set(other.#low);
    this.#impossible.set(other.#impossible);
  }

  /** Adds a logarithm, which may be -∞, to the sum of class c. */
  add(c: number, log: number): void {
    if (log === Number.NEGATIVE_INFINITY) this.#impossible[c]++;
    else this.#addFinite(c, log);
  }

  /** Subtracts a logarithm that was added to the sum of class c. */
  subtract(c: number, log: number): void {
    if (log === Number.NEGATIVE_INFINITY) this.#impossible[c]--;
    else this.#addFinite(c, -log);
  }

  /** Returns the sum of a class: -∞ if a summand is -∞. */
  of(c: number): number {
    return this.#impossible[c] > 0 ? Number.NEGATIVE_INFINITY : this.#high[c] + this.#low[c];
  }

  /** Adds a number to the sum of a class, and its rounding error to the other sum. */
  #addFinite(c: number, log: number): void {
    const before = this.#high[c];
    const sum = before + log;
    const added = sum - before;
    // TwoSum: exactly the part of the summands that rounding took from `sum`.
    this.#low[c] += before - (sum - added) + (log - added);
    this.#high[c] = sum;
  }
}
