import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  curveAt,
  fitCurve,
  LEAST_SLOPE,
  type Pool,
  pooledAdjacentViolators,
} from "../../../src/classifiers/calibration/curve.js";
import type { Points } from "../../../src/classifiers/calibration/points.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";

function points(list: readonly (readonly [x: number, yes: number])[], classes: number): Points {
  const sorted = [...list].sort((a, b) => a[0] - b[0]);
  return {
    logOdds: Float64Array.from(sorted, ([x]) => x),
    yes: Uint8Array.from(sorted, ([, yes]) => yes),
    isTwo: classes === 2,
    lowest: -Math.log(classes - 1),
  };
}

const drawn = (least: number, classes: number) =>
  fc.array(fc.tuple(fc.integer({ min: least, max: 400 }), fc.nat(1)), { maxLength: 80 }).map((list) =>
    points(
      list.map(([n, yes]) => [n / 16, yes]),
      classes,
    ),
  );
const two = drawn(-400, 2);
const many = drawn(-34, 10);

describe("pooling adjacent violators", () => {
  it("gives the best function that rises: at each document the highest of the lowest means around it", () => {
    forAll(slowRuns(300), [fc.array(fc.nat(1), { minLength: 1, maxLength: 40 })], (yes) => {
      const pools = pooledAdjacentViolators(yes.map((right, x): Pool => ({ documents: 1, right, sum: x })));
      const found = pools.flatMap(({ documents, right }) => new Array<number>(documents).fill(right / documents));
      const mean = (from: number, to: number) =>
        yes.slice(from, to + 1).reduce((sum, right) => sum + right, 0) / (to + 1 - from);
      yes.forEach((_, i) => {
        const lowest = (j: number) => Math.min(...yes.map((_, k) => (k >= i ? mean(j, k) : 1)));
        expect(found[i]).toBeCloseTo(Math.max(...yes.slice(0, i + 1).map((_, j) => lowest(j))), 12);
      });
    });
  });
});

describe("a fitted curve", () => {
  it("rises everywhere, at least as steep as it must, and is finite", () => {
    forAll(slowRuns(500), [fc.oneof(two, many)], (points) => {
      const { from, to } = fitCurve(points);
      expect(from.length).toBeGreaterThanOrEqual(2);
      for (let i = 0; i < from.length; i++) expect([from[i], to[i]].every(Number.isFinite)).toBe(true);
      for (let i = 1; i < from.length; i++) {
        expect(from[i]).toBeGreaterThan(from[i - 1]);
        expect((to[i] - to[i - 1]) / (from[i] - from[i - 1])).toBeGreaterThan(LEAST_SLOPE * 0.999);
      }
    });
  });

  it("keeps 0, and swapping two classes mirrors it to the bit", () => {
    forAll(slowRuns(300), [two, fc.double({ min: -50, max: 50, noNaN: true })], (points, x) => {
      const swapped: Points = {
        ...points,
        logOdds: points.logOdds.map((odds) => -odds).reverse(),
        yes: points.yes.map((yes) => 1 - yes).reverse(),
      };
      const curve = fitCurve(points);
      expect(curveAt(curve, 0)).toBe(0);
      expect(curveAt(fitCurve(swapped), -x)).toBeCloseTo(-curveAt(curve, x), 10);
    });
  });

  it("keeps an equal share of more classes, and does not depend on the order of equal documents", () => {
    forAll(100, [many], (points) => {
      expect(curveAt(fitCurve(points), points.lowest)).toBe(points.lowest);
      const order = [...points.logOdds.keys()].sort(
        (i, j) => points.logOdds[i] - points.logOdds[j] || points.yes[j] - points.yes[i],
      );
      const other = { ...points, yes: Uint8Array.from(order, (i) => points.yes[i]) };
      expect(fitCurve(other)).toEqual(fitCurve(points));
    });
  });

  it("goes through the log odds of a pool, with half a document more on each side", () => {
    const list = Array.from({ length: 40 }, (_, i) => [i < 20 ? 1 : 3, i % 20 < (i < 20 ? 12 : 18) ? 1 : 0] as const);
    const curve = fitCurve(points(list, 2));
    expect(curveAt(curve, 1)).toBeCloseTo(Math.log(12.5 / 8.5), 12);
    expect(curveAt(curve, 3)).toBeCloseTo(Math.log(18.5 / 2.5), 12);
    expect(curveAt(curve, 2)).toBeCloseTo((Math.log(12.5 / 8.5) + Math.log(18.5 / 2.5)) / 2, 12);
    expect(curveAt(curve, 30)).toBeCloseTo(10 * Math.log(18.5 / 2.5), 12);
  });
});
