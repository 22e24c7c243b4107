/**
 * Scores each training document by the counts of all others, without a model for each: the interface of such a function,
 * and the steps that methods share.
 */

import type { SparseMatrix, SparseRows } from "../../features/sparse-matrix.js";
import { type ClassCounts, countsOfTerm } from "./class-counts.js";

/**
 * Writes the scores that a model of all other documents gives a row. A term that no other document has is not part of
 * that model.
 *
 * @param own the class of the row
 * @param scores one per class
 * @returns the number of terms of that model
 */
export type LeaveOneOut = (x: SparseMatrix, row: number, own: number, scores: Float64Array) => number;

/**
 * Returns the counts of all documents but one.
 *
 * @param counts of all documents
 * @param own the class of the document
 * @returns the documents and the tokens (`totals`) of each class, and the number of terms of all others (`known`)
 */
export function leftOut(
  { documents, totals, terms }: ClassCounts,
  x: SparseMatrix,
  row: number,
  own: number,
): { readonly documents: Float64Array; readonly totals: Float64Array; readonly known: number } {
  let length = 0;
  let known = terms.rows;
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
    length += x.values[i];
    if (isOnlyHere(terms, x.ids[i], own, x.values[i])) known--;
  }
  return {
    documents: documents.map((n, c) => (c === own ? n - 1 : n)),
    totals: totals.map((total, c) => (c === own ? total - length : total)),
    known,
  };
}

/**
 * Calls `each` for every term that the document shares with another one, with the counts of the classes without
 * the document.
 *
 * @param terms the counts of all documents
 * @param own the class of the document
 * @param counts scratch, one number per class; `each` gets it with those counts
 */
export function eachSharedTerm(
  terms: SparseRows,
  x: SparseMatrix,
  row: number,
  own: number,
  counts: Float64Array,
  each: (term: number, value: number, counts: Float64Array) => void,
): void {
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
    const value = x.values[i];
    const term = x.ids[i];
    if (value === 0 || isOnlyHere(terms, term, own, value)) continue;
    countsOfTerm(terms, term, counts);
    counts[own] -= value;
    each(term, value, counts);
  }
}

/** Whether a document of class `own` that has a term `value` times is the only one that has it. */
export function isOnlyHere({ starts, ids, values }: SparseRows, term: number, own: number, value: number): boolean {
  return starts[term + 1] === starts[term] + 1 && ids[starts[term]] === own && values[starts[term]] === value;
}
