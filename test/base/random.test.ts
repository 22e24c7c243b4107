import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom, shuffle } from "../../src/base/random.js";

fc.configureGlobal({ seed: 60 });

const draw = (count: number, n: number, seed: number, stream?: number) => {
  const random = seededRandom(seed, stream);
  return Array.from({ length: count }, () => random(n));
};

describe("seededRandom", () => {
  it.each([
    [1, 0, 2 ** 32, [884009850, 1017414788, 4285259141, 3253129616, 113135715, 2560134912]],
    [1, 1, 2 ** 32, [3422665895, 2609076841, 2929349431, 3089913581, 2688445721, 2141693082]],
    [2, 0, 1000, [94, 594, 243, 5, 649, 729]],
    [0, 0, 10, [4, 4, 9, 5, 6, 1, 0, 6, 2, 1]],
    [2 ** 40 + 1, 0, 100, [26, 86, 10, 70, 26, 87]],
    [-1, 0, 100, [45, 47, 25, 84, 72, 47]],
  ])(
    "gives for seed %d, stream %d, below %d always the same numbers, stream 0 by default",
    (seed, stream, n, numbers) => {
      expect(draw(numbers.length, n, seed, stream || undefined)).toEqual(numbers);
    },
  );

  it("gives whole numbers from 0 to n - 1", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 32 }), fc.maxSafeInteger(), fc.nat(100), (n, seed, stream) => {
        for (const value of draw(20, n, seed, stream)) {
          expect(Number.isInteger(value) && value >= 0 && value < n, `${value} below ${n}`).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("gives other numbers for other seeds and other streams, also above 2^32", () => {
    const low = [...Array.from({ length: 100 }, (_, seed) => seed - 10), 1e6, 2 ** 31, 2 ** 32 - 100];
    const seeds = [...low, 2 ** 32 + 1, 2 ** 33 + 1, 2 ** 50 + 1];
    const drawn = seeds.flatMap((seed) => Array.from({ length: 50 }, (_, s) => draw(4, 2 ** 32, seed, s).join()));
    expect(new Set(drawn).size).toBe(seeds.length * 50);
  });
});

describe("shuffle", () => {
  it("puts the items in an order that the seed alone decides", () => {
    const items = () => Array.from({ length: 10 }, (_, i) => i);
    expect(shuffle(items(), seededRandom(1))).toEqual([7, 9, 4, 1, 6, 3, 2, 8, 5, 0]);
  });
});
