import { ascending } from "../../base/lists.js";
import { classWeights } from "../../features/dataset.js";
import type { Dataset } from "../../features/sparse-matrix.js";

/** The classes that have a document of weight above 0. Linear methods learn only these and never predict the others. */
export class PresentClasses {
  /** Class indices, ascending. */
  readonly classes: Uint32Array;
  /** For each row, the index of its class in `classes`; 0 if it is not there: then the row has the weight 0. */
  readonly y: Uint32Array;
  readonly #size: number;

  constructor(data: Dataset) {
    const sums = classWeights(data);
    this.classes = ascending(sums.length).filter((c) => sums[c] > 0);
    const places = sums.map((_, c) => Math.max(0, this.classes.indexOf(c)));
    this.y = Uint32Array.from(data.y, (c) => places[c]);
    this.#size = sums.length;
  }

  /**
   * Returns bias and weights of all classes. A class without documents gets a bias of -∞ and weights of 0.
   *
   * @param columns the number of terms
   * @param learned returns those of the present class at an index
   * @returns a bias per class; and a row of weights per term, with a number per class
   */
  ofAll(
    columns: number,
    learned: (place: number) => { readonly bias: number; readonly weightOf: (term: number) => number },
  ): { readonly bias: Float64Array; readonly weights: Float32Array } {
    const bias = new Float64Array(this.#size).fill(Number.NEGATIVE_INFINITY);
    const weights = new Float32Array(columns * this.#size);
    for (const [place, c] of this.classes.entries()) {
      const machine = learned(place);
      bias[c] = machine.bias;
      for (let term = 0; term < columns; term++) weights[term * this.#size + c] = machine.weightOf(term);
    }
    return { bias, weights };
  }
}
