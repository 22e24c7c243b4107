import type { SparseMatrix } from "../features/sparse-matrix.js";
import { sourceNumber } from "../features/term-kinds.js";
import { type ClassPair, type Model, scoreDifference } from "./classifier.js";
import { type EmphasisOptions, emphasize } from "./emphasis.js";
import { SourceSums } from "./source-sums.js";

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
  /** The kind of each term, as a number of `kindsOf`, for `sourceWeights`. Default: all are words. */
  readonly kinds?: Uint8Array | undefined;
  /** Whether it looks at presences only: see `Model`. Default false. */
  readonly binary?: boolean;
}

/** A few large steps leave few old arrays behind; room that is never used takes no memory. */
const GROWTH = 4;

/**
 * score(c) = bias(c) + Σ_t x(t) · w(t, c), over the terms of the document.
 *
 * Emphasis multiplies w(t, c) by says(t), temper divides the score, and source weights multiply the sum over the terms
 * of each source: see `EmphasisOptions`.
 *
 * The weights of a term are computed when a document first has it. Most terms of a vocabulary never come up
 * again, so that a model that is loaded to classify one message computes little.
 */
export class LinearModel implements Model {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly bias: Float64Array;
  readonly binary: boolean;
  /** With temper or source weights, removing a term changes what others weigh. */
  readonly additive: boolean;
  readonly #parts: LinearModelParts;
  readonly #termWeights: TermWeights;
  readonly #emphasis: number;
  readonly #temper: number;
  /** Scratch for source weights; undefined without them. */
  readonly #sources: SourceSums | undefined;
  /** Numbers per term: its weights and, unless terms add up, says(t). */
  readonly #stride: number;
  /** Where the weights of a term begin in `#weights`; 0 until it is first needed. */
  readonly #at: Uint32Array;
  #weights: Float64Array;
  #used: number;

  constructor(parts: LinearModelParts) {
    const { labels, bias, columns, termWeights, binary = false, emphasis = 0, temper = 0, sourceWeights } = parts;
    this.#parts = parts;
    this.labels = labels;
    this.bias = bias;
    this.columns = columns;
    this.binary = binary;
    this.#termWeights = termWeights;
    this.#emphasis = emphasis;
    this.#temper = temper;
    this.#sources = SourceSums.of(sourceWeights, labels.length);
    this.additive = temper === 0 && this.#sources === undefined;
    this.#stride = labels.length + (this.additive ? 0 : 1);
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
    if (this.#sources !== undefined) {
      this.#scoreBySource(this.#sources, x, row, scores);
      return;
    }
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
    const sources = this.#sources && this.#sourcesOf(this.#sources, x, row);
    const factors = sources?.factors();
    const share = sources === undefined ? this.#share(x, row) : (1 + sources.said) ** -this.#temper;
    for (let i = x.starts[row], part = 0; i < x.starts[row + 1]; i++, part++) {
      const weights = this.weightsOf(x.ids[i]);
      const factor = factors === undefined ? share : share * factors[this.#sourceOf(x.ids[i])];
      parts[part] = x.values[i] === 0 ? 0 : factor * x.values[i] * scoreDifference(weights[label], weights[against]);
    }
    return share * scoreDifference(this.bias[label], this.bias[against]);
  }

  #scoreBySource(sources: SourceSums, x: SparseMatrix, row: number, scores: Float64Array): void {
    this.#sourcesOf(sources, x, row);
    scores.set(this.bias);
    sources.addTo(scores);
    const share = (1 + sources.said) ** -this.#temper;
    for (let c = 0; c < this.labels.length; c++) scores[c] *= share;
  }

  /** The sums of a row; valid until the next call. */
  #sourcesOf(sources: SourceSums, x: SparseMatrix, row: number): SourceSums {
    sources.clear();
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      if (x.values[i] === 0) continue;
      const at = this.#at[x.ids[i]] === 0 ? this.#prepare(x.ids[i]) : this.#at[x.ids[i]];
      sources.add(this.#sourceOf(x.ids[i]), x.values[i], this.#weights[at + this.labels.length], this.#weights, at);
    }
    return sources;
  }

  #sourceOf(term: number): number {
    return sourceNumber(this.#parts.kinds?.[term] ?? 0);
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
    if (!this.additive) this.#weights[at + classes] = says;
    this.#at[term] = at;
    return at;
  }
}
