/**
 * Moves places along a line so that neighbours keep a distance, in their order, with the least
 * sum of squared moves. Method: subtract the distances below each place; the places then only
 * have to ascend, which is isotonic regression by pooling adjacent violators (Ayer et al. 1955).
 * If there is too little room, the distance shrinks.
 *
 * @param places the ideal places
 * @param distance between neighbours, in the unit of the places
 * @param low the lowest place allowed
 * @param high the highest place allowed
 * @returns the new places, in the order of the old ones
 */
export function spread(places: readonly number[], distance: number, low: number, high: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b] || a - b);
  const step = Math.min(distance, (high - low) / Math.max(1, places.length - 1));
  const pools: { sum: number; size: number }[] = [];
  order.forEach((i, rank) => {
    let pool = { sum: places[i] - rank * step, size: 1 };
    for (let below = pools.at(-1); below !== undefined && below.sum / below.size >= pool.sum / pool.size; ) {
      pool = { sum: pool.sum + below.sum, size: pool.size + below.size };
      pools.pop();
      below = pools.at(-1);
    }
    pools.push(pool);
  });
  const bases = pools.flatMap(({ sum, size }) => new Array<number>(size).fill(sum / size));
  const highest = high - (places.length - 1) * step;
  const moved = [...places];
  order.forEach((i, rank) => {
    moved[i] = Math.max(low, Math.min(highest, bases[rank])) + rank * step;
  });
  return moved;
}
