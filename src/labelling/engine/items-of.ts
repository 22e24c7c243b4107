import { groupedBy, LinkedGroups } from "../../base/lists.js";
import type { NeighbourGraph } from "../../classifiers/unlabelled/neighbour-graph.js";
import { similarPairs } from "../../features/duplicates/near-duplicates.js";
import { rowCopy, rowView, type SparseMatrix } from "../../features/sparse-matrix.js";

/** Half the usual number of bands. A missed copy only costs one more question. */
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
    return Float64Array.from(rowCopy(rowView(counts, row)).ids).sort();
  });
  for (const { a, b } of similarPairs(sets, BANDS)) linked.link(a, b);
  return linked.numbers();
}

/** The least square of the cosine of two items that look the same. */
const MIN_SQUARE = 0.4;

/** Maximum number of items filed in one step: nobody would look at more. */
const MAX_ALIKE = 200;

/**
 * Returns the items that look like one: a chain of very similar neighbours joins them, and all are wanted.
 *
 * @param isWanted whether an item is without an answer and has the same proposal
 */
export function alikeItems(graph: NeighbourGraph, item: number, isWanted: (item: number) => boolean): number[] {
  const found = new Set([item]);
  for (const next of found) {
    graph.grow([next]);
    const { ids, values } = graph.neighbours[next];
    for (let i = 0; i < ids.length && values[i] >= MIN_SQUARE && found.size <= MAX_ALIKE; i++) {
      if (isWanted(ids[i])) found.add(ids[i]);
    }
  }
  found.delete(item);
  return [...found];
}
