import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctedTTest, resampledInterval, studentTail } from "../../../src/evaluation/significance/intervals.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

/** By scipy 1.10.1: t, degrees of freedom, two-sided p. See `test/vectors/significance.py`. */
const { student } = JSON.parse(readFileSync(new URL("../../vectors/significance.json", import.meta.url), "utf8")) as {
  student: [t: number, freedom: number, p: number][];
};

it("studentTail equals scipy's p value to ten digits, even far out in the tail", () => {
  expect(student.some(([, , p]) => p < 1e-100)).toBe(true);
  for (const [t, freedom, p] of student) {
    expect(Math.abs(studentTail(t, freedom) / p - 1), `t ${t}, ${freedom} degrees`).toBeLessThan(1e-10);
    expect(studentTail(-t, freedom)).toBe(studentTail(t, freedom));
  }
});

/** The data of the example, made by `test/vectors/significance.py`. */
const { moons } = JSON.parse(readFileSync(new URL("../../vectors/significance.json", import.meta.url), "utf8")) as {
  moons: { differences: number[]; unit: number; train: number; test: number };
};

describe("correctedTTest", () => {
  /**
   * "Statistical comparison of models using grid search", in the documentation of
   * scikit-learn: corrected t 0.750 and its one-sided p 0.227; uncorrected t 2.611.
   */
  it("equals scikit-learn's example", () => {
    const differences = moons.differences.map((difference) => difference * moons.unit);
    const test = correctedTTest(differences, moons.test, moons.train);
    expect(test?.t).toBeCloseTo(0.75, 3);
    expect((test?.p ?? 0) / 2).toBeCloseTo(0.227, 3);
    expect(test?.freedom).toBe(99);
    expect(correctedTTest(differences, 0, 1)?.t).toBeCloseTo(2.611, 3);
  });

  it("excludes 0 from the interval exactly if p is below .05", () => {
    const differences = fc.array(fc.integer({ min: -20, max: 30 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(differences, (counts) => {
        fc.pre(new Set(counts).size > 1);
        const shares = counts.map((count) => count / 1000);
        const accuracies = shares.map((share) => 0.5 + share);
        const test = correctedTTest(shares, 1, 9);
        const [low, high] = test?.interval ?? [0, 0];
        expect(low > 0 || high < 0).toBe((test?.p ?? 1) < 0.05);
        const [from, to] = resampledInterval(accuracies, 1, 9);
        if (from > 0 && to < 1) expect(high - low).toBeCloseTo(to - from, 9);
      }),
      EXAMPLES,
    );
  });

  it("is undefined for one run, and for runs with equal differences", () => {
    expect(correctedTTest([0.1], 1, 9)).toBe(undefined);
    expect(correctedTTest([0.1, 0.1, 0.1], 1, 9)).toBe(undefined);
    expect(correctedTTest([0, 0], 1, 9)).toBe(undefined);
  });
});
