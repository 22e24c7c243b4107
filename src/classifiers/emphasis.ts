import { requireNumber, shown } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { TERM_SOURCES } from "../features/term-kinds.js";
import type { MethodOption } from "./method.js";

/** How the terms of a document are weighted against each other, and against their number. */
export interface EmphasisOptions {
  /**
   * How much to favour terms that tell the classes apart, 0 (not at all) to 100. log P(t | c) is multiplied by
   *
   *     says(t) = ((P_max - P_min) / (P_max + P_min)) ^ emphasis
   *
   * with the highest and the lowest P(t | c) of the term. Default 0. The idea is the confidence factor of
   * Assis, Yerazunis, Siefkes and Chhabra 2006 (Exponential Differential Document Count). Theirs pulls the
   * probability towards one half; this one shortens the logarithm, for any number of classes.
   */
  readonly emphasis?: number;
  /**
   * How much to discount the evidence of many terms as repetition, 0 (not at all) to 2. Scores, with the prior, are
   * divided by (1 + Σ x(t) · says(t)) ^ temper. With 1, all terms of a document together count as one piece of
   * evidence. Default 0. Our own heuristic; its effect is measured in `mail/README.md`. With more than two classes,
   * probabilities become far too low, so they are calibrated by default.
   */
  readonly temper?: number;
  /**
   * The weight of each source of terms, whatever its number of terms. The sources are texts, header fields, and other
   * facts about a message (route, links, attachments). Only their ratios matter; each is above 0, at most 100. Default:
   * terms of all sources count alike. With more than two classes this option has no effect, because header fields would
   * count too much. `SourceSums` has the formula. Our own heuristic; its effect is measured in `mail/README.md`.
   */
  readonly sourceWeights?: SourceWeights | undefined;
}

/** The weight of each of `TERM_SOURCES`, in their order. */
export type SourceWeights = readonly [texts: number, header: number, made: number];

/** Upper bound. With larger values, only terms of a single class would count. */
export const MAX_EMPHASIS = 100;
/** Upper bound. With 1, all terms together already count as one piece of evidence. */
export const MAX_TEMPER = 2;
const MAX_SOURCE_WEIGHT = 100;

/** These options, for a method that has them. */
export const EMPHASIS = {
  emphasis: {
    does: "extra weight of terms that tell the classes apart (default: 0)",
    takes: { from: 0, to: MAX_EMPHASIS },
  },
  temper: {
    does: "make documents with many terms less certain, from 0 to 2 (default: 0)",
    takes: { from: 0, to: MAX_TEMPER },
  },
  sourceWeights: {
    does: "weights of texts, header fields and all else in mail, such as 2,1,1 (default: the same weight)",
    takes: "numbers",
  },
} as const satisfies Record<keyof EmphasisOptions, MethodOption>;

/** Checks the weights of sources. @throws UsageError, which begins with `where`, if one is out of range */
export function requireSourceWeights(where: string, sourceWeights: SourceWeights | undefined): void {
  if (sourceWeights === undefined) return;
  if (!Array.isArray(sourceWeights) || sourceWeights.length !== TERM_SOURCES.length) {
    throw new UsageError(
      `${where}: sourceWeights must be ${TERM_SOURCES.length} numbers, for ${TERM_SOURCES.join(", ")}, not ${shown(sourceWeights)}`,
    );
  }
  for (const weight of sourceWeights) {
    requireNumber(`${where}: sourceWeights`, weight, { above: 0, to: MAX_SOURCE_WEIGHT });
  }
}

/**
 * Multiplies the weights log P(t | c) of one term, `[at, at + classes)`, by says(t), and returns says(t). In
 * logarithms, (a - b) / (a + b) = tanh((ln a - ln b) / 2).
 */
export function emphasize(weights: Float64Array, at: number, classes: number, emphasis: number): number {
  if (emphasis === 0) return 1;
  let high = weights[at];
  let low = high;
  for (let c = at + 1; c < at + classes; c++) {
    if (weights[c] > high) high = weights[c];
    else if (weights[c] < low) low = weights[c];
  }
  // A term that is impossible in a class has low = -∞, so that says = 1.
  const says = high === low ? 0 : power(Math.tanh((high - low) / 2), emphasis);
  for (let c = at; c < at + classes; c++) weights[c] = says === 0 ? 0 : weights[c] * says;
  return says;
}

/**
 * Returns x to the power y, for x above 0, as e^(y ln x). Versions of V8 round `x ** y` differently, but not `exp` and
 * `log`, so models do not depend on the version of Node.js.
 */
export function power(x: number, y: number): number {
  return Math.exp(y * Math.log(x));
}

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
