import { describe, expect, it } from "vitest";
import { lead, temperedShares } from "../../../src/classifiers/unlabelled/pooled-labels.js";
import { UNLABELLED } from "../../../src/features/sparse-matrix.js";

describe("temperedShares", () => {
  it("makes methods equally sure, whatever the scale of their scores", () => {
    const scores = Float64Array.of(9, 9, 0, 1, 3, 0, 0, 2, 5, 1);
    const y = [0, UNLABELLED, UNLABELLED, UNLABELLED, UNLABELLED];
    const once = temperedShares(scores, y, 2);
    const scaled = temperedShares(
      scores.map((score) => 1000 * score),
      y,
      2,
    );
    let sum = 0;
    for (let row = 1; row < 5; row++) sum += Math.abs(once[2 * row] - once[2 * row + 1]);
    expect(sum / 4).toBeCloseTo(0.6, 6);
    for (const [i, share] of once.entries()) expect(scaled[i]).toBeCloseTo(share, 6);
  });

  it("gives equal shares to rows with equal scores, and keeps impossible classes at 0", () => {
    expect([...temperedShares(Float64Array.of(2, 2), [UNLABELLED], 2)]).toEqual([0.5, 0.5]);
    expect(temperedShares(Float64Array.of(1, Number.NEGATIVE_INFINITY), [UNLABELLED], 2)[1]).toBe(0);
  });
});

describe("lead", () => {
  it("is the difference of the two largest shares", () => {
    expect(lead(Float64Array.of(0.2, 0.7, 0.1))).toBeCloseTo(0.5, 12);
    expect(lead(Float64Array.of(0.4, 0.4, 0.2))).toBe(0);
    expect(lead(Float64Array.of(0, 0))).toBe(0);
  });
});
