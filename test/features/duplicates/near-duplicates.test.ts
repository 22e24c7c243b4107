import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sumOf } from "../../../src/base/lists.js";
import { type Random, seededRandom } from "../../../src/base/random.js";
import { MAX_COMPARED, NEAR_SIMILARITY, similarPairs } from "../../../src/features/duplicates/near-duplicates.js";
import { forAll } from "../../helpers/arbitraries.js";

const setOf = (items: Iterable<number>) => Float64Array.from(new Set(items)).sort();

/** Every pair against every other. */
function bruteForce(sets: readonly Float64Array[]): string[] {
  return sets.flatMap((set, b) => {
    const items = new Set(set);
    return sets.slice(0, b).flatMap((other, a) => {
      const common = other.filter((item) => items.has(item)).length;
      const similarity = common / (other.length + set.length - common);
      return similarity >= NEAR_SIMILARITY ? [`${a} ${b} ${similarity}`] : [];
    });
  });
}

const named = (sets: readonly Float64Array[]) =>
  similarPairs(sets).map(({ a, b, similarity }) => `${a} ${b} ${similarity}`);

const number = (random: Random) => random(2 ** 21) * 2 ** 32 + random(2 ** 32);

/** Two sets of 90 and 90 items with `common` of them in both. */
function pairWith(common: number, random: Random): [Float64Array, Float64Array] {
  const items = (n: number) => Array.from({ length: n }, () => number(random));
  const both = items(common);
  return [setOf([...both, ...items(90 - common)]), setOf([...both, ...items(90 - common)])];
}

describe("similarPairs", () => {
  it("finds only similar pairs, with their exact similarity", () => {
    const item = fc.oneof(fc.nat(12), fc.constantFrom(2 ** 53 - 1, 2 ** 32, 2 ** 31));
    forAll(100, [fc.array(fc.array(item, { maxLength: 20 }).map(setOf), { maxLength: 12 })], (sets) => {
      const real = new Set(bruteForce(sets));
      expect(named(sets).filter((pair) => !real.has(pair))).toEqual([]);
    });
  });

  it("finds all pairs from 0.8 on of seeded sets, ordered", () => {
    const random = seededRandom(5);
    const sets = Array.from({ length: 150 }, (_, i) => pairWith(70 + (i % 20), random)).flat();
    expect(named(sets)).toEqual(bruteForce(sets));
    expect(named(sets).length).toBeGreaterThan(60);
  });

  it("counts a similarity of exactly 0.8, but nothing below", () => {
    const range = (n: number, from = 0) => Array.from({ length: n }, (_, i) => (from + i) * 7919);
    const found = (a: number[], b: number[]) => similarPairs([setOf(a), setOf(b)]);
    expect(found(range(80), range(100))).toEqual([{ a: 0, b: 1, similarity: 0.8 }]);
    expect(found(range(79), range(100))).toEqual([]);
    expect(found(range(90), range(90, 10))).toEqual([{ a: 0, b: 1, similarity: 0.8 }]);
    expect(found(range(90), range(90, 11))).toEqual([]);
    expect(found([], [])).toEqual([]);
  });

  it("finds candidates as often as the bands promise, 1 - (1 - s^4)^16, and keeps those from 0.8 on", () => {
    // At 0.8 of 2,000 pairs 0.4 may be missed.
    const random = seededRandom(11);
    const found = Array.from({ length: 2000 }, () => similarPairs(pairWith(80, random)).length);
    expect(sumOf(found)).toBeGreaterThanOrEqual(1998);
  });

  it("compares each of thousands of similar sets with a few, and finds a match for each", () => {
    const shared = Array.from({ length: 50 }, (_, i) => i * 104729);
    const sets = Array.from({ length: 3000 }, (_, i) => setOf([...shared, 1e9 + i]));
    const pairs = similarPairs(sets);
    expect(new Set(pairs.flatMap(({ a, b }) => [a, b])).size).toBe(3000);
    // Bands without the one item that differs hold them all, in one order.
    expect(pairs.length).toBeLessThan(3000 * MAX_COMPARED * 3);
  });
});
