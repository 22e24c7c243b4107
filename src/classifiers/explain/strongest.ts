import { UsageError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { type ClassCounts, countsOfTerm } from "../bayes/class-counts.js";
import { type Model, scoreDifference } from "../classifier.js";

/** The measures of the strength of a term. */
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
  const { labels, documents, terms } = counts;
  const totals = presence ? documents : counts.totals;
  const all = sumOf(totals);
  const outcomes = presence ? 2 : terms.rows;
  const best = labels.map((): StrongTerm[] => []);
  for (let term = 0; term < terms.rows; term++) {
    const sum = sumOf(terms.values, terms.starts[term], terms.starts[term + 1]);
    for (let i = terms.starts[term]; i < terms.starts[term + 1]; i++) {
      const c = terms.ids[i];
      const count = terms.values[i];
      const inside = (count + 1) / (totals[c] + outcomes);
      const outside = (sum - count + 1) / (all - totals[c] + outcomes);
      best[c].push({ term, count, strength: inside * Math.log(inside / outside) });
    }
  }
  return best.map((terms) => strongestFirst(terms, howMany));
}

/**
 * Returns, for each class, the terms whose weight is farthest above their mean weight for the other classes.
 *
 * @param counts of the terms of the model
 * @param howMany how many terms to return for each class at most, the strongest first
 * @throws UsageError if the model is not linear.
 */
export function heaviestTerms(model: Model, counts: ClassCounts, howMany: number): StrongTerm[][] {
  if (model.weightsOf === undefined) {
    throw new UsageError(
      "this model is not linear in the terms, so its terms have no weights: measure strength by counts",
    );
  }
  const { labels, terms } = counts;
  const best = labels.map((): StrongTerm[] => []);
  const inClass = new Float64Array(labels.length);
  for (let term = 0; term < terms.rows; term++) {
    const weights = model.weightsOf(term);
    countsOfTerm(terms, term, inClass);
    for (const [c, weight] of weights.entries()) {
      const others = weights.reduce((sum, other, o) => (o === c ? sum : sum + other), 0);
      const strength = scoreDifference(weight, others / (labels.length - 1));
      best[c].push({ term, count: inClass[c], strength });
    }
  }
  return best.map((terms) => strongestFirst(terms, howMany));
}

function strongestFirst(terms: readonly StrongTerm[], howMany: number): StrongTerm[] {
  return terms
    .filter(({ strength }) => strength > 0)
    .sort((a, b) => scoreDifference(b.strength, a.strength) || a.term - b.term)
    .slice(0, howMany);
}
