import { grown } from "../base/lists.js";
import { rowView, type SparseMatrix } from "../features/sparse-matrix.js";
import { sourceOfCode } from "../features/term-kinds.js";
import type { ClassPair, Model } from "./classifier.js";
import { type EmphasisOptions, emphasize, power, SourceSums } from "./emphasis.js";
import { scoreDifference } from "./scores.js";

/** Writes the weights of one term, one per class, from `into[at]` on. Weights are finite or -∞. */
export type TermWeights = (term: number, into: Float64Array, at: number) => void;

/** The parts of a linear model. */
export interface LinearModelParts extends EmphasisOptions, Pick<Model, "labels" | "columns"> {
  /** The score of an empty document, one per class. */
  readonly bias: Float64Array;
  readonly termWeights: TermWeights;
  /** Returns the code of the kind of a term (see `codesOf`), for `sourceWeights`. Default: all are words. */
  readonly kinds?: ((term: number) => number) | undefined;
  /** Whether it looks at presences only: see `Model`. Default false. */
  readonly binary?: boolean;
}

/** Growth factor of the array of weights. A large one leaves few old arrays behind; unused room takes no memory. */
const GROWTH = 4;

/**
 * A model whose score of a class is a sum over the terms of the document, each with a weight:
 *
 *     score(c) = bias(c) + Σ_t x(t) · w(t, c)
 *
 * Emphasis multiplies w(t, c) by says(t), temper divides the score, and source weights multiply the sum over the terms
 * of each source: see `EmphasisOptions`.
 *
 * The weights of a term are computed when a document first has it. A model loaded for one message computes only the
 * weights of the terms of that message.
 */
export class LinearModel implements Model {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly bias: Float64Array;
  readonly binary: boolean;
  /** False with temper or source weights, because removing a term then changes the weights of other terms. */
  readonly additive: boolean;
  readonly #parts: LinearModelParts;
  readonly #temper: number;
  /** Scratch for source weights; undefined without them. */
  readonly #sources: SourceSums | undefined;
  /** Numbers per term: its weights and, unless terms add up, says(t). */
  readonly #stride: number;
  /** Where the weights of a term begin in `#weights`; 0 until it is first needed. */
  readonly #at: Uint32Array;
  #weights: Float64Array;
  /** For each term of a row: where its weights begin, and its value. */
  #places = new Uint32Array(1 << 8);
  #values = new Float64Array(1 << 8);
  /** How many numbers of `#weights` are in use. */
  #used: number;

  constructor(parts: LinearModelParts) {
    const { labels, bias, columns, temper = 0, sourceWeights } = parts;
    this.#parts = parts;
    this.labels = labels;
    this.bias = bias;
    this.columns = columns;
    this.binary = parts.binary === true;
    this.#temper = temper;
    this.#sources = SourceSums.of(sourceWeights, labels.length);
    this.additive = temper === 0 && this.#sources === undefined;
    this.#stride = labels.length + (this.additive ? 0 : 1);
    this.#at = new Uint32Array(columns);
    this.#weights = new Float64Array(this.#stride * 16);
    // In `#at`, 0 means that the weights are not computed yet, so no term begins there.
    this.#used = this.#stride;
  }

  /** Returns the same model with `binary`. */
  ofPresences(): LinearModel {
    return new LinearModel({ ...this.#parts, binary: true });
  }

  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    const classes = this.labels.length;
    if (this.#sources !== undefined) {
      const sources = this.#sourcesOf(this.#sources, x, row);
      scores.set(this.bias);
      sources.addTo(scores);
      const share = power(1 + sources.said, -this.#temper);
      for (let c = 0; c < classes; c++) scores[c] *= share;
      return;
    }
    const entries = this.#readRow(x, row);
    scores.set(this.bias);
    this.#addTerms(scores, entries);
    if (this.#temper === 0) return;
    const share = this.#shareOf(entries);
    for (let c = 0; c < classes; c++) scores[c] *= share;
  }

  /**
   * Adds the terms of the row last read by `#readRow` to the scores. Takes four terms at a time, in order: the sums stay
   * the same, and each sum is stored once per four terms.
   */
  #addTerms(scores: Float64Array, entries: number): void {
    const places = this.#places;
    const values = this.#values;
    const weights = this.#weights;
    const classes = scores.length;
    let i = 0;
    for (; i + 4 <= entries; i += 4) {
      const first = values[i];
      const second = values[i + 1];
      const third = values[i + 2];
      const fourth = values[i + 3];
      const from = places[i];
      const from2 = places[i + 1];
      const from3 = places[i + 2];
      const from4 = places[i + 3];
      for (let c = 0; c < classes; c++) {
        const sum = scores[c] + first * weights[from + c] + second * weights[from2 + c];
        scores[c] = sum + third * weights[from3 + c] + fourth * weights[from4 + c];
      }
    }
    for (; i < entries; i++) for (let c = 0; c < classes; c++) scores[c] += values[i] * weights[places[i] + c];
  }

  /** Writes the values of a row other than 0, and where the weights of their terms begin. Returns their number. */
  #readRow(x: SparseMatrix, row: number): number {
    const { ids, values, start, end } = rowView(x, row);
    const most = end - start;
    if (most > this.#places.length) {
      this.#places = new Uint32Array(2 * most);
      this.#values = new Float64Array(2 * most);
    }
    const ats = this.#at;
    const places = this.#places;
    const stored = this.#values;
    let entries = 0;
    for (let i = start; i < end; i++) {
      if (values[i] === 0) continue;
      const at = ats[ids[i]];
      places[entries] = at === 0 ? this.#prepare(ids[i]) : at;
      stored[entries++] = values[i];
    }
    return entries;
  }

  /** A linear margin is a sum over the terms, so the parts are exact. */
  marginInto(x: SparseMatrix, row: number, [label, against]: ClassPair, parts: Float64Array): number {
    const sources = this.#sources && this.#sourcesOf(this.#sources, x, row);
    const factors = sources?.factors();
    let share = 1;
    if (sources !== undefined) share = power(1 + sources.said, -this.#temper);
    else if (this.#temper !== 0) share = this.#shareOf(this.#readRow(x, row));
    for (let i = x.starts[row], part = 0; i < x.starts[row + 1]; i++, part++) {
      const weights = this.weightsOf(x.ids[i]);
      const factor = factors === undefined ? share : share * factors[this.#sourceOf(x.ids[i])];
      parts[part] = x.values[i] === 0 ? 0 : factor * x.values[i] * scoreDifference(weights[label], weights[against]);
    }
    return share * scoreDifference(this.bias[label], this.bias[against]);
  }

  /** Returns the sums of a row by source; valid until the next call. */
  #sourcesOf(sources: SourceSums, x: SparseMatrix, row: number): SourceSums {
    sources.clear();
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      if (x.values[i] === 0) continue;
      const at = this.#placeOf(x.ids[i]);
      sources.add(this.#sourceOf(x.ids[i]), x.values[i], this.#weights[at + this.labels.length], this.#weights, at);
    }
    return sources;
  }

  /** Returns the source of a term, as an index into `TERM_SOURCES`. */
  #sourceOf(term: number): number {
    return sourceOfCode(this.#parts.kinds?.(term) ?? 0);
  }

  /** Returns the factor by which temper multiplies the scores of the row last read by `#readRow`. */
  #shareOf(entries: number): number {
    /** 1 + Σ_t x(t) · says(t). The number says(t) is stored after the weights of the term. */
    let evidence = 1;
    for (let i = 0; i < entries; i++) evidence += this.#values[i] * this.#weights[this.#places[i] + this.labels.length];
    return power(evidence, -this.#temper);
  }

  /** Returns the weights of a term, one per class. A view; do not change it. */
  weightsOf(term: number): Float64Array {
    const at = this.#placeOf(term);
    return this.#weights.subarray(at, at + this.labels.length);
  }

  /** Returns where the weights of a term begin. */
  #placeOf(term: number): number {
    return this.#at[term] === 0 ? this.#prepare(term) : this.#at[term];
  }

  /** Computes the weights of a term, emphasized, and returns where they begin. */
  #prepare(term: number): number {
    const at = this.#used;
    this.#used += this.#stride;
    if (this.#used > this.#weights.length) this.#weights = grown(this.#weights, this.#weights.length * GROWTH);
    const { length: classes } = this.labels;
    this.#parts.termWeights(term, this.#weights, at);
    const says = emphasize(this.#weights, at, classes, this.#parts.emphasis ?? 0);
    if (!this.additive) this.#weights[at + classes] = says;
    this.#at[term] = at;
    return at;
  }
}
