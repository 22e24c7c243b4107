import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaAt, fitBeta, softplus } from "../../../src/classifiers/calibration/beta.js";
import { curveAt, fitCurve, MIN_SLOPE } from "../../../src/classifiers/calibration/curve.js";
import {
  fitTemperature,
  type Points,
  type ScoredDocument,
} from "../../../src/classifiers/calibration/fit-temperature.js";
import { logSoftmaxInPlace } from "../../../src/classifiers/scores.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { expectLeast } from "../samples.js";
import { scoredDocuments } from "./scored.js";

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
const pointsFrom = (min: number, classes: number, max = 400) =>
  fc
    .array(
      fc.tuple(
        fc.integer({ min, max }).map((n) => n / 16),
        fc.nat(1),
      ),
      { maxLength: 80 },
    )
    .map((list) => pointsOf(list, classes));
const ofTwoClasses = pointsFrom(-400, 2);
// The lowest log odds of ten classes are -ln 9, which is above -35 sixteenths.
const ofTenClasses = pointsFrom(-35, 10);

const steepness = fc.double({ min: 0.02, max: 5, noNaN: true });
const shapes = fc.record({ a: steepness, b: steepness, c: fc.double({ min: -3, max: 3, noNaN: true }) });

/** The definition. */
function naiveBeta(a: number, b: number, c: number, x: number, isTwo: boolean): number {
  const [p, q] = [x, -x].map((z) => 1 / (1 + Math.exp(-z)));
  return a * Math.log(p) - b * Math.log(q) + c + (isTwo ? (a - b) * Math.LN2 : 0);
}

/** The loss that the fit minimizes, written out. */
function loss({ logOdds, yes, isTwo }: Points, a: number, b: number, c: number): number {
  const losses = Array.from(logOdds, (x, i) => {
    const z = naiveBeta(a, b, c, x, isTwo);
    return Math.log1p(Math.exp(yes[i] === 1 ? -z : z));
  });
  return losses.reduce((sum, one) => sum + one, ((a - 1) ** 2 + (b - 1) ** 2 + c ** 2) / 2);
}

describe("a beta shape", () => {
  it("is a · ln P - b · ln (1 - P) + c", () => {
    forAll(100, [shapes, fc.double({ min: -30, max: 30, noNaN: true })], ({ a, b, c }, x) => {
      for (const isTwo of [false, true]) {
        expect(betaAt({ a, b, c }, x, isTwo)).toBeCloseTo(naiveBeta(a, b, c, x, isTwo), 9);
      }
    });
  });

  it("rises, keeps 0 for two classes, and is mirrored to the bit where a and b are swapped", () => {
    const numbers = fc.double({ min: -800, max: 800, noNaN: true });
    forAll(slowRuns(500), [shapes, numbers, numbers], ({ a, b }, x, y) => {
      expect([-1e-300, 0, 1e-300].map((odds) => Math.sign(betaAt({ a, b, c: 0 }, odds, true)))).toEqual([-1, 0, 1]);
      expect(betaAt({ a: b, b: a, c: 0 }, -x, true) + betaAt({ a, b, c: 0 }, x, true)).toBe(0);
      if (x - y > 1e-9) expect(betaAt({ a, b, c: 0 }, x, true)).toBeGreaterThan(betaAt({ a, b, c: 0 }, y, true));
    });
  });

  it("is fitted so that no better one is near it", () => {
    const points = fc.oneof(pointsFrom(-320, 2, 320), pointsFrom(-32, 10, 320));
    forAll(slowRuns(200), [points], (points) => {
      const { a, b, c } = fitBeta(points);
      expect(Math.min(a, b)).toBeGreaterThanOrEqual(0.02);
      const least = ([a, b, by]: number[]) => loss(points, Math.max(0.02, a), Math.max(0.02, b), points.isTwo ? c : by);
      expectLeast(least, points.isTwo ? [a, b] : [a, b, c], 1e-3);
    });
  });

  it("has a softplus that neither overflows nor rounds to 0", () => {
    expect([softplus(800), softplus(0), softplus(-40)]).toEqual([800, Math.LN2, expect.closeTo(Math.exp(-40), 30)]);
  });
});

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
      const reversed = Array.from(points.logOdds, (x, i) => [x, points.yes[i]] as const).reverse();
      expect(fitCurve(pointsOf(reversed, 10))).toEqual(fitCurve(points));
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

/** The loss that the fit minimizes, written out. */
function temperatureLoss(documents: readonly ScoredDocument[], offset: number, slope: number): number {
  const prior = (offset * offset + slope * slope) / 2;
  return documents.reduce((sum, { scores, actual, tokens }) => {
    const logs = logSoftmaxInPlace(scores.map((score) => score / Math.exp(offset + slope * Math.log(1 + tokens))));
    return sum - logs[actual];
  }, prior);
}

describe("the fitted temperature", () => {
  it("has no better one near it", () => {
    forAll(slowRuns(200), [scoredDocuments(3)], (documents) => {
      const { offset, slope } = fitTemperature(documents);
      expectLeast(([offset, slope]) => temperatureLoss(documents, offset, slope), [offset, slope], 1e-3);
    });
  });

  it("stays finite if no document is wrong or one class is impossible", () => {
    const sure = { scores: Float64Array.of(0, -50, Number.NEGATIVE_INFINITY), actual: 0, tokens: 10 };
    const { offset, slope } = fitTemperature([sure, sure, sure]);
    expect([Number.isFinite(offset), Number.isFinite(slope)]).toEqual([true, true]);
  });
});
