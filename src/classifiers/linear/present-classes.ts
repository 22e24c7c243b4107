import type { Dataset } from "../../features/sparse-matrix.js";

/** The classes that have a document of weight above 0. Linear methods learn only these and never predict the others. */
export class PresentClasses {
  /** Class indices, ascending. */
  readonly classes: Uint32Array;
  /** For each row, the index of its class in `classes`. */
  readonly y: Uint32Array;
  readonly #size: number;

  constructor({ x, y, labels, weights }: Dataset) {
    const sums = new Float64Array(labels.length);
    for (let row = 0; row < y.length; row++) sums[y[row]] += weights?.[row] ?? 1;
    this.classes = Uint32Array.from(labels.keys()).filter((c) => sums[c] > 0);
    const places = new Uint32Array(labels.length);
    for (const [place, c] of this.classes.entries()) places[c] = place;
    this.y = Uint32Array.from({ length: x.rows }, (_, row) => places[y[row]]);
    this.#size = labels.length;
  }

  /**
   * Returns bias and weights of all classes. A class without documents gets a bias of -∞.
   *
   * @param learned returns those of the present class at an index
   */
  ofAll(
    columns: number,
    learned: (place: number) => { readonly bias: number; readonly weightOf: (term: number) => number },
  ): { readonly bias: Float64Array; readonly weights: Float32Array } {
    const bias = new Float64Array(this.#size).fill(Number.NEGATIVE_INFINITY);
    const weights = new Float32Array(columns * this.#size);
    for (const [place, c] of this.classes.entries()) {
      const own = learned(place);
      bias[c] = own.bias;
      for (let term = 0; term < columns; term++) weights[term * this.#size + c] = own.weightOf(term);
    }
    return { bias, weights };
  }
}
