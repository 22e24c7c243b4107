import { requireNumber, requireOneOf, requireWhole } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { ascending } from "../base/lists.js";
import { type ColumnMap, rowView, type SparseRows } from "./sparse-matrix.js";

export const TERM_SCORES = ["chi-squared", "information-gain", "mutual-information"] as const;

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
export type TermScore = (typeof TERM_SCORES)[number];

export const SELECT_BY = ["count", ...TERM_SCORES] as const;

/** The rankings of terms for `maxTerms`. */
export type SelectBy = (typeof SELECT_BY)[number];

/** The rules that select the terms of a model from those of the training documents. They apply in this order. */
export interface SelectionRules {
  /** Leaves out terms with fewer occurrences than this. Default 1. */
  readonly minCount?: number;
  /** Leaves out terms in fewer documents than this. Default 1. */
  readonly minDocuments?: number;
  /** Leaves out terms in more than this share of the documents. Above 0, at most 1; default 1. */
  readonly maxDocumentShare?: number;
  /** Leaves out this many of the most frequent terms that remain. Default 0. */
  readonly dropTop?: number;
  /** Keeps this many of the best terms that remain. Default: all. */
  readonly maxTerms?: number;
  /** How terms are ranked for `maxTerms`: by their occurrences, or by one of `TERM_SCORES`. Default `"count"`. */
  readonly selectBy?: SelectBy;
}

/** The defaults, which keep every term that occurs. */
export const NO_RULES = {
  minCount: 1,
  minDocuments: 1,
  maxDocumentShare: 1,
  dropTop: 0,
  maxTerms: Number.POSITIVE_INFINITY,
  selectBy: "count",
} as const satisfies SelectionRules;

/** Fills in the defaults. */
function withDefaults(rules: SelectionRules): Required<SelectionRules> {
  const given = Object.entries(rules).filter(([, value]) => value !== undefined);
  return { ...NO_RULES, ...Object.fromEntries(given) };
}

/** Whether the rules depend on the classes of the documents that have a term. */
export function looksAtClasses({ selectBy = "count", maxTerms = NO_RULES.maxTerms }: SelectionRules): boolean {
  return selectBy !== "count" && maxTerms !== Number.POSITIVE_INFINITY;
}

/** Whether the rules can leave out a term that occurs. */
export function canDropTerms(rules: SelectionRules): boolean {
  const { minCount, minDocuments, maxDocumentShare, dropTop, maxTerms } = withDefaults(rules);
  return minCount > 1 || minDocuments > 1 || maxDocumentShare < 1 || dropTop > 0 || maxTerms < Number.POSITIVE_INFINITY;
}

/** Checks the rules. @throws UsageError if the value of a rule is out of range. */
export function requireRules(rules: SelectionRules): void {
  const { minCount, minDocuments, maxDocumentShare, dropTop, maxTerms, selectBy } = withDefaults(rules);
  requireOneOf("selectBy", selectBy, SELECT_BY);
  if (selectBy !== "count" && maxTerms === Number.POSITIVE_INFINITY) {
    throw new UsageError(`selectBy ${selectBy} needs maxTerms: say how many terms to keep`);
  }
  requireNumber("minCount", minCount, { from: 0 });
  requireWhole("minDocuments", minDocuments, 0);
  requireWhole("dropTop", dropTop, 0);
  if (maxTerms !== Number.POSITIVE_INFINITY) requireWhole("maxTerms", maxTerms, 1);
  requireNumber("maxDocumentShare", maxDocumentShare, { above: 0, to: 1 });
}

/** The facts that the rules need: the occurrences of each term, and how many documents have it. */
export interface TermStatistics {
  readonly counts: Float64Array;
  readonly documents: Uint32Array;
  /** The number of documents. */
  readonly total: number;
  /** How many documents of each class have each term; needed only by rules that depend on classes. */
  readonly presence?: ClassPresence | undefined;
}

/** Returns the statistics of the given rows of a matrix of counts. Default: all rows. */
export function termStatistics(x: SparseRows, rows?: ArrayLike<number>): TermStatistics {
  const counts = new Float64Array(x.columns);
  const documents = new Uint32Array(x.columns);
  const total = rows?.length ?? x.rows;
  for (let r = 0; r < total; r++) {
    const { ids, values, start, end } = rowView(x, rows === undefined ? r : rows[r]);
    for (let i = start; i < end; i++) {
      if (values[i] === 0) continue;
      counts[ids[i]] += values[i];
      documents[ids[i]]++;
    }
  }
  return { counts, documents, total };
}

/**
 * Returns the numbers of the terms that the rules keep, ascending. Terms that do not occur are never kept. If ranks
 * are equal, `dropTop` drops and `maxTerms` keeps the lowest term numbers.
 *
 * @throws UsageError if the value of a rule is out of range, or rules depend on classes and the statistics lack
 * them.
 */
export function selectTerms(statistics: TermStatistics, rules: SelectionRules = {}): Uint32Array {
  const { counts, documents, total, presence } = statistics;
  const { minCount, minDocuments, maxDocumentShare, dropTop, maxTerms, selectBy } = withDefaults(rules);
  requireRules(rules);
  const kept = ascending(counts.length).filter((n) => {
    if (documents[n] === 0 || counts[n] < minCount) return false;
    return documents[n] >= minDocuments && documents[n] / total <= maxDocumentShare;
  });
  if (dropTop === 0 && maxTerms >= kept.length) return kept;
  kept.sort((a, b) => counts[b] - counts[a] || a - b);
  const rest = kept.subarray(Math.min(dropTop, kept.length));
  if (selectBy !== "count" && maxTerms < rest.length) {
    if (presence === undefined) throw new UsageError(`selectBy ${selectBy} needs documents with classes`);
    const scores = termScores(selectBy, presence);
    rest.sort((a, b) => scores[b] - scores[a] || a - b);
  }
  return rest.slice(0, Math.min(maxTerms, kept.length)).sort();
}

/** Returns the map that renumbers the kept terms 0, 1, 2 … */
export function columnMap(kept: Uint32Array, columns: number): ColumnMap {
  const to = new Int32Array(columns).fill(-1);
  for (let i = 0; i < kept.length; i++) to[kept[i]] = i;
  return { to, columns: kept.length };
}

/** How many documents of each class have each term. */
export interface ClassPresence {
  /** The number of documents of each class. */
  readonly documents: ArrayLike<number>;
  /** A row per term, a column per class. The number of documents of the class that have the term. */
  readonly terms: SparseRows;
}

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
