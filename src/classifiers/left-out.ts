import type { SparseMatrix, SparseRows } from "../features/sparse-matrix.js";
import { isOnlyHere } from "./class-counts.js";

/**
 * What goes with a document that is left out of counts of occurrences.
 *
 * @param terms how often each class has each term, the document among them
 * @param own the class of the document
 * @returns its length in tokens, and how many terms are left: those that no other document has are none
 */
export function leftOut(
  terms: SparseRows,
  x: SparseMatrix,
  row: number,
  own: number,
): { readonly length: number; readonly known: number } {
  let length = 0;
  let known = terms.rows;
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
    length += x.values[i];
    if (isOnlyHere(terms, x.ids[i], own, x.values[i])) known--;
  }
  return { length, known };
}

/**
 * Calls `each` for every term that the document shares with another, with how often the
 * classes have it without the document.
 *
 * @param counts room for one number a class: what `each` is given, scratch
 */
export function eachSharedTerm(
  terms: SparseRows,
  x: SparseMatrix,
  row: number,
  own: number,
  counts: Float64Array,
  each: (term: number, value: number, counts: Float64Array) => void,
): void {
  const { starts, ids, values } = terms;
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
    const value = x.values[i];
    const term = x.ids[i];
    if (value === 0 || isOnlyHere(terms, term, own, value)) continue;
    counts.fill(0);
    for (let j = starts[term]; j < starts[term + 1]; j++) counts[ids[j]] = values[j];
    counts[own] -= value;
    each(term, value, counts);
  }
}
