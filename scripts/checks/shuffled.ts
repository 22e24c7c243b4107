import { type Random, shuffle } from "../../src/base/random.js";

/** Returns items in another order. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  return shuffle(Array.from(items.keys()), random).map((n) => items[n]);
}
