import type { SparseRows } from "./sparse-matrix.js";

/** How many documents of each class have each term. */
export interface ClassPresence {
  /** The number of documents of each class. */
  readonly documents: ArrayLike<number>;
  /** A row per term, a column per class. The number of documents of the class that have the term. */
  readonly terms: SparseRows;
}

/**
 * Scores of a term by the classes of the documents that have it. There are N documents; N(c) of them are in class c,
 * n(t) have term t, and n(t, c) are in class c and have term t:
 *
 *     chi-squared         Σ_{t present, absent} Σ_c (n(t, c) - E)² / E with E = n(t) N(c) / N:
 *                         Pearson's statistic of the table of two rows and a column per class
 *     information-gain    Σ_{t present, absent} Σ_c P(t, c) ln (P(t, c) / (P(t) P(c))), in nats:
 *                         the expected mutual information of term and class
 *     mutual-information  max_c ln (P(t, c) / (P(t) P(c))), in nats: pointwise, so that a rare term
 *                         of one class scores highest
 *
 * Source: Yang and Pedersen 1997, section 2; Manning, Raghavan and Schütze 2008, section 13.5. scikit-learn's
 * `chi2` of presences ignores the documents without the term: it is this score times 1 - n(t) / N. Its
 * `mutual_info_classif` of presences is the information gain.
 */
export const TERM_SCORES = ["chi-squared", "information-gain", "mutual-information"] as const;
export type TermScore = (typeof TERM_SCORES)[number];

/** Returns the score of each term; 0 if no document or every document has it. */
export function termScores(score: TermScore, { documents, terms }: ClassPresence): Float64Array {
  const all = Array.from(documents).reduce((sum, n) => sum + n, 0);
  const worth = WORTH[score];
  const have = new Float64Array(documents.length);
  const scores = new Float64Array(terms.rows);
  for (let term = 0; term < terms.rows; term++) {
    have.fill(0);
    let sum = 0;
    for (let i = terms.starts[term]; i < terms.starts[term + 1]; i++) {
      have[terms.ids[i]] = terms.values[i];
      sum += terms.values[i];
    }
    if (sum > 0 && sum < all) scores[term] = worth(have, sum, documents, all);
  }
  return scores;
}

/**
 * Returns the score of a term.
 *
 * @param have how many documents of each class have the term
 * @param sum the sum of `have`
 * @param documents the number of documents of each class
 * @param all the number of all documents
 */
type Worth = (have: Float64Array, sum: number, documents: ArrayLike<number>, all: number) => number;

/** Computes each score. */
const WORTH: Readonly<Record<TermScore, Worth>> = {
  "chi-squared": (have, sum, documents, all) => {
    let chi = 0;
    for (let c = 0; c < have.length; c++) {
      if (documents[c] === 0) continue;
      const expected = (sum * documents[c]) / all;
      chi += (have[c] - expected) ** 2 / expected;
    }
    // The documents without the term add sum / (all - sum) times as much.
    return (chi * all) / (all - sum);
  },
  "information-gain": (have, sum, documents, all) => {
    let gain = 0;
    for (let c = 0; c < have.length; c++) {
      gain += information(have[c], sum, documents[c], all);
      gain += information(documents[c] - have[c], all - sum, documents[c], all);
    }
    return Math.max(0, gain);
  },
  "mutual-information": (have, sum, documents, all) => {
    let most = 0;
    for (let c = 0; c < have.length; c++) {
      if (have[c] > 0) most = Math.max(most, Math.log((have[c] * all) / (sum * documents[c])));
    }
    return most;
  },
};

/** Returns P(a, b) ln (P(a, b) / (P(a) P(b))), from counts: of both, of each, and of all documents. */
function information(both: number, a: number, b: number, all: number): number {
  return both === 0 ? 0 : (both / all) * Math.log((both * all) / (a * b));
}
