import { requireNumber, requireOneOf, requireWhole } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { ascending } from "../base/lists.js";
import { type ColumnMap, rowView, type SparseRows } from "./sparse-matrix.js";
import { type ClassPresence, TERM_SCORES, termScores } from "./term-scores.js";

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

/** The rankings of terms for `maxTerms`. */
export const SELECT_BY = ["count", ...TERM_SCORES] as const;
export type SelectBy = (typeof SELECT_BY)[number];

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
 * Returns the numbers of the terms that the rules keep, ascending. Terms that do not occur are never kept. Of terms
 * with equal rank, `dropTop` drops and `maxTerms` keeps the lowest numbers first.
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
    if (presence === undefined) {
      throw new UsageError(`selectBy ${selectBy} needs documents with classes`);
    }
    const scores = termScores(selectBy, presence);
    rest.sort((a, b) => scores[b] - scores[a] || a - b);
  }
  return rest.slice(0, Math.min(maxTerms, kept.length)).sort();
}

/** Returns the map that renumbers the kept terms 0, 1, 2 … */
export function columnMap(kept: Uint32Array, columns: number): ColumnMap {
  const to = new Int32Array(columns).fill(-1);
  kept.forEach((n, i) => {
    to[n] = i;
  });
  return { to, columns: kept.length };
}
