import type { SourceWeights } from "./emphasis.js";

/** Source weights apply only to two classes: see `EmphasisOptions`. */
const CLASSES = 2;

/**
 * Sums over the terms of a document, by the source of the terms (`TERM_SOURCES`). With S(s) = Σ x(t) · says(t) over the
 * terms of source s, S = Σ S(s), and a weight v(s), the terms of a source are multiplied by
 *
 *     f(s) = v(s) / (1 + S(s)) · S / Σ_r (v(r) · S(r) / (1 + S(r)))
 *
 * so that Σ f(s) · S(s) = S. All terms together count as before, but each source counts by its weight and not by its
 * number of terms. A document with one source keeps its score.
 */
export class SourceSums {
  readonly #sourceWeights: SourceWeights;
  readonly #said: Float64Array;
  /** A row per source, a column per class. */
  readonly #sums: Float64Array;

  private constructor(sourceWeights: SourceWeights) {
    this.#sourceWeights = sourceWeights;
    this.#said = new Float64Array(sourceWeights.length);
    this.#sums = new Float64Array(sourceWeights.length * CLASSES);
  }

  /** Returns undefined if terms of all sources count alike. */
  static of(sourceWeights: SourceWeights | undefined, classes: number): SourceSums | undefined {
    return sourceWeights === undefined || classes !== CLASSES ? undefined : new SourceSums(sourceWeights);
  }

  clear(): void {
    this.#said.fill(0);
    this.#sums.fill(0);
  }

  /** Adds a term with the weights `[at, at + classes)`. */
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
    // No term tells the classes apart, so all sums are 0.
    return shared === 0 ? shares.fill(1) : shares.map((share) => share * (this.said / shared));
  }

  /** Adds the sums of all sources, each multiplied by its factor. */
  addTo(scores: Float64Array): void {
    for (const [source, factor] of this.factors().entries()) {
      for (let c = 0; c < CLASSES; c++) scores[c] += factor * this.#sums[source * CLASSES + c];
    }
  }
}
