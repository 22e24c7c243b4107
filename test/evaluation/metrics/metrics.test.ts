import { describe, expect, it } from "vitest";
import {
  classMetrics,
  emptyConfusion,
  macroAverage,
  matthewsCorrelation,
  microAverage,
} from "../../../src/evaluation/metrics/metrics.js";
import { matrix } from "../small-corpora.js";

describe("macroAverage", () => {
  it("leaves out a class that neither occurs nor is predicted, and keeps one that does either", () => {
    const absent = matrix([3, 0, 0], [1, 2, 0], [0, 0, 0]);
    expect(macroAverage(classMetrics(absent, ["a", "b", "c"]), absent).recall).toBeCloseTo((1 + 2 / 3) / 2, 14);
    const predictedOnly = matrix([3, 0, 1], [1, 2, 0], [0, 0, 0]);
    expect(macroAverage(classMetrics(predictedOnly, ["a", "b", "c"]), predictedOnly).recall).toBeCloseTo(
      (3 / 4 + 2 / 3) / 3,
      14,
    );
    const testedOnly = matrix([3, 0, 0], [1, 2, 0], [1, 0, 0]);
    expect(macroAverage(classMetrics(testedOnly, ["a", "b", "c"]), testedOnly).precision).toBeCloseTo(
      (3 / 5 + 1) / 3,
      14,
    );
  });
});

describe("microAverage", () => {
  it("equals accuracy three times, and 0 without documents", () => {
    const confusion = matrix([3, 1], [2, 4]);
    expect(microAverage(confusion)).toEqual({ precision: 0.7, recall: 0.7, f1: 0.7 });
    expect(microAverage(emptyConfusion(2))).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});

describe("matthewsCorrelation", () => {
  it("is exactly 1 where all are right and two classes occur, and 0 where one does", () => {
    const right = matrix([7, 0, 0], [0, 3, 0], [0, 0, 0]);
    expect(matthewsCorrelation(right)).toBe(1);
    const reversed = matrix([0, 5], [3, 0]);
    expect(matthewsCorrelation(reversed)).toBe(-1);
    const one = matrix([5, 0], [0, 0]);
    expect(matthewsCorrelation(one)).toBe(0);
    expect(matthewsCorrelation(emptyConfusion(3))).toBe(0);
  });
});
