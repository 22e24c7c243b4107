import { describe, expect, it } from "vitest";
import { CALIBRATION_BINS, probabilityMetrics } from "../../../src/evaluation/metrics/metrics.js";

describe("probabilityMetrics", () => {
  it("have bins that include their upper edge; 0 is in the first", () => {
    const bins = (confidence: number) =>
      probabilityMetrics(Float64Array.of(Math.log(confidence)), 1, [0], [0]).reliability.findIndex(
        ({ documents }) => documents === 1,
      );
    expect([0, 1e-300, 0.06, 0.07, 0.5, 0.94, 1].map(bins)).toEqual([0, 0, 0, 1, 7, 14, 14]);
    const { reliability } = probabilityMetrics(Float64Array.of(0), 1, [0], [0]);
    expect(reliability).toHaveLength(CALIBRATION_BINS);
    expect(reliability.map(({ high }) => high).slice(0, -1)).toEqual(reliability.slice(1).map(({ low }) => low));
    expect([reliability[0].low, reliability[14].high]).toEqual([0, 1]);
  });

  it("clip the loss of an impossible class at 36.04 nats", () => {
    const { logLoss, brier } = probabilityMetrics(Float64Array.of(-Infinity, 0), 2, [0], [1]);
    expect(logLoss).toBeCloseTo(52 * Math.log(2), 12);
    expect(brier).toBe(2);
  });

  it("count a class among the first k by its index where probabilities are equal", () => {
    const tied = new Float64Array(8).fill(Math.log(1 / 4));
    const tops = probabilityMetrics(tied, 4, [0, 2], [0, 0]).topAccuracy;
    expect(tops.map(({ accuracy }) => accuracy)).toEqual([0.5, 0.5, 1]);
  });
});
