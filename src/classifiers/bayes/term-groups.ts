import { sumOf } from "../../base/lists.js";
import { type ClassCounts, tally } from "./class-counts.js";

/**
 * Groups the terms of each class by kind and count, ascending, with the number of terms of each group. This needs fewer
 * logarithms, and sums over the groups do not depend on the term numbers.
 *
 * @param kindOf returns the kind of a term. Terms of one kind and count are one group
 * @returns for each class, its groups: `howMany` terms of a `kind` with a `count`
 */
export function termGroups({ labels, terms }: ClassCounts, kindOf: (term: number) => number) {
  const { rows: columns, starts, ids, values } = terms;
  const ofKind = new Map<number, number>();
  const groups = labels.map(() => new Map<number, Map<number, number>>());
  for (let term = 0; term < columns; term++) {
    const kind = kindOf(term);
    tally(ofKind, kind, 1);
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      const group = groups[ids[i]].get(kind) ?? new Map<number, number>();
      groups[ids[i]].set(kind, tally(group, values[i], 1));
    }
  }
  return groups.map((group) =>
    [...ofKind]
      .flatMap(([kind, size]) => {
        const counts = group.get(kind) ?? new Map<number, number>();
        // All other terms of the kind have the count 0 in this class.
        tally(counts, 0, size - sumOf([...counts.values()]));
        return [...counts].map(([count, howMany]) => ({ kind, count, howMany }));
      })
      .sort((a, b) => a.kind - b.kind || a.count - b.count),
  );
}

/** The groups of a class. */
export type TermGroups = ReturnType<typeof termGroups>[number];
