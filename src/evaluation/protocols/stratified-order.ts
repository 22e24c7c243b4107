import { groupedBy } from "../../base/lists.js";
import { type Random, shuffle } from "../../base/random.js";

/**
 * Orders rows at random so that every beginning, and every end, has about the same class proportions as all rows.
 *
 * @param y class index by row
 * @param beginsWithEach whether one row of each class is first. Default false
 */
export function stratifiedOrder(
  y: ArrayLike<number>,
  rows: Uint32Array,
  random: Random,
  beginsWithEach = false,
): Uint32Array {
  const shuffled = shuffle(rows.slice(), random);
  const ofClass = groupedBy(shuffled.keys(), (i) => y[shuffled[i]]).values();
  const places = new Float64Array(rows.length);
  // The rows of each class get places at equal distances between 0 and 1, and all rows are sorted by place.
  for (const indices of ofClass) {
    for (const [before, i] of indices.entries()) {
      places[i] = beginsWithEach && before === 0 ? 0 : (before + 0.5) / indices.length;
    }
  }
  // The sort is stable, so rows of equal places stay in random order.
  return Uint32Array.from(shuffled.keys())
    .sort((a, b) => places[a] - places[b])
    .map((i) => shuffled[i]);
}
