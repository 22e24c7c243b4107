import { sumOf } from "../../base/lists.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { LinearModel, type LinearModelParts } from "../linear-model.js";
import { type ClassCounts, countsOfTerm } from "./class-counts.js";
import { logPrior, type Prior } from "./prior.js";
import type { Smoothing } from "./smoothing.js";
import { termGroups } from "./term-groups.js";

/** Makes a Bernoulli model of counts, with the formula of `bernoulli`. */
export function bernoulliModel(counts: ClassCounts, smoothing: Smoothing, prior: Prior): LinearModel {
  const { labels, documents, terms } = counts;
  smoothing.requireShape(terms.rows, labels.length);
  const presence = new Presence(counts, smoothing);
  const bias = logPrior(prior, documents);
  const certain = addAbsences(bias, counts, presence);
  const inClass = new Float64Array(labels.length);
  const parts: LinearModelParts = {
    labels,
    bias,
    columns: terms.rows,
    binary: true,
    termWeights(term, into, at) {
      const kind = presence.kindOf(term);
      countsOfTerm(terms, term, inClass);
      for (let c = 0; c < inClass.length; c++) into[at + c] = presence.weight(kind, c, inClass[c]);
    },
  };
  if (!certain.some((howMany) => howMany > 0)) return new LinearModel(parts);
  return new ModelWithCertainTerms(parts, (x, row) => {
    const missing = certain.slice();
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      if (x.values[i] === 0) continue;
      const kind = presence.kindOf(x.ids[i]);
      countsOfTerm(terms, x.ids[i], inClass);
      for (let c = 0; c < inClass.length; c++) if (presence.isCertain(kind, c, inClass[c])) missing[c]--;
    }
    return missing;
  });
}

/**
 * Adds log (1 - p) of all terms to the score of each class.
 *
 * @returns how many terms of each class are certain (p = 1); they add nothing
 */
function addAbsences(scores: Float64Array, counts: ClassCounts, presence: Presence): Float64Array {
  const certain = new Float64Array(scores.length);
  const groups = termGroups(counts, (term) => presence.kindOf(term));
  for (const [c, ofClass] of groups.entries()) {
    for (const { kind, count, howMany } of ofClass) {
      if (presence.isCertain(kind, c, count)) certain[c] += howMany;
      else if (presence.isPossible(kind, c, count)) scores[c] += howMany * presence.logAbsence(kind, c, count);
    }
  }
  return certain;
}

/**
 * p(t, c) of a term that `count` documents of class c have, and what follows from it. Terms of one kind have the same
 * smoothing.
 */
class Presence {
  readonly #counts: ClassCounts;
  readonly #smoothing: Smoothing;
  /** The number of all documents. */
  readonly #all: number;

  constructor(counts: ClassCounts, smoothing: Smoothing) {
    this.#counts = counts;
    this.#smoothing = smoothing;
    this.#all = sumOf(counts.documents);
  }

  /** Returns the kind of a term. For smoothing by frequency, it is the number of documents that have the term. */
  kindOf(term: number): number {
    const { starts, values } = this.#counts.terms;
    if (this.#smoothing.byTerm) return term;
    return this.#smoothing.byFrequency ? sumOf(values, starts[term], starts[term + 1]) : 0;
  }

  /** Whether the term counts: an m-estimate by frequency ignores terms that no document has, or every document. */
  #isInformative(kind: number): boolean {
    return !this.#smoothing.byFrequency || (kind > 0 && kind < this.#all);
  }

  /** Whether the term counts, and p is above 0. */
  isPossible(kind: number, c: number, count: number): boolean {
    return this.#isInformative(kind) && this.#present(kind, c, count) > 0;
  }

  /** Whether the term counts, and p is 1, so that its absence is impossible. */
  isCertain(kind: number, c: number, count: number): boolean {
    return this.isPossible(kind, c, count) && this.#absent(kind, c, count) === 0;
  }

  /** Returns log (1 - p). */
  logAbsence(kind: number, c: number, count: number): number {
    const total = this.#counts.documents[c] + this.#smoothing.addedToAll(kind, c, 2);
    return Math.log(this.#absent(kind, c, count)) - Math.log(total);
  }

  /** Returns log p - log (1 - p); 0 for a term that does not count or is certain. */
  weight(kind: number, c: number, count: number): number {
    if (!this.#isInformative(kind)) return 0;
    const present = this.#present(kind, c, count);
    if (present === 0) return Number.NEGATIVE_INFINITY;
    const absent = this.#absent(kind, c, count);
    return absent === 0 ? 0 : Math.log(present) - Math.log(absent);
  }

  /** Returns the numerator of p. */
  #present(kind: number, c: number, count: number): number {
    return count + this.#smoothing.added(kind, c, 2, kind / this.#all);
  }

  /** Returns the numerator of 1 - p. Its denominator is that of p. */
  #absent(kind: number, c: number, count: number): number {
    const added = this.#smoothing.added(kind, c, 2, (this.#all - kind) / this.#all);
    return Math.max(0, this.#counts.documents[c] - count) + added;
  }
}

/**
 * A model with certain terms (p = 1), which exist only without smoothing. A certain term that is present adds
 * log 1 = 0, as its weight says. A certain term that is absent adds log 0 = -∞, so scoring counts the certain terms
 * of a class that the document lacks.
 */
class ModelWithCertainTerms extends LinearModel {
  /** Removing a certain term from a document gives -∞, which its weight does not show. */
  override readonly additive = false;
  readonly #missing: (x: SparseMatrix, row: number) => Float64Array;

  /** @param missing returns how many certain terms of each class a row lacks */
  constructor(parts: LinearModelParts, missing: (x: SparseMatrix, row: number) => Float64Array) {
    super(parts);
    this.#missing = missing;
  }

  override scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    super.scoreInto(x, row, scores);
    for (const [c, missing] of this.#missing(x, row).entries()) if (missing > 0) scores[c] = Number.NEGATIVE_INFINITY;
  }
}
