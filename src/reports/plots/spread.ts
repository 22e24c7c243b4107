import { pooledAdjacentViolators } from "../../classifiers/calibration/curve.js";

/**
 * Moves places along a line so that neighbours keep a distance and their order, with the smallest sum of squared moves.
 * Method: subtract from each place the distances below it. Then the places only need to ascend, which is isotonic
 * regression by pooling adjacent violators (Ayer et al. 1955). If there is too little room, the distance shrinks.
 *
 * @param places the ideal places
 * @param distance minimum distance between neighbours, in the unit of the places
 * @param low the lowest allowed place
 * @param high the highest allowed place
 * @returns the new places, in the order of the ideal ones
 */
export function spread(places: readonly number[], distance: number, low: number, high: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b] || a - b);
  const step = Math.min(distance, (high - low) / Math.max(1, places.length - 1));
  // A pool of places has their number as `documents`, and their sum as `right`.
  const pools = pooledAdjacentViolators(
    order.map((i, rank) => ({ documents: 1, right: places[i] - rank * step, sum: 0 })),
  );
  const bases = pools.flatMap(({ documents, right }) => new Array<number>(documents).fill(right / documents));
  const highest = high - (places.length - 1) * step;
  const moved = [...places];
  order.forEach((i, rank) => {
    moved[i] = Math.max(low, Math.min(highest, bases[rank])) + rank * step;
  });
  return moved;
}
