import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { solveDocument, wrightOmega } from "../../../src/classifiers/linear/document-step.js";
import { softmaxInPlace } from "../../../src/classifiers/scores.js";
import { listOf } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";

const curvature = fc.oneof(fc.constantFrom(0, 1e-300, 1e-13), fc.double({ min: 1e-12, max: 1e6, noNaN: true }));

/** The input of a step: scores, curvatures and earlier beliefs. */
const steps = fc.integer({ min: 1, max: 6 }).chain((classes) => {
  const each = <T>(of: fc.Arbitrary<T>) => listOf(of, classes);
  return fc.record({
    target: each(fc.double({ min: -1e3, max: 1e3, noNaN: true })),
    curvatures: each(curvature),
    surest: fc.nat(classes - 1),
  });
});

function solved(target: readonly number[], curvatures: readonly number[], surest = 0): Float64Array {
  const belief = new Float64Array(target.length);
  belief[surest] = 1;
  solveDocument(Float64Array.from(target), Float64Array.from(curvatures), belief);
  return belief;
}

describe("solveDocument", () => {
  it("gives a distribution at which ln q + a q is the target up to one number", () => {
    forAll(slowRuns(1000), [steps], ({ target, curvatures, surest }) => {
      const q = solved(target, curvatures, surest);
      expect(Math.abs(q.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(1e-12);
      const shifts = target.flatMap((s, c) => (q[c] > 1e-280 ? [s - Math.log(q[c]) - curvatures[c] * q[c]] : []));
      const largest = Math.max(1, ...curvatures, ...target.map(Math.abs));
      expect(Math.max(...shifts) - Math.min(...shifts)).toBeLessThan(1e-8 * largest);
    });
  });

  it("does not depend on the first guess", () => {
    forAll(slowRuns(300), [steps], ({ target, curvatures, surest }) => {
      const [one, other] = [solved(target, curvatures, surest), solved(target, curvatures)];
      for (const [c, q] of one.entries()) expect(Math.abs(q - other[c])).toBeLessThan(1e-8);
    });
  });

  it("is the softmax where nothing depends on the document, and all alike where everything does", () => {
    const target = [1, -2, 0.5];
    const softmax = softmaxInPlace(Float64Array.from(target));
    for (const [c, q] of solved(target, [0, 0, 0]).entries()) expect(q).toBeCloseTo(softmax[c], 14);
    for (const q of solved(target, [1e12, 1e12, 1e12])) expect(q).toBeCloseTo(1 / 3, 9);
  });

  it("is sure of the only class there is", () => {
    expect(solved([-7], [3])).toEqual(Float64Array.of(1));
  });
});

describe("wrightOmega", () => {
  it("solves t + ln t = y to the last digits, from -∞ to 1e100", () => {
    const numbers = fc.oneof(
      fc.double({ min: -700, max: 30, noNaN: true }),
      fc.double({ min: -20, max: 5, noNaN: true }),
      fc.double({ min: 0, max: 1e100, noNaN: true }),
    );
    forAll(slowRuns(2000), [numbers], (y) => {
      const t = wrightOmega(y);
      expect(t).toBeGreaterThan(0);
      // An error of t by a share of it is one of t + ln t by that share of 1 + t.
      expect(Math.abs(t + Math.log(t) - y)).toBeLessThan(1e-14 * (1 + t + Math.abs(y)));
    });
  });

  it("is what is known of it", () => {
    expect(wrightOmega(1)).toBeCloseTo(1, 15);
    expect(wrightOmega(1 + Math.E)).toBeCloseTo(Math.E, 14);
    // The omega constant.
    expect(wrightOmega(0)).toBeCloseTo(0.5671432904097838, 15);
    expect(wrightOmega(Number.NEGATIVE_INFINITY)).toBe(0);
  });

  it("has no step where one way to compute it ends and another begins", () => {
    for (const y of [-16, -1, 3]) {
      const [below, above] = [wrightOmega(y - 1e-9), wrightOmega(y + 1e-9)];
      expect((above - below) / below).toBeGreaterThan(0);
      expect((above - below) / below).toBeLessThan(3e-9);
    }
  });
});
