import { UsageError } from "../errors.js";
import type { ClassCounts } from "./class-counts.js";
import { type Model, scoreDifference } from "./classifier.js";

/** What the strength of a term can be measured by. */
export const STRENGTHS = ["counts", "weight"] as const;
/** One of the measures. */
export type Strength = (typeof STRENGTHS)[number];

/** A term that speaks for a class. */
export interface StrongTerm {
  /** Term number. */
  readonly term: number;
  /** Its count in the class: occurrences, or documents in a model of presences. */
  readonly count: number;
  /**
   * By counts, P(t | c) · ln (P(t | c) / P(t | other classes)): what the term gives away of the
   * class, in nats. By weight, w(t, c) less the mean of w(t, other classes).
   */
  readonly strength: number;
}

/**
 * For each class, the terms that speak most for it: those that are both frequent in it and
 * rarer elsewhere. A term's share of the expected log odds, its summand in the
 * Kullback-Leibler divergence of the class from the others, with add-one smoothing.
 *
 * @param presence whether the counts are of documents, so that shares are of documents
 * @param howMany terms for each class, the strongest first; fewer if the class has fewer
 */
export function strongestTerms(counts: ClassCounts, presence: boolean, howMany: number): StrongTerm[][] {
  const { labels, documents, terms } = counts;
  const totals = presence ? documents : counts.totals;
  const all = totals.reduce((sum, total) => sum + total, 0);
  const outcomes = presence ? 2 : terms.rows;
  const best = labels.map((): StrongTerm[] => []);
  for (let term = 0; term < terms.rows; term++) {
    let sum = 0;
    for (let i = terms.starts[term]; i < terms.starts[term + 1]; i++) sum += terms.values[i];
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
 * For each class, the terms that the model itself holds most for it: by how much the weight
 * of a term is above its mean weight for the other classes.
 *
 * @param counts of the terms of the model
 * @param howMany terms for each class, the strongest first; fewer if fewer speak for the class
 * @throws UsageError if the model is not linear.
 */
export function heaviestTerms(model: Model, counts: ClassCounts, howMany: number): StrongTerm[][] {
  if (model.weightsOf === undefined) {
    throw new UsageError(
      "strength: required a model that is linear in the terms to go by weight, got another: use counts",
    );
  }
  const { labels, terms } = counts;
  const best = labels.map((): StrongTerm[] => []);
  const inClass = new Float64Array(labels.length);
  for (let term = 0; term < terms.rows; term++) {
    const weights = model.weightsOf(term);
    inClass.fill(0);
    for (let i = terms.starts[term]; i < terms.starts[term + 1]; i++) inClass[terms.ids[i]] = terms.values[i];
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
