import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaAt, fitBeta, softplus } from "../../../src/classifiers/calibration/beta.js";
import type { Points } from "../../../src/classifiers/calibration/fit-temperature.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";

const list = fc.array(fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.nat(1)), { maxLength: 50 });
const points = fc.tuple(list, fc.boolean()).map(([drawn, isTwo]): Points => {
  const sorted = drawn.map(([x, yes]) => [isTwo ? x : Math.abs(x) - 2, yes]).sort((a, b) => a[0] - b[0]);
  return {
    logOdds: Float64Array.from(sorted, ([x]) => x),
    yes: Uint8Array.from(sorted, ([, yes]) => yes),
    isTwo,
    lowest: isTwo ? 0 : -Math.log(9),
  };
});
const shapes = fc.record({
  a: fc.double({ min: 0.02, max: 5, noNaN: true }),
  b: fc.double({ min: 0.02, max: 5, noNaN: true }),
  c: fc.double({ min: -3, max: 3, noNaN: true }),
});

/** The loss that the fit minimizes, written out. */
function loss({ logOdds, yes, isTwo }: Points, a: number, b: number, c: number): number {
  const shift = isTwo ? (a - b) * Math.LN2 : 0;
  return logOdds.reduce(
    (sum, x, i) => {
      const p = 1 / (1 + Math.exp(-x));
      const q = 1 / (1 + Math.exp(x));
      const z = a * Math.log(p) - b * Math.log(q) + c + shift;
      return sum + Math.log1p(Math.exp(yes[i] === 1 ? -z : z));
    },
    ((a - 1) ** 2 + (b - 1) ** 2 + c ** 2) / 2,
  );
}

describe("a beta shape", () => {
  it("is a · ln P - b · ln (1 - P) + c", () => {
    forAll(100, [shapes, fc.double({ min: -30, max: 30, noNaN: true })], ({ a, b, c }, x) => {
      const p = 1 / (1 + Math.exp(-x));
      const q = 1 / (1 + Math.exp(x));
      const plain = a * Math.log(p) - b * Math.log(q) + c;
      expect(betaAt({ a, b, c }, x, false)).toBeCloseTo(plain, 9);
      expect(betaAt({ a, b, c }, x, true)).toBeCloseTo(plain + (a - b) * Math.LN2, 9);
    });
  });

  it("rises, keeps 0 for two classes, and is mirrored to the bit where a and b are swapped", () => {
    const numbers = fc.double({ min: -800, max: 800, noNaN: true });
    forAll(slowRuns(500), [shapes, numbers, numbers], ({ a, b }, x, y) => {
      expect(betaAt({ a, b, c: 0 }, 0, true)).toBe(0);
      expect(betaAt({ a: b, b: a, c: 0 }, -x, true) + betaAt({ a, b, c: 0 }, x, true)).toBe(0);
      if (x - y > 1e-9) expect(betaAt({ a, b, c: 0 }, x, true)).toBeGreaterThan(betaAt({ a, b, c: 0 }, y, true));
    });
  });

  it("tells log odds apart that are nearly 0", () => {
    const shape = { a: 0.3, b: 2, c: 0 };
    expect(betaAt(shape, 1e-300, true)).toBeGreaterThan(0);
    expect(betaAt(shape, -1e-300, true)).toBeLessThan(0);
  });

  it("is fitted so that no better one is near it", () => {
    forAll(slowRuns(200), [points], (points) => {
      const { a, b, c } = fitBeta(points);
      expect(Math.min(a, b)).toBeGreaterThanOrEqual(0.02);
      const here = loss(points, a, b, c);
      for (const [da, db, dc] of [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [1, 1, 0],
        [-1, 1, 0],
        [0, 0, points.isTwo ? 0 : 1],
        [0, 0, points.isTwo ? 0 : -1],
        [1, -1, points.isTwo ? 0 : 1],
      ]) {
        const [nextA, nextB] = [Math.max(0.02, a + 1e-3 * da), Math.max(0.02, b + 1e-3 * db)];
        expect(loss(points, nextA, nextB, c + 1e-3 * dc)).toBeGreaterThan(here - 1e-9);
      }
    });
  });

  it("has a softplus that neither overflows nor rounds to 0", () => {
    expect([softplus(800), softplus(0), softplus(-40)]).toEqual([800, Math.LN2, expect.closeTo(Math.exp(-40), 30)]);
  });
});
