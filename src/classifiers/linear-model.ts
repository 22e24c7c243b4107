import type { SparseMatrix } from "../features/sparse-matrix.js";
import { type ClassPair, type Model, scoreDifference } from "./classifier.js";
import { type EmphasisOptions, emphasize } from "./emphasis.js";

/** Writes the weights of one term, one a class, from `into[at]` on. Weights are finite or -∞. */
export type TermWeights = (term: number, into: Float64Array, at: number) => void;

/** The parts of a linear model. */
export interface LinearModelParts extends EmphasisOptions {
  readonly labels: readonly string[];
  /** The score of an empty document, one a class. */
  readonly bias: Float64Array;
  /** The number of terms. */
  readonly columns: number;
  readonly termWeights: TermWeights;
  /** Whether it looks at presences only: see `Model`. Default false. */
  readonly binary?: boolean;
}

/** A few large steps leave few old arrays behind; room that is never used takes no memory. */
const GROWTH = 4;

/**
 * score(c) = bias(c) + Σ_t x(t) · w(t, c), over the terms of the document.
 *
 * Emphasis multiplies w(t, c) by says(t), and temper divides the score: see `EmphasisOptions`.
 *
 * The weights of a term are computed when a document first has it. Most terms of a vocabulary never come up
 * again, so that a model that is loaded to classify one message computes little.
 */
export class LinearModel implements Model {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly bias: Float64Array;
  readonly binary: boolean;
  /** With temper, removing a term makes all others weigh more. */
  readonly additive: boolean;
  readonly #parts: LinearModelParts;
  readonly #termWeights: TermWeights;
  readonly #emphasis: number;
  readonly #temper: number;
  /** Numbers per term: its weights and, if there is temper, says(t). */
  readonly #stride: number;
  /** Where the weights of a term begin in `#weights`; 0 until it is first needed. */
  readonly #at: Uint32Array;
  #weights: Float64Array;
  #used: number;

  constructor(parts: LinearModelParts) {
    const { labels, bias, columns, termWeights, binary = false, emphasis = 0, temper = 0 } = parts;
    this.#parts = parts;
    this.labels = labels;
    this.bias = bias;
    this.columns = columns;
    this.binary = binary;
    this.#termWeights = termWeights;
    this.#emphasis = emphasis;
    this.#temper = temper;
    this.additive = temper === 0;
    this.#stride = labels.length + (temper === 0 ? 0 : 1);
    this.#at = new Uint32Array(columns);
    this.#weights = new Float64Array(this.#stride * 16);
    // 0 in `#at` means that the weights are not there yet.
    this.#used = this.#stride;
  }

  /** The same model with `binary`. */
  ofPresences(): LinearModel {
    return new LinearModel({ ...this.#parts, binary: true });
  }

  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    const classes = this.labels.length;
    const blocks = classes - (classes % 4);
    const starts = this.#at;
    let weights = this.#weights;
    const { ids, values } = x;
    const end = x.starts[row + 1];
    scores.set(this.bias);
    for (let i = x.starts[row]; i < end; i++) {
      const value = values[i];
      if (value === 0) continue;
      let at = starts[ids[i]];
      if (at === 0) {
        at = this.#prepare(ids[i]);
        weights = this.#weights;
      }
      let c = 0;
      for (; c < blocks; c += 4) {
        scores[c] += value * weights[at + c];
        scores[c + 1] += value * weights[at + c + 1];
        scores[c + 2] += value * weights[at + c + 2];
        scores[c + 3] += value * weights[at + c + 3];
      }
      for (; c < classes; c++) scores[c] += value * weights[at + c];
    }
    if (this.#temper === 0) return;
    const share = this.#share(x, row);
    for (let c = 0; c < classes; c++) scores[c] *= share;
  }

  /** A linear margin is a sum over the terms: the parts are exact. */
  marginInto(x: SparseMatrix, row: number, [label, against]: ClassPair, parts: Float64Array): number {
    const share = this.#share(x, row);
    for (let i = x.starts[row], part = 0; i < x.starts[row + 1]; i++, part++) {
      const weights = this.weightsOf(x.ids[i]);
      parts[part] = x.values[i] === 0 ? 0 : share * x.values[i] * scoreDifference(weights[label], weights[against]);
    }
    return share * scoreDifference(this.bias[label], this.bias[against]);
  }

  /** The factor that temper puts on the scores of a row. */
  #share(x: SparseMatrix, row: number): number {
    if (this.#temper === 0) return 1;
    const { length: classes } = this.labels;
    let said = 1;
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      if (x.values[i] === 0) continue;
      const at = this.#at[x.ids[i]] === 0 ? this.#prepare(x.ids[i]) : this.#at[x.ids[i]];
      said += x.values[i] * this.#weights[at + classes];
    }
    return said ** -this.#temper;
  }

  /** The weights of a term, one a class. A view; do not change it. */
  weightsOf(term: number): Float64Array {
    const at = this.#at[term] === 0 ? this.#prepare(term) : this.#at[term];
    return this.#weights.subarray(at, at + this.labels.length);
  }

  #prepare(term: number): number {
    const at = this.#used;
    this.#used += this.#stride;
    if (this.#used > this.#weights.length) {
      const bigger = new Float64Array(this.#weights.length * GROWTH);
      bigger.set(this.#weights);
      this.#weights = bigger;
    }
    const { length: classes } = this.labels;
    this.#termWeights(term, this.#weights, at);
    const says = emphasize(this.#weights, at, classes, this.#emphasis);
    if (this.#temper !== 0) this.#weights[at + classes] = says;
    this.#at[term] = at;
    return at;
  }
}
