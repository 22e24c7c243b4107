import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrateInPlace, type Shape, shapeAt } from "../../../src/classifiers/calibration/calibration.js";
import { argmax, bestLogOdds } from "../../../src/classifiers/scores.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";

const score = fc.oneof(
  fc.integer({ min: -4000, max: 0 }).map((n) => n / 8),
  fc.constant(Number.NEGATIVE_INFINITY),
);
const scores = fc.array(score, { minLength: 2, maxLength: 6 }).map((values) => Float64Array.from(values));
const temperatures = fc.record({
  offset: fc.double({ min: -3, max: 5, noNaN: true }),
  slope: fc.double({ min: -1, max: 2, noNaN: true }),
});
const SHAPES: readonly Shape[] = [
  { kind: "beta", a: 0.3, b: 2, c: 0 },
  { kind: "beta", a: 3, b: 0.1, c: 0 },
  { kind: "curve", from: Float64Array.of(-3, 0, 2, 9), to: Float64Array.of(-0.5, 0, 4, 5) },
];

/** The order of the classes by score, equals by number. */
function order(values: Float64Array): number[] {
  return [...values.keys()].sort((a, b) => (values[a] === values[b] ? a - b : values[b] - values[a]));
}

describe("a calibration", () => {
  it("divides scores by exp(offset + slope · ln (1 + tokens)), the highest taken for 0", () => {
    const calibrated = calibrateInPlace(Float64Array.of(-10, -20), 99, { offset: Math.log(2), slope: 0.5 });
    expect(calibrated[0] - calibrated[1]).toBeCloseTo(10 / (2 * 10), 14);
    expect(calibrated[0]).toBe(0);
  });

  it.each([-1000, 1000])("has no score that is no number, whatever the temperature: exp(%d)", (offset) => {
    for (const scores of [Float64Array.of(3, 0, -2), Float64Array.of(-3, -3, -Infinity), Float64Array.of(0, 0, 0)]) {
      for (const shape of SHAPES) {
        const calibrated = calibrateInPlace(scores.slice(), 10, { offset, slope: 0, shape });
        expect([calibrated.some(Number.isNaN), argmax(calibrated)]).toEqual([false, 0]);
      }
    }
  });

  it("keeps the order of the classes, and impossible classes impossible", () => {
    const shapes = fc.constantFrom(undefined, ...SHAPES);
    forAll(slowRuns(500), [scores, fc.nat(1000), temperatures, shapes], (scores, tokens, temperature, shape) => {
      const calibrated = calibrateInPlace(scores.slice(), tokens, { ...temperature, shape });
      expect(argmax(calibrated)).toBe(argmax(scores));
      const distinct = order(scores).filter((c, i, all) => i === 0 || scores[c] < scores[all[i - 1]] - 1e-6);
      for (let i = 1; i < distinct.length; i++) {
        expect(calibrated[distinct[i]]).toBeLessThanOrEqual(calibrated[distinct[i - 1]]);
      }
      for (const [c, score] of scores.entries()) {
        if (score === Number.NEGATIVE_INFINITY) expect(calibrated[c]).toBe(Number.NEGATIVE_INFINITY);
        expect(calibrated[c]).not.toBeNaN();
      }
    });
  });

  it("gives the best of many classes the log odds of its shape, as far as a limited factor leads, and more than an equal share", () => {
    const distinct = fc.uniqueArray(
      fc.integer({ min: -200, max: 0 }).map((n) => n / 8),
      { minLength: 3, maxLength: 6 },
    );
    forAll(slowRuns(500), [distinct, fc.constantFrom(...SHAPES)], (values, shape) => {
      const scores = Float64Array.from(values);
      const lowest = -Math.log(scores.length - 1);
      const before = bestLogOdds(scores);
      const after = bestLogOdds(calibrateInPlace(scores.slice(), 5, { offset: 0, slope: 0, shape }));
      const wanted = Math.max(shapeAt(shape, before, false), lowest + 0.01 * (before - lowest));
      const most = (1.2 * (wanted - lowest)) / (before - lowest);
      const limit = bestLogOdds(scores.map((score) => score * most));
      expect(after).toBeCloseTo(Math.min(wanted, limit), 8);
      expect(after).toBeGreaterThan(lowest);
    });
  });
});
