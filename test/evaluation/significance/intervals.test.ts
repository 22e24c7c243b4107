import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  correctedTTest,
  resampledInterval,
  studentQuantile975,
  studentTail,
  wilsonInterval,
} from "../../../src/evaluation/significance/intervals.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

/** Made by `test/vectors/significance.py`, with scipy 1.10.1; `student` has t, degrees of freedom and two-sided p. */
const vectors = JSON.parse(readFileSync(new URL("../../vectors/significance.json", import.meta.url), "utf8")) as {
  student: [t: number, freedom: number, p: number][];
  moons: { differences: number[]; unit: number; train: number; test: number };
};

/** Published tables of Student's t, two-sided 5 %. */
it.each([
  [1, 12.7062],
  [2, 4.3027],
  [5, 2.5706],
  [10, 2.2281],
  [19, 2.093],
  [30, 2.0423],
  [120, 1.9799],
])("studentQuantile975 has the published value for %d degrees of freedom: %d", (freedom, quantile) => {
  expect(studentQuantile975(freedom)).toBeCloseTo(quantile, 4);
});

it("studentTail equals scipy's p value to ten digits, even far out in the tail", () => {
  expect(vectors.student.some(([, , p]) => p < 1e-100)).toBe(true);
  for (const [t, freedom, p] of vectors.student) {
    expect(Math.abs(studentTail(t, freedom) / p - 1), `t ${t}, ${freedom} degrees`).toBeLessThan(1e-10);
    expect(studentTail(-t, freedom)).toBe(studentTail(t, freedom));
  }
});

/** By the formula of Wilson (1927), to four places; 81 of 263 is the example of Newcombe (1998): .2553 to .3662. */
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [5, 10, 0.2366, 0.7634],
  [20, 20, 0.8389, 1],
  [0, 0, 0, 1],
])("wilsonInterval is for %i of %i from %d to %d", (correct, total, low, high) => {
  const interval = wilsonInterval(correct, total);
  expect(interval[0]).toBeCloseTo(low, 4);
  expect(interval[1]).toBeCloseTo(high, 4);
});

describe("resampledInterval", () => {
  it("is the mean plus and minus t times the corrected standard error of Nadeau and Bengio", () => {
    const [low, high] = resampledInterval([0.8, 0.82, 0.84, 0.86], 50, 100);
    const half = 3.182446 * Math.sqrt((1 / 4 + 0.5) * (0.002 / 3));
    expect(low).toBeCloseTo(0.83 - half, 6);
    expect(high).toBeCloseTo(0.83 + half, 6);
  });

  it("is the interval of one run if all runs agree", () => {
    expect(resampledInterval([0.5, 0.5, 0.5], 10, 20)).toEqual(wilsonInterval(5, 10));
    // Their sum is .30000000000000004, so that no accuracy is the mean.
    expect(resampledInterval([0.1, 0.1, 0.1], 10, 20)).toEqual(wilsonInterval(1, 10));
  });
});

describe("correctedTTest", () => {
  /**
   * "Statistical comparison of models using grid search", in the documentation of scikit-learn: corrected t 0.750 and
   * its one-sided p 0.227; uncorrected t 2.611.
   */
  it("equals scikit-learn's example", () => {
    const { differences, unit, train, test } = vectors.moons;
    const leads = differences.map((difference) => difference * unit);
    const found = correctedTTest(leads, test, train);
    expect(found?.t).toBeCloseTo(0.75, 3);
    expect((found?.p ?? 0) / 2).toBeCloseTo(0.227, 3);
    expect(found?.freedom).toBe(99);
    expect(correctedTTest(leads, 0, 1)?.t).toBeCloseTo(2.611, 3);
  });

  it("excludes 0 from the interval exactly if p is below .05, and is undefined for equal differences", () => {
    const differences = fc.array(fc.integer({ min: -20, max: 30 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(differences, (counts) => {
        const shares = counts.map((count) => count / 1000);
        const test = correctedTTest(shares, 1, 9);
        expect(test === undefined).toBe(new Set(counts).size === 1);
        const [low, high] = test?.interval ?? [0, 0];
        expect(low > 0 || high < 0).toBe((test?.p ?? 1) < 0.05);
        const accuracies = shares.map((share) => 0.5 + share);
        const [from, to] = resampledInterval(accuracies, 1, 9);
        if (test !== undefined && from > 0 && to < 1) expect(high - low).toBeCloseTo(to - from, 9);
      }),
      EXAMPLES,
    );
  });
});
