import { DataError } from "../errors.js";
import { LinearModel } from "./linear-model.js";
import { type Arrays, requiredArray, type StoredModel } from "./stored-classifier.js";

/**
 * A linear model of which the weights themselves are kept, in single precision: half the
 * file. At the least value of an objective, where its slope is 0, rounding them changes it
 * by the square of the rounding error.
 */
export class StoredLinearModel extends LinearModel implements StoredModel {
  readonly #weights: Float32Array;

  /**
   * @param bias one a class; -∞ for a class that is never predicted
   * @param weights a row per term, a weight per class
   */
  constructor(labels: readonly string[], bias: Float64Array, weights: Float32Array) {
    const classes = labels.length;
    super({
      labels,
      bias,
      columns: weights.length / classes,
      termWeights: (term, into, at) => into.set(weights.subarray(term * classes, (term + 1) * classes), at),
    });
    this.#weights = weights;
  }

  /** @throws DataError if the arrays are not those of such a model. */
  static restore(labels: readonly string[], columns: number, arrays: Arrays): StoredLinearModel {
    const bias = requiredArray(arrays, BIAS, Float64Array, labels.length);
    const weights = requiredArray(arrays, WEIGHTS, Float32Array, labels.length * columns);
    if (!bias.every((b) => b < Number.POSITIVE_INFINITY) || !weights.every(Number.isFinite)) {
      throw new DataError("required a consistent model file, found a fault in it: weights that are no numbers");
    }
    return new StoredLinearModel(labels, bias, weights);
  }

  arrays(): Arrays {
    return { [BIAS]: this.bias, [WEIGHTS]: this.#weights };
  }
}

const BIAS = "bias";
const WEIGHTS = "weights";
