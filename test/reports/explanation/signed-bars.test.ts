import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signedBars } from "../../../src/reports/explanation/sum-lines.js";
import { width } from "../../../src/reports/terminal/terminal.js";

fc.configureGlobal({ seed: 62 });

describe("bars on both sides of an axis", () => {
  it("are as long as their numbers, in half columns, to the right above 0 and to the left below", () => {
    const bars = signedBars([4, 1, 0.5, 0, -2, -0.5], 7);
    expect(bars).toEqual(["  │████", "  │█   ", "  │▌   ", "  │    ", "██│    ", " ▐│    "]);
  });

  it("fill a side where a number is infinite, beside which the others keep their scale", () => {
    const [up, down] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    expect(signedBars([up, 1, -1], 5)).toEqual(["  │██", "  │██", "██│  "]);
    expect(signedBars([up, down], 5)).toEqual(["  │██", "██│  "]);
    expect(signedBars([1, down], 5)).toEqual([" │███", "█│   "]);
  });

  it("take exactly the columns that they are given, whatever the numbers", () => {
    const numbers = fc.array(fc.double({ noNaN: true }), { maxLength: 6 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 3, max: 40 }), (numbers, columns) => {
        const bars = signedBars(numbers, columns);
        expect(bars.map(width)).toEqual(numbers.map(() => columns));
        expect(new Set(bars.map((bar) => bar.indexOf("│"))).size).toBeLessThanOrEqual(1);
      }),
    );
  });
});
