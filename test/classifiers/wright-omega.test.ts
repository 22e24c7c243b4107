import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wrightOmega } from "../../src/classifiers/wright-omega.js";
import { EXAMPLES } from "../helpers/arbitraries.js";

describe("wrightOmega", () => {
  it("solves t + ln t = y to the last digits, from -∞ to 1e100", () => {
    const numbers = fc.oneof(
      fc.double({ min: -700, max: 30, noNaN: true }),
      fc.double({ min: -20, max: 5, noNaN: true }),
      fc.double({ min: 0, max: 1e100, noNaN: true }),
    );
    fc.assert(
      fc.property(numbers, (y) => {
        const t = wrightOmega(y);
        expect(t).toBeGreaterThan(0);
        // An error of t by a share of it is one of t + ln t by that share of 1 + t.
        expect(Math.abs(t + Math.log(t) - y)).toBeLessThan(1e-14 * (1 + t + Math.abs(y)));
      }),
      { ...EXAMPLES, numRuns: 2000 },
    );
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
