import { describe, expect, it } from "vitest";
import { mean, sampleVariance } from "../../src/evaluation/mean.js";

describe("mean", () => {
  it("is the sum by the number of values, or by their weights", () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([1, 2, 6], [1, 0, 3])).toBe(19 / 4);
    expect(mean([])).toBeNaN();
  });
});

describe("sampleVariance", () => {
  it("divides by one less than the number of values", () => {
    expect(sampleVariance(Float64Array.of(1, 2, 6))).toBe(7);
    expect(sampleVariance([5])).toBeNaN();
  });
});
