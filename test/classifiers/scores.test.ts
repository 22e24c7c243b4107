import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argmax, softmaxInPlace } from "../../src/classifiers/scores.js";
import { forAll, slowRuns } from "../helpers/arbitraries.js";

const score = fc.oneof(
  fc.constantFrom(Number.NEGATIVE_INFINITY, 0, -1, -745, -1e6, -1e300),
  fc.double({ min: -1e5, max: 100, noNaN: true }),
);
const scoreLists = fc.array(score, { minLength: 1, maxLength: 6 });

describe("argmax", () => {
  it("is the first index of the highest score", () => {
    forAll(100, [scoreLists], (scores) => {
      expect(argmax(scores)).toBe(scores.indexOf(Math.max(...scores)));
    });
    expect(argmax([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBe(0);
  });
});

describe("softmaxInPlace", () => {
  it("gives probabilities with sum 1 in the order of the scores, whatever their size", () => {
    forAll(slowRuns(1000), [scoreLists], (scores) => {
      const p = softmaxInPlace(Float64Array.from(scores));
      expect(Math.abs(p.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(1e-9);
      for (const [c, probability] of p.entries()) {
        expect(probability >= 0 && probability <= 1).toBe(true);
        for (const [d, other] of p.entries())
          if (scores[c] > scores[d]) expect(probability).toBeGreaterThanOrEqual(other);
      }
    });
  });

  it("gives the textbook's quotients", () => {
    const p = softmaxInPlace(Float64Array.from([1, 2, 5], Math.log));
    for (const [c, expected] of [1 / 8, 2 / 8, 5 / 8].entries()) expect(p[c]).toBeCloseTo(expected, 14);
  });

  it("does not change with a constant added to every score, also where exp would overflow or vanish", () => {
    const near = softmaxInPlace(Float64Array.of(1, 2, 3));
    expect(softmaxInPlace(Float64Array.of(1001, 1002, 1003))).toEqual(near);
    expect(softmaxInPlace(Float64Array.of(-9999, -9998, -9997))).toEqual(near);
  });

  it("gives an impossible class probability 0, and equal ones if every class is impossible", () => {
    const impossible = Number.NEGATIVE_INFINITY;
    expect(softmaxInPlace(Float64Array.of(-5, impossible))).toEqual(Float64Array.of(1, 0));
    expect(softmaxInPlace(Float64Array.of(impossible, impossible))).toEqual(Float64Array.of(0.5, 0.5));
  });

  it("works in place", () => {
    const scores = Float64Array.of(0, 0);
    expect(softmaxInPlace(scores)).toBe(scores);
  });
});
