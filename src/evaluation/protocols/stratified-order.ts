import { groupedBy } from "../../base/lists.js";
import { type Random, shuffle } from "../../base/random.js";

/** The place of a row in the order, from the number of rows of its class before it and in all. */
type PlaceOf = (before: number, size: number) => number;

/** Every beginning, and every end, has about the same class proportions as all rows. */
const proportional: PlaceOf = (before, size) => (before + 0.5) / size;

/** Proportional, but one row of each class is first. */
export const eachClassFirst: PlaceOf = (before, size) => (before === 0 ? 0 : proportional(before, size));

/** Every beginning has as many rows of each class, as far as there are. */
export const inTurn: PlaceOf = (before) => before;

/**
 * Orders rows at random, by the places of the rows of each class. Default: in proportion to the classes.
 *
 * @param y class index by row
 */
export function stratifiedOrder(
  y: ArrayLike<number>,
  rows: Uint32Array,
  random: Random,
  placeOf = proportional,
): Uint32Array {
  const shuffled = shuffle(rows.slice(), random);
  const ofClass = groupedBy(shuffled.keys(), (i) => y[shuffled[i]]).values();
  const places = new Float64Array(rows.length);
  for (const indices of ofClass) {
    for (const [before, i] of indices.entries()) places[i] = placeOf(before, indices.length);
  }
  // The sort is stable, so rows of equal places stay in random order.
  return Uint32Array.from(shuffled.keys())
    .sort((a, b) => places[a] - places[b])
    .map((i) => shuffled[i]);
}
