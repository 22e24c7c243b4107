import { isCount, rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import { LinearModel } from "../linear-model.js";
import { type Arrays, requiredArray } from "../stored-arrays.js";
import type { StoredModel } from "../stored-classifier.js";

/** The names of the arrays in a model file. */
const BIAS = "bias";
const WEIGHTS = "weights";
const CODES = "weights.codes";
const STEPS = "weights.steps";

/**
 * Reads the bias of each class.
 *
 * @throws DataError unless there is a number for each class: finite, or -∞ for a class that is never predicted.
 */
function biasIn(arrays: Arrays, labels: readonly string[]): Float64Array {
  return requiredArray(arrays, BIAS, Float64Array, labels.length, (bias) => bias < Number.POSITIVE_INFINITY);
}

/**
 * A linear model whose file has the weights in single precision. At the minimum, the slope of the objective is 0, so
 * rounding changes the objective only by the square of the rounding error.
 */
export class StoredLinearModel extends LinearModel implements StoredModel {
  readonly #weights: Float32Array;

  /**
   * @param bias one per class; -∞ for a class that is never predicted
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

  /** Restores a model. @throws DataError if an array is missing or does not fit. */
  static restore(labels: readonly string[], columns: number, arrays: Arrays): StoredLinearModel {
    const weights = requiredArray(arrays, WEIGHTS, Float32Array, labels.length * columns, Number.isFinite);
    return new StoredLinearModel(labels, biasIn(arrays, labels), weights);
  }

  arrays(): Arrays {
    return { [BIAS]: this.bias, [WEIGHTS]: this.#weights };
  }
}

/** The code of a weight of 0. */
const ZERO = 128;
/** The largest multiple of a step in a code. */
const MAX_MULTIPLE = 127;

/**
 * A linear model with a byte per weight: each is a multiple, from -127 to 127, of a 127th of the largest weight of
 * its term. A file is about a quarter of that of `StoredLinearModel`.
 */
export class RoundedLinearModel extends LinearModel implements StoredModel {
  readonly #codes: Uint8Array;
  readonly #steps: Float32Array;

  /**
   * @param bias one per class; -∞ for a class that is never predicted
   * @param codes a row per term, a weight per class: 128 plus the multiple of the step of the term
   * @param steps one per term, finite and at least 0
   */
  constructor(labels: readonly string[], bias: Float64Array, codes: Uint8Array, steps: Float32Array) {
    const classes = labels.length;
    super({
      labels,
      bias,
      columns: steps.length,
      termWeights: (term, into, at) => {
        for (let c = 0; c < classes; c++) into[at + c] = (codes[term * classes + c] - ZERO) * steps[term];
      },
    });
    this.#codes = codes;
    this.#steps = steps;
  }

  /** As `LinearModel`, but does not keep weights of eight bytes. */
  override scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    const codes = this.#codes;
    const steps = this.#steps;
    const classes = scores.length;
    const { ids, values, start, end } = rowView(x, row);
    scores.set(this.bias);
    let i = start;
    // Two terms at a time, in order: the sums stay the same, and each sum is stored once per two terms.
    for (; i + 2 <= end; i += 2) {
      const first = values[i] * steps[ids[i]];
      const second = values[i + 1] * steps[ids[i + 1]];
      const from = ids[i] * classes;
      const from2 = ids[i + 1] * classes;
      for (let c = 0; c < classes; c++) {
        scores[c] = scores[c] + first * (codes[from + c] - ZERO) + second * (codes[from2 + c] - ZERO);
      }
    }
    for (; i < end; i++) {
      const factor = values[i] * steps[ids[i]];
      const at = ids[i] * classes;
      for (let c = 0; c < classes; c++) scores[c] += factor * (codes[at + c] - ZERO);
    }
  }

  /** Rounds the weights of a model. @param weights a row per term, a finite weight per class */
  static of(labels: readonly string[], bias: Float64Array, weights: Float32Array): RoundedLinearModel {
    const classes = labels.length;
    const codes = new Uint8Array(weights.length);
    const steps = new Float32Array(weights.length / classes);
    for (let term = 0; term < steps.length; term++) {
      const at = term * classes;
      let largest = 0;
      for (let c = 0; c < classes; c++) largest = Math.max(largest, Math.abs(weights[at + c]));
      steps[term] = largest / MAX_MULTIPLE;
      for (let c = 0; c < classes; c++) {
        codes[at + c] = ZERO + (largest === 0 ? 0 : Math.round((weights[at + c] / largest) * MAX_MULTIPLE));
      }
    }
    return new RoundedLinearModel(labels, bias, codes, steps);
  }

  /** Restores a model. @throws DataError if an array is missing or does not fit. */
  static restore(labels: readonly string[], columns: number, arrays: Arrays): RoundedLinearModel {
    const codes = requiredArray(arrays, CODES, Uint8Array, labels.length * columns);
    const steps = requiredArray(arrays, STEPS, Float32Array, columns, isCount);
    return new RoundedLinearModel(labels, biasIn(arrays, labels), codes, steps);
  }

  arrays(): Arrays {
    return { [BIAS]: this.bias, [CODES]: this.#codes, [STEPS]: this.#steps };
  }
}
