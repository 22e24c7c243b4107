import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curveAt, fitCurve, MIN_SLOPE } from "../../../src/classifiers/calibration/curve.js";
import type { Points } from "../../../src/classifiers/calibration/fit-temperature.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";

/** Makes points from pairs of log odds and 1 or 0, for right or wrong. */
function pointsOf(list: readonly (readonly [x: number, yes: number])[], classes: number): Points {
  const sorted = [...list].sort((a, b) => a[0] - b[0]);
  return {
    logOdds: Float64Array.from(sorted, ([x]) => x),
    yes: Uint8Array.from(sorted, ([, yes]) => yes),
    isTwo: classes === 2,
    lowest: -Math.log(classes - 1),
  };
}

/** @param min the lowest log odds, in sixteenths */
const pointsFrom = (min: number, classes: number) =>
  fc.array(fc.tuple(fc.integer({ min, max: 400 }), fc.nat(1)), { maxLength: 80 }).map((list) =>
    pointsOf(
      list.map(([n, yes]) => [n / 16, yes]),
      classes,
    ),
  );
const ofTwoClasses = pointsFrom(-400, 2);
// The lowest log odds of ten classes are -ln 9, which is above -35 sixteenths.
const ofTenClasses = pointsFrom(-35, 10);

describe("a fitted curve", () => {
  it("is finite and rises everywhere with at least the smallest slope", () => {
    forAll(slowRuns(500), [fc.oneof(ofTwoClasses, ofTenClasses)], (points) => {
      const { from, to } = fitCurve(points);
      expect(from.length).toBeGreaterThanOrEqual(2);
      for (let i = 0; i < from.length; i++) expect([from[i], to[i]].every(Number.isFinite)).toBe(true);
      for (let i = 1; i < from.length; i++) {
        expect(from[i]).toBeGreaterThan(from[i - 1]);
        expect((to[i] - to[i - 1]) / (from[i] - from[i - 1])).toBeGreaterThan(MIN_SLOPE * 0.999);
      }
    });
  });

  it("maps 0 to 0 with two classes, and is mirrored if the classes are swapped", () => {
    forAll(slowRuns(300), [ofTwoClasses, fc.double({ min: -50, max: 50, noNaN: true })], (points, x) => {
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

  it("keeps the log odds of equal probabilities with ten classes, and ignores the order of documents with equal log odds", () => {
    forAll(100, [ofTenClasses], (points) => {
      expect(curveAt(fitCurve(points), points.lowest)).toBe(points.lowest);
      const order = [...points.logOdds.keys()].sort(
        (i, j) => points.logOdds[i] - points.logOdds[j] || points.yes[j] - points.yes[i],
      );
      const other = { ...points, yes: Uint8Array.from(order, (i) => points.yes[i]) };
      expect(fitCurve(other)).toEqual(fitCurve(points));
    });
  });

  it("passes through the log odds of each pool, to which half a right and half a wrong document are added", () => {
    const list = Array.from({ length: 40 }, (_, i) => [i < 20 ? 1 : 3, i % 20 < (i < 20 ? 12 : 18) ? 1 : 0] as const);
    const curve = fitCurve(pointsOf(list, 2));
    expect(curveAt(curve, 1)).toBeCloseTo(Math.log(12.5 / 8.5), 12);
    expect(curveAt(curve, 3)).toBeCloseTo(Math.log(18.5 / 2.5), 12);
    expect(curveAt(curve, 2)).toBeCloseTo((Math.log(12.5 / 8.5) + Math.log(18.5 / 2.5)) / 2, 12);
    expect(curveAt(curve, 30)).toBeCloseTo(10 * Math.log(18.5 / 2.5), 12);
  });
});
