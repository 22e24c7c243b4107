/**
 * Moves places along a line so that neighbours keep a distance, each as little as its
 * neighbours allow, in their order. Where there is no room for all, they share what there is.
 *
 * @param places where each would best be
 * @param distance between neighbours, in the unit of the places
 * @param low the least place allowed
 * @param high the greatest
 * @returns the new places, in the order of the old
 */
export function spread(places: readonly number[], distance: number, low: number, high: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b] || a - b);
  const step = Math.min(distance, (high - low) / Math.max(1, places.length - 1));
  const moved = [...places];
  let least = low;
  for (const i of order) {
    moved[i] = Math.max(moved[i], least);
    least = moved[i] + step;
  }
  let greatest = high;
  for (const i of order.toReversed()) {
    moved[i] = Math.min(moved[i], greatest);
    greatest = moved[i] - step;
  }
  return moved;
}
