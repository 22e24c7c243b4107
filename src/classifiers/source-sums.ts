import type { SourceWeights } from "./emphasis.js";

/** Source weights apply only to two classes: see `EmphasisOptions`. */
const CLASSES = 2;

/**
 * Balances the sources of the terms of a document (texts, header fields, and other facts), so that each source counts
 * by its weight and not by its number of terms. All terms together count as before, and a document with one source keeps
 * its score.
 *
 * x(t) is how often the document has term t. says(t), from 0 to 1, is how well the term tells the classes apart. With
 * S(s) = Σ x(t) · says(t) over the terms of source s, S = Σ S(s), and the weight v(s) of the source, the part of a
 * score that comes from the terms of s is multiplied by
 *
 *     f(s) = v(s) / (1 + S(s)) · S / Σ_r (v(r) · S(r) / (1 + S(r)))
 *
 * so that Σ f(s) · S(s) = S. Call `clear`, then `add` for each term of the document, then read the results.
 */
export class SourceSums {
  /** v of each source. */
  readonly #sourceWeights: SourceWeights;
  /** S of each source. */
  readonly #said: Float64Array;
  /** The scores from the terms of each source: a row per source, a column per class. */
  readonly #sums: Float64Array;

  private constructor(sourceWeights: SourceWeights) {
    this.#sourceWeights = sourceWeights;
    this.#said = new Float64Array(sourceWeights.length);
    this.#sums = new Float64Array(sourceWeights.length * CLASSES);
  }

  /** Makes the sums; returns undefined if terms of all sources count alike. */
  static of(sourceWeights: SourceWeights | undefined, classes: number): SourceSums | undefined {
    return sourceWeights === undefined || classes !== CLASSES ? undefined : new SourceSums(sourceWeights);
  }

  /** Begins another document. */
  clear(): void {
    this.#said.fill(0);
    this.#sums.fill(0);
  }

  /**
   * Adds a term.
   *
   * @param source an index into `TERM_SOURCES`
   * @param value x(t)
   * @param says says(t)
   * @param weights the array with the weight of the term for each class, from `at` on
   */
  add(source: number, value: number, says: number, weights: Float64Array, at: number): void {
    this.#said[source] += value * says;
    for (let c = 0; c < CLASSES; c++) this.#sums[source * CLASSES + c] += value * weights[at + c];
  }

  /** Returns S. */
  get said(): number {
    return this.#said.reduce((sum, said) => sum + said, 0);
  }

  /** Returns f of each source. */
  factors(): Float64Array {
    const shares = this.#said.map((said, source) => this.#sourceWeights[source] / (1 + said));
    const shared = shares.reduce((sum, share, source) => sum + share * this.#said[source], 0);
    // If it is 0, no term tells the classes apart, and all sums are 0.
    return shared === 0 ? shares.fill(1) : shares.map((share) => share * (this.said / shared));
  }

  /** Adds the sums of all sources, each multiplied by its factor, to the scores: one per class. */
  addTo(scores: Float64Array): void {
    for (const [source, factor] of this.factors().entries()) {
      for (let c = 0; c < CLASSES; c++) scores[c] += factor * this.#sums[source * CLASSES + c];
    }
  }
}
