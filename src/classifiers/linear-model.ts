import type { SparseMatrix } from "../features/sparse-matrix.js";
import { type ClassPair, type Model, scoreDifference } from "./classifier.js";
import { type EmphasisOptions, emphasize } from "./emphasis.js";

/** Writes the weights of one term, one a class, to `into[at]`, `into[at + 1]` … Weights are finite or -∞. */
export type TermWeights = (term: number, into: Float64Array, at: number) => void;

/** What a linear model is made of. */
export interface LinearModelParts extends EmphasisOptions {
  readonly labels: readonly string[];
  /** The score of an empty document, one a class. */
  readonly bias: Float64Array;
  /** How many terms there are. */
  readonly columns: number;
  readonly termWeights: TermWeights;
  /** Whether it is a model of presences: see `Model`. Default false. */
  readonly binary?: boolean;
}

/** Room that is never used is memory that is never touched: few steps leave little behind. */
const GROWTH = 4;

/**
 * score(c) = bias(c) + Σ_t x(t) · w(t, c), over the terms of the document.
 *
 * With emphasis, w(t, c) has what the term says in it; with temper, the score is divided by
 * a power of what all terms of the document say: see `EmphasisOptions`.
 *
 * A term's weights are computed when a document first has it: most terms of a vocabulary
 * never come up again, and a model that is loaded to sort one message needs only that
 * message's terms.
 */
export class LinearModel implements Model {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly bias: Float64Array;
  readonly binary: boolean;
  /** Where a score is divided by what all terms say, one that is left out makes all others weigh more. */
  readonly additive: boolean;
  readonly #parts: LinearModelParts;
  readonly #termWeights: TermWeights;
  readonly #emphasis: number;
  readonly #temper: number;
  /** How many numbers there are of a term: its weights, and what it says if that is needed. */
  readonly #stride: number;
  /** Where the weights of a term begin in `#weights`, or 0 as long as nobody has asked for them: zeros cost nothing until they are looked at. */
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
    // So that no term's weights begin at 0.
    this.#used = this.#stride;
  }

  /** The same as a model of presences. */
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

  /** A linear margin is a sum over the terms: the parts are exact and not an approximation. */
  marginInto(x: SparseMatrix, row: number, [label, against]: ClassPair, parts: Float64Array): number {
    const share = this.#share(x, row);
    for (let i = x.starts[row], part = 0; i < x.starts[row + 1]; i++, part++) {
      const weights = this.weightsOf(x.ids[i]);
      parts[part] = x.values[i] === 0 ? 0 : share * x.values[i] * scoreDifference(weights[label], weights[against]);
    }
    return share * scoreDifference(this.bias[label], this.bias[against]);
  }

  /** What the temper leaves of the scores of a row. */
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

  /** The weights of a term, one a class: a view, not to be changed. */
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
