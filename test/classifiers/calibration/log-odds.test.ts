import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestLogOdds, factorFor } from "../../../src/classifiers/calibration/log-odds.js";
import { argmax } from "../../../src/classifiers/scores.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";

const NEVER = Number.NEGATIVE_INFINITY;
const scores = fc
  .uniqueArray(fc.oneof(fc.integer({ min: -1_000_000, max: 0 }), fc.integer({ min: -1000, max: 0 })), {
    minLength: 3,
    maxLength: 12,
  })
  .map((numbers) => numbers.map((n) => n / 1000))
  .map((values) => Float64Array.from(values));

describe("the log odds of the best class", () => {
  it("are precise where probabilities round to 1, and infinite where no other class is possible", () => {
    expect(bestLogOdds(Float64Array.of(-900, 0, -900))).toBe(900 - Math.LN2);
    expect(bestLogOdds(Float64Array.of(0, NEVER))).toBe(Number.POSITIVE_INFINITY);
    expect(bestLogOdds(Float64Array.of(NEVER, NEVER, NEVER))).toBe(-Math.LN2);
    expect(bestLogOdds(Float64Array.of(5, 5))).toBe(0);
  });
});

describe("the factor for log odds", () => {
  it("gives them, whatever the scale of the scores", () => {
    forAll(slowRuns(1000), [scores, fc.double({ min: 0.01, max: 300, noNaN: true })], (scores, above) => {
      const wanted = above - Math.log(scores.length - 1);
      const factor = factorFor(scores, argmax(scores), wanted, 1e6);
      expect(factor).toBeGreaterThan(0);
      expect(bestLogOdds(scores.map((score) => score * factor))).toBeCloseTo(wanted, 6);
    });
  });

  it("passes over classes that are impossible", () => {
    const scores = Float64Array.of(NEVER, -3, 0, NEVER, -1);
    const factor = factorFor(scores, 2, 2.5, 4);
    expect(bestLogOdds(scores.map((score) => score * factor))).toBeCloseTo(2.5, 12);
  });
});
