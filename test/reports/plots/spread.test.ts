import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spread } from "../../../src/reports/plots/spread.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

describe("places that keep a distance", () => {
  it("stay where there is room", () => {
    expect(spread([5, 1, 9], 2, 0, 10)).toEqual([5, 1, 9]);
    expect(spread([], 2, 0, 10)).toEqual([]);
  });

  it("move apart evenly around their middle", () => {
    expect(spread([5, 5], 2, 0, 10)).toEqual([4, 6]);
    expect(spread([5.1, 5], 2, 0, 10).map((place) => place.toFixed(2))).toEqual(["6.05", "4.05"]);
  });

  it("share the room if there is too little", () => {
    expect(spread([5, 5, 5], 10, 0, 10)).toEqual([0, 5, 10]);
  });

  it("keep their order, their distance and within the ends, whatever they are", () => {
    const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(places, fc.double({ min: 0, max: 0.3, noNaN: true }), (list, distance) => {
        const moved = spread(list, distance, 0, 1);
        const step = Math.min(distance, 1 / Math.max(1, list.length - 1));
        const sorted = [...moved].sort((a, b) => a - b);
        for (let i = 1; i < sorted.length; i++) expect(sorted[i] - sorted[i - 1]).toBeGreaterThanOrEqual(step - 1e-9);
        expect(sorted[0]).toBeGreaterThanOrEqual(-1e-9);
        expect(sorted[sorted.length - 1]).toBeLessThanOrEqual(1 + 1e-9);
        for (let i = 0; i < list.length; i++) {
          for (let j = 0; j < list.length; j++) if (list[i] < list[j]) expect(moved[i]).toBeLessThanOrEqual(moved[j]);
        }
      }),
      EXAMPLES,
    );
  });
});
