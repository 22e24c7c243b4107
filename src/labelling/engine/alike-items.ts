import type { NeighbourGraph } from "../../classifiers/unlabelled/neighbour-graph.js";

/** The least square of the cosine of two items that look the same. */
const LEAST = 0.4;

/** More are not filed in one step: nobody would look at them. */
const MOST = 200;

/**
 * Returns the items that look like one: a chain of very similar neighbours joins them, and all are wanted.
 *
 * @param isWanted whether an item is without an answer and has the same proposal
 */
export function alikeItems(graph: NeighbourGraph, item: number, isWanted: (item: number) => boolean): number[] {
  const found = new Set([item]);
  for (const next of found) {
    graph.grow([next]);
    const { ids, values } = graph.neighbours(next);
    for (let i = 0; i < ids.length && values[i] >= LEAST && found.size <= MOST; i++) {
      if (isWanted(ids[i])) found.add(ids[i]);
    }
  }
  found.delete(item);
  return [...found];
}
