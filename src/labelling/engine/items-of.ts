import { LinkedGroups } from "../../base/linked-groups.js";
import { groupedBy } from "../../base/lists.js";
import { similarPairs } from "../../features/duplicates/near-duplicates.js";
import { rowView, type SparseMatrix } from "../../features/sparse-matrix.js";

/** Half of the bands that are usual: a copy that is missed is only one more question. */
const BANDS = 8;

/**
 * Returns the item of each document. Documents are one item if they are near copies, so that at least 80 % of their
 * different terms are the same (Jaccard), or if they are in one thread; also if a chain of these connections joins them.
 *
 * @param counts a row per document, with all terms, also those that only one document has
 * @param threads the number of the thread of each document
 * @returns numbered from 0 in the order of their first documents
 */
export function itemsOf(counts: SparseMatrix, threads: Uint32Array): Uint32Array {
  const linked = new LinkedGroups(counts.rows);
  for (const rows of groupedBy(threads.keys(), (row) => threads[row]).values()) {
    for (const row of rows) linked.link(rows[0], row);
  }
  const sets = Array.from({ length: counts.rows }, (_, row) => {
    const { ids, start, end } = rowView(counts, row);
    return Float64Array.from(ids.subarray(start, end)).sort();
  });
  for (const { a, b } of similarPairs(sets, BANDS)) linked.link(a, b);
  return linked.numbers();
}
