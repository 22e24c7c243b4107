import { UsageError } from "../errors.js";
import type { ColumnMap, SparseMatrix } from "./sparse-matrix.js";
import { type ClassPresence, TERM_SCORES, termScores } from "./term-scores.js";

/** Which terms of the training documents the model knows. The rules apply in the order of this list. */
export interface SelectionRules {
  /** Terms with fewer occurrences in the training documents are left out. Default 1. */
  readonly minCount?: number;
  /** Terms in fewer training documents are left out. Default 1. */
  readonly minDocuments?: number;
  /** Terms in more than this share of the training documents are left out. 0 < share ≤ 1, default 1. */
  readonly maxDocumentShare?: number;
  /** The most frequent of the remaining terms are left out, this many. Default 0. */
  readonly dropTop?: number;
  /** Of the rest, the best are kept, this many. Default: all. */
  readonly maxTerms?: number;
  /** What makes a term one of the best: how often it occurs, or one of `TERM_SCORES`. Default `"count"`. */
  readonly selectBy?: SelectBy;
}

/** By what `maxTerms` keeps terms. */
export const SELECT_BY = ["count", ...TERM_SCORES] as const;
export type SelectBy = (typeof SELECT_BY)[number];

/** Whether the rules look at the classes of the documents that have a term. */
export function looksAtClasses({ selectBy = "count", maxTerms = Number.POSITIVE_INFINITY }: SelectionRules): boolean {
  return selectBy !== "count" && maxTerms !== Number.POSITIVE_INFINITY;
}

/** Whether the rules can leave out a term that occurs. */
export function restricts({ minCount = 1, minDocuments = 1, maxDocumentShare = 1, ...rules }: SelectionRules): boolean {
  const { dropTop = 0, maxTerms = Number.POSITIVE_INFINITY } = rules;
  return (
    minCount > 1 || minDocuments > 1 || maxDocumentShare < 1 || dropTop > 0 || maxTerms !== Number.POSITIVE_INFINITY
  );
}

/** @throws UsageError if a rule's value is out of range. */
export function requireRules(rules: SelectionRules): void {
  const { minCount = 1, minDocuments = 1, maxDocumentShare = 1, dropTop = 0, maxTerms, selectBy = "count" } = rules;
  if (!SELECT_BY.includes(selectBy)) {
    throw new UsageError(`selectBy: required one of ${SELECT_BY.join(", ")}, got ${JSON.stringify(selectBy)}`);
  }
  if (selectBy !== "count" && (maxTerms === undefined || maxTerms === Number.POSITIVE_INFINITY)) {
    throw new UsageError(`selectBy: required maxTerms beside ${selectBy}, got none: say how many terms to keep`);
  }
  atLeast("minCount", minCount, 0);
  whole("minDocuments", minDocuments, 0);
  whole("dropTop", dropTop, 0);
  if (maxTerms !== undefined && maxTerms !== Number.POSITIVE_INFINITY) whole("maxTerms", maxTerms, 1);
  if (!(maxDocumentShare > 0 && maxDocumentShare <= 1)) {
    throw new UsageError(`maxDocumentShare: required a number above 0, up to 1, got ${maxDocumentShare}`);
  }
}

/** How often each term occurs, and in how many documents: what the rules look at. */
export interface TermStatistics {
  readonly counts: Float64Array;
  readonly documents: Uint32Array;
  /** How many documents there are. */
  readonly total: number;
  /** In how many documents of each class; only needed by rules that look at classes. */
  readonly presence?: ClassPresence | undefined;
}

/** The statistics of the given rows (left out: all) of a matrix of counts. */
export function termStatistics(x: SparseMatrix, rows?: ArrayLike<number>): TermStatistics {
  const counts = new Float64Array(x.columns);
  const documents = new Uint32Array(x.columns);
  const total = rows?.length ?? x.rows;
  for (let r = 0; r < total; r++) {
    const row = rows === undefined ? r : rows[r];
    const end = x.starts[row + 1];
    for (let i = x.starts[row]; i < end; i++) {
      if (x.values[i] === 0) continue;
      counts[x.ids[i]] += x.values[i];
      documents[x.ids[i]]++;
    }
  }
  return { counts, documents, total };
}

/**
 * The terms that the rules keep, as ascending term numbers. Terms that do not occur are
 * never kept. Among equals, `dropTop` drops and `maxTerms` keeps those with the lower
 * number first.
 *
 * @throws UsageError if a rule's value is out of range, or rules look at classes of which the statistics say nothing.
 */
export function selectTerms(statistics: TermStatistics, rules: SelectionRules = {}): Uint32Array {
  const { counts, documents, total, presence } = statistics;
  const {
    minCount = 1,
    minDocuments = 1,
    maxDocumentShare = 1,
    dropTop = 0,
    maxTerms = Number.POSITIVE_INFINITY,
    selectBy = "count",
  } = rules;
  requireRules(rules);

  let kept = new Uint32Array(counts.length);
  let size = 0;
  for (let n = 0; n < counts.length; n++) {
    if (documents[n] === 0 || counts[n] < minCount) continue;
    if (documents[n] < minDocuments || documents[n] / total > maxDocumentShare) continue;
    kept[size++] = n;
  }
  kept = kept.slice(0, size);
  if (dropTop === 0 && maxTerms >= size) return kept;
  kept.sort((a, b) => counts[b] - counts[a] || a - b);
  const rest = kept.subarray(Math.min(dropTop, size));
  if (selectBy !== "count" && maxTerms < rest.length) {
    if (presence === undefined) {
      throw new UsageError(`selectBy: required documents with classes for ${selectBy}, got none`);
    }
    const scores = termScores(selectBy, presence);
    rest.sort((a, b) => scores[b] - scores[a] || a - b);
  }
  return rest.slice(0, Math.min(maxTerms, size)).sort();
}

/** The map that renumbers the kept terms 0, 1, 2 … */
export function columnMap(kept: Uint32Array, columns: number): ColumnMap {
  const to = new Int32Array(columns).fill(-1);
  kept.forEach((n, i) => {
    to[n] = i;
  });
  return { to, columns: kept.length };
}

function atLeast(name: string, value: number, least: number): void {
  if (!(Number.isFinite(value) && value >= least)) {
    throw new UsageError(`${name}: required a number of at least ${least}, got ${value}`);
  }
}

function whole(name: string, value: number, least: number): void {
  if (!(Number.isInteger(value) && value >= least)) {
    throw new UsageError(`${name}: required a whole number of at least ${least}, got ${value}`);
  }
}
