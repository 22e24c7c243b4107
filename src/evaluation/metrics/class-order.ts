import { largest, sumOf } from "../../base/lists.js";
import { type Confusion, ratio } from "./metrics.js";

/** Classes that are placed together, and their affinity to other classes. */
interface Cluster {
  readonly classes: readonly number[];
  /** Affinity to every class, summed over the cluster. */
  readonly affinity: Float64Array;
}

/**
 * Orders classes so that classes that are confused with each other are neighbours. Joins the two clusters with the
 * highest mean affinity until no clusters with affinity are left (average linkage, Sokal and Michener 1958), and flips
 * clusters so that the most similar ends meet. The affinity of two classes is the mean of two shares: the documents of
 * each class that are predicted as the other. Classes with equal affinity, and classes that are never confused, keep
 * their order.
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

/** Returns the affinity of each pair of classes: symmetric, 0 on the diagonal. */
function affinitiesOf(confusion: Confusion): Float64Array[] {
  const shares = confusion.map((row) => {
    const total = sumOf(row);
    return row.map((n) => ratio(n, total));
  });
  return shares.map((row, a) => Float64Array.from(row, (share, b) => (a === b ? 0 : (share + shares[b][a]) / 2)));
}

/** Returns the first pair of clusters with the highest mean affinity, or undefined if no classes are confused. */
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
  const turns = [first, first.toReversed()].flatMap((a) => [second, second.toReversed()].map((b) => [a, b]));
  const meeting = turns.map(([a, b]) => affinities[a[a.length - 1]][b[0]]);
  const [a, b] = turns[meeting.indexOf(largest(meeting))];
  return [...a, ...b];
}
