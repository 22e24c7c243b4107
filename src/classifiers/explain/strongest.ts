import { UsageError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { type ClassCounts, countsOfTerm } from "../bayes/class-counts.js";
import type { Model } from "../classifier.js";
import { scoreDifference } from "../scores.js";

/** The measures of the strength of a term: by its counts in the classes, or by its weight in a linear model. */
export const STRENGTHS = ["counts", "weight"] as const;
export type Strength = (typeof STRENGTHS)[number];

/** A term that speaks for a class. */
export interface StrongTerm {
  /** Term number. */
  readonly term: number;
  /** Its count in the class: occurrences, or documents in a model of presences. */
  readonly count: number;
  /** By counts, P(t | c) · ln (P(t | c) / P(t | others)); by weight, w(t, c) minus the mean of w(t, others). */
  readonly strength: number;
}

/**
 * Returns, for each class, the terms that are frequent in it and rarer elsewhere: the largest summands of the
 * Kullback-Leibler divergence of the class from the others, with add-one smoothing.
 *
 * @param presence whether counts are numbers of documents
 * @param howMany how many terms to return for each class at most, the strongest first
 */
export function strongestTerms(counts: ClassCounts, presence: boolean, howMany: number): StrongTerm[][] {
  const byCounts = countStrengths(counts, presence);
  return strongestFirst(counts, howMany, (_, inClass) =>
    byCounts(inClass).map((strength, c) => (inClass[c] > 0 ? strength : 0)),
  );
}

/** Returns the function that computes the strength of a term for each class from its counts there. */
function countStrengths(counts: ClassCounts, presence: boolean): (inClass: Float64Array) => Float64Array {
  const totals = presence ? counts.documents : counts.totals;
  const all = sumOf(totals);
  // Add-one smoothing adds 1 for each outcome: present or absent, or which of the terms a token is.
  const outcomes = presence ? 2 : counts.terms.rows;
  return (inClass) => {
    const sum = sumOf(inClass);
    return inClass.map((count, c) => {
      const inside = (count + 1) / (totals[c] + outcomes);
      const outside = (sum - count + 1) / (all - totals[c] + outcomes);
      return inside * Math.log(inside / outside);
    });
  };
}

/**
 * Returns the strength of one term for each class, in their order. It is negative where the term speaks against the
 * class.
 *
 * @param by the measure of strength
 * @throws UsageError if `by` is weight and the model is not linear.
 */
export function strengthsOfTerm(model: Model, counts: ClassCounts, by: Strength, term: number): StrongTerm[] {
  const inClass = new Float64Array(counts.labels.length);
  countsOfTerm(counts.terms, term, inClass);
  const strengths =
    by === "weight" ? weightsAbove(requireWeights(model)(term)) : countStrengths(counts, model.binary)(inClass);
  return Array.from(strengths, (strength, c) => ({ term, count: inClass[c], strength }));
}

/**
 * Returns, for each class, the terms whose weight is farthest above their mean weight for the other classes.
 *
 * @param counts of the terms of the model
 * @param howMany how many terms to return for each class at most, the strongest first
 * @throws UsageError if the model is not linear.
 */
export function heaviestTerms(model: Model, counts: ClassCounts, howMany: number): StrongTerm[][] {
  const weightsOf = requireWeights(model);
  return strongestFirst(counts, howMany, (term) => weightsAbove(weightsOf(term)));
}

/** Returns the weights of a term in a linear model. @throws UsageError if the model is not linear. */
function requireWeights(model: Model): (term: number) => Float64Array {
  const { weightsOf } = model;
  if (weightsOf === undefined) {
    throw new UsageError(
      "this model is not linear in the terms, so its terms have no weights: measure strength by counts",
    );
  }
  return (term) => weightsOf.call(model, term);
}

/** Returns each weight less the mean of the others. */
function weightsAbove(weights: Float64Array): Float64Array {
  return weights.map((weight, c) => {
    const others = weights.reduce((sum, other, o) => (o === c ? sum : sum + other), 0);
    return scoreDifference(weight, others / (weights.length - 1));
  });
}

/** Returns the strongest terms of each class, of those with a strength above 0. */
function strongestFirst(
  { labels, terms }: ClassCounts,
  howMany: number,
  strengthsOf: (term: number, inClass: Float64Array) => Float64Array,
): StrongTerm[][] {
  const best = labels.map((): StrongTerm[] => []);
  const inClass = new Float64Array(labels.length);
  for (let term = 0; term < terms.rows; term++) {
    countsOfTerm(terms, term, inClass);
    for (const [c, strength] of strengthsOf(term, inClass).entries()) {
      if (strength > 0) best[c].push({ term, count: inClass[c], strength });
    }
  }
  return best.map((own) =>
    own.sort((a, b) => scoreDifference(b.strength, a.strength) || a.term - b.term).slice(0, howMany),
  );
}
