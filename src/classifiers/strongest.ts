import type { ClassCounts } from "./class-counts.js";

/** A term that speaks for a class. */
export interface StrongTerm {
  /** Term number. */
  readonly term: number;
  /** Its count in the class: occurrences, or documents in a model of presences. */
  readonly count: number;
  /** P(t | c) · ln (P(t | c) / P(t | other classes)): what the term gives away of the class, in nats. */
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
  return best.map((terms) =>
    terms
      .filter(({ strength }) => strength > 0)
      .sort((a, b) => b.strength - a.strength || a.term - b.term)
      .slice(0, howMany),
  );
}
