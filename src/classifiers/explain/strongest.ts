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
  const { labels, terms } = counts;
  const strengthOf = countStrength(counts, presence);
  const best = labels.map((): StrongTerm[] => []);
  for (let term = 0; term < terms.rows; term++) {
    const sum = sumOf(terms.values, terms.starts[term], terms.starts[term + 1]);
    for (let i = terms.starts[term]; i < terms.starts[term + 1]; i++) {
      const [c, count] = [terms.ids[i], terms.values[i]];
      best[c].push({ term, count, strength: strengthOf(c, count, sum) });
    }
  }
  return best.map((terms) => strongestFirst(terms, howMany));
}

/** Returns the function that computes the strength of a term for class `c` from its count there and in all classes. */
function countStrength(counts: ClassCounts, presence: boolean): (c: number, count: number, sum: number) => number {
  const totals = presence ? counts.documents : counts.totals;
  const all = sumOf(totals);
  // Add-one smoothing adds 1 for each outcome: present or absent, or which of the terms a token is.
  const outcomes = presence ? 2 : counts.terms.rows;
  return (c, count, sum) => {
    const inside = (count + 1) / (totals[c] + outcomes);
    const outside = (sum - count + 1) / (all - totals[c] + outcomes);
    return inside * Math.log(inside / outside);
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
  if (by === "weight") {
    const weights = weightsAbove(requireWeights(model)(term));
    return weights.map((strength, c) => ({ term, count: inClass[c], strength }));
  }
  const strengthOf = countStrength(counts, model.binary);
  const sum = sumOf(inClass);
  return Array.from(inClass, (count, c) => ({ term, count, strength: strengthOf(c, count, sum) }));
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
  const { labels, terms } = counts;
  const best = labels.map((): StrongTerm[] => []);
  const inClass = new Float64Array(labels.length);
  for (let term = 0; term < terms.rows; term++) {
    countsOfTerm(terms, term, inClass);
    for (const [c, strength] of weightsAbove(weightsOf(term)).entries()) {
      best[c].push({ term, count: inClass[c], strength });
    }
  }
  return best.map((terms) => strongestFirst(terms, howMany));
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
function weightsAbove(weights: Float64Array): number[] {
  return Array.from(weights, (weight, c) => {
    const others = weights.reduce((sum, other, o) => (o === c ? sum : sum + other), 0);
    return scoreDifference(weight, others / (weights.length - 1));
  });
}

/** Returns the strongest terms of a class, of those that speak for it. */
function strongestFirst(terms: readonly StrongTerm[], howMany: number): StrongTerm[] {
  return terms
    .filter(({ strength }) => strength > 0)
    .sort((a, b) => scoreDifference(b.strength, a.strength) || a.term - b.term)
    .slice(0, howMany);
}
