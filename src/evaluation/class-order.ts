import type { Confusion } from "./metrics.js";

/** Classes that stand together, and how they are confused with those outside. */
interface Cluster {
  /** Class indices in their order. */
  readonly classes: readonly number[];
  /** Sum of the affinities to every class: by class index. */
  readonly affinity: Float64Array;
}

/**
 * An order of the classes in which those that are confused stand together: of all pairs of
 * clusters the one with the highest mean affinity is joined, again and again (average
 * linkage, Sokal and Michener 1958), turned so that the ends that meet are the most alike
 * of the four. The affinity of two classes is the mean of the shares of each that are
 * taken for the other. What is never confused stays in the order of the numbering, as do ties.
 *
 * @param confusion `confusion[actual][predicted]`
 * @returns every class index once
 */
export function classOrder(confusion: Confusion): number[] {
  const affinities = affinitiesOf(confusion);
  let clusters: Cluster[] = affinities.map((affinity, c) => ({ classes: [c], affinity }));
  for (let pair = closest(clusters); pair !== undefined; pair = closest(clusters)) {
    const [first, second] = pair;
    const joined: Cluster = {
      classes: joinedEnds(first.classes, second.classes, affinities),
      affinity: first.affinity.map((sum, c) => sum + second.affinity[c]),
    };
    clusters = clusters
      .filter((cluster) => cluster !== second)
      .map((cluster) => (cluster === first ? joined : cluster));
  }
  return clusters.flatMap(({ classes }) =>
    classes[0] <= classes[classes.length - 1] ? classes : classes.toReversed(),
  );
}

/** Symmetric, 0 on the diagonal. */
function affinitiesOf(confusion: Confusion): Float64Array[] {
  const shares = confusion.map((row) => {
    const total = row.reduce((sum, n) => sum + n, 0);
    return row.map((n) => (total === 0 ? 0 : n / total));
  });
  return shares.map((row, a) => Float64Array.from(row, (share, b) => (a === b ? 0 : (share + shares[b][a]) / 2)));
}

/** The pair of clusters with the highest mean affinity, the earliest of equals; none if no two are confused. */
function closest(clusters: readonly Cluster[]): [Cluster, Cluster] | undefined {
  let highest = 0;
  let pair: [Cluster, Cluster] | undefined;
  clusters.forEach((first, i) => {
    for (const second of clusters.slice(i + 1)) {
      const sum = second.classes.reduce((all, c) => all + first.affinity[c], 0);
      const mean = sum / (first.classes.length * second.classes.length);
      if (mean > highest) {
        highest = mean;
        pair = [first, second];
      }
    }
  });
  return pair;
}

function joinedEnds(
  first: readonly number[],
  second: readonly number[],
  affinities: readonly Float64Array[],
): number[] {
  const turns = [
    [first, second],
    [first, second.toReversed()],
    [first.toReversed(), second],
    [first.toReversed(), second.toReversed()],
  ];
  const meeting = turns.map(([a, b]) => affinities[a[a.length - 1]][b[0]]);
  const [a, b] = turns[meeting.indexOf(Math.max(...meeting))];
  return [...a, ...b];
}
