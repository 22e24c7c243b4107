import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { binomialSampler, bootstrapMean } from "../../../src/evaluation/significance/bootstrap.js";

const ones = (values: readonly number[]) => values.map(() => 1);

describe("bootstrapMean", () => {
  /**
   * The mouse data, Efron and Tibshirani 1993, tables 2.1 and 2.2: survival in days after a
   * test surgery. The standard error of a mean by bootstrap is 23.36 for the treated mice
   * with infinitely many resamples; for the others by the same formula, the printed 14.14
   * times the root of 8/9.
   */
  it.each([
    ["treated", [94, 197, 16, 38, 99, 141, 23], 86.86, 23.36],
    ["control", [52, 104, 146, 10, 50, 31, 40, 27, 46], 56.22, 14.14 * Math.sqrt(8 / 9)],
  ])("has the published standard error of the mean: %s mice", (_, days, mean, standardError) => {
    const bootstrap = bootstrapMean(days, ones(days));
    expect(bootstrap.mean).toBeCloseTo(mean, 2);
    // 10,000 resamples know it to about one part in 141.
    expect(Math.abs(bootstrap.standardError / standardError - 1)).toBeLessThan(3 / 141);
    expect(bootstrap.resamples).toBe(10_000);
  });

  it("depends on the seed only, not on the order of documents", () => {
    const document = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 1, max: 4 }));
    const documents = fc.array(document, { minLength: 1, maxLength: 30 });
    const of = (list: readonly (readonly [number, number])[], seed: number) => {
      const [sums, sizes] = [0, 1].map((part) => list.map((one) => one[part]));
      return bootstrapMean(sums, sizes, { seed, resamples: 100 });
    };
    fc.assert(
      fc.property(documents, fc.nat(1000), (list, seed) => {
        expect(of(list.toReversed(), seed)).toEqual(of(list, seed));
      }),
      { seed: 1, numRuns: 50 },
    );
    const values = [1, 5, 2, 8, 3, 9].map((value) => [value, 1] as const);
    expect(of(values, 1).standardError).not.toBe(of(values, 2).standardError);
  });

  it("refuses too few documents or resamples", () => {
    expect(() => bootstrapMean([], [])).toThrow(new UsageError("bootstrap: there is no document to draw"));
    for (const resamples of [99, 100.5, Number.NaN]) {
      const message = `resamples must be a whole number of at least 100, not ${resamples}`;
      expect(() => bootstrapMean([1], [1], { resamples })).toThrow(new UsageError(message));
    }
  });
});

function probabilities(n: number, p: number): number[] {
  let choose = 1;
  return Array.from({ length: n + 1 }, (_, k) => {
    if (k > 0) choose = (choose * (n - k + 1)) / k;
    return choose * p ** k * (1 - p) ** (n - k);
  });
}

it.each([
  [0, 0.5],
  [1, 0.25],
  [7, 0.5],
  [20, 0.03],
  [20, 0.97],
  [50, 0.4],
])("binomialSampler gives each outcome of %i trials of probability %d its share of the random numbers", (n, p) => {
  const draws = 1 << 14;
  let next = 0;
  const draw = binomialSampler(n, () => (next++ * 2 ** 32) / draws);
  const counts = new Array<number>(n + 1).fill(0);
  for (let i = 0; i < draws; i++) counts[draw(n, p)]++;
  // One stretch of the numbers from 0 to 1 for each outcome: its length in draws, to one at either end.
  for (const [k, share] of probabilities(n, p).entries()) expect(Math.abs(counts[k] - share * draws)).toBeLessThan(2);
});
