import { describe, expect, it } from "vitest";
import { binomialSampler } from "../../src/evaluation/binomial.js";
import { seededRandom } from "../../src/evaluation/random.js";

function probabilities(n: number, p: number): number[] {
  let choose = 1;
  return Array.from({ length: n + 1 }, (_, k) => {
    if (k > 0) choose = (choose * (n - k + 1)) / k;
    return choose * p ** k * (1 - p) ** (n - k);
  });
}

describe("binomialSampler", () => {
  it.each([
    [0, 0.5],
    [1, 0.25],
    [7, 0.5],
    [20, 0.03],
    [20, 0.97],
    [50, 0.4],
  ])("gives each outcome of %i trials of probability %d its share of the random numbers", (n, p) => {
    const draws = 1 << 14;
    let next = 0;
    const draw = binomialSampler(n, () => (next++ * 2 ** 32) / draws);
    const counts = new Array<number>(n + 1).fill(0);
    for (let i = 0; i < draws; i++) counts[draw(n, p)]++;
    // One stretch of the numbers from 0 to 1 for each outcome: its length in draws, to one at either end.
    for (const [k, share] of probabilities(n, p).entries()) expect(Math.abs(counts[k] - share * draws)).toBeLessThan(2);
  });

  it("has the mean and the variance of large numbers of trials", () => {
    const draw = binomialSampler(20_000, seededRandom(1));
    const draws = Array.from({ length: 20_000 }, () => draw(20_000, 0.3));
    const mean = draws.reduce((sum, k) => sum + k, 0) / draws.length;
    const variance = draws.reduce((sum, k) => sum + (k - mean) ** 2, 0) / draws.length;
    expect(Math.abs(mean - 6000)).toBeLessThan(4 * Math.sqrt(4200 / draws.length));
    expect(Math.abs(variance / 4200 - 1)).toBeLessThan(4 * Math.sqrt(2 / draws.length));
  });

  it("ends where rounding leaves something over", () => {
    expect(binomialSampler(2, () => 2 ** 32)(2, 0.5)).toBe(1);
  });
});
