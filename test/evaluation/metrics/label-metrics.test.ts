import { describe, expect, it } from "vitest";
import { labelMetrics } from "../../../src/evaluation/metrics/label-metrics.js";

const OUTCOMES = [
  { actual: ["a"], predicted: ["a"] },
  { actual: ["a", "b"], predicted: ["a"] },
  { actual: ["b"], predicted: ["c", "b"] },
  { actual: ["c", "a"], predicted: ["c"] },
  { actual: [], predicted: ["a"] },
  { actual: ["c"], predicted: ["b"] },
];

describe("the figures of documents with several labels", () => {
  it("are those of the matrices of zeros and ones", () => {
    const { micro, macro, subsetAccuracy, hammingLoss, labels, ...others } = labelMetrics(OUTCOMES, 3);
    expect(labels).toEqual([
      { label: "a", support: 3, predicted: 3, correct: 2, precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 },
      { label: "b", support: 2, predicted: 2, correct: 1, precision: 1 / 2, recall: 1 / 2, f1: 1 / 2 },
      { label: "c", support: 2, predicted: 2, correct: 1, precision: 1 / 2, recall: 1 / 2, f1: 1 / 2 },
    ]);
    expect(micro.f1).toBeCloseTo(4 / 7, 12);
    expect(macro.f1).toBeCloseTo(5 / 9, 12);
    expect(subsetAccuracy).toBeCloseTo(1 / 6, 12);
    expect(hammingLoss).toBeCloseTo(6 / 18, 12);
    expect(others).toEqual({ documents: 6, labelsPerDocument: 7 / 6, predictedPerDocument: 7 / 6 });
  });

  it("count labels that no document has or gets in the Hamming loss alone", () => {
    const { labels, hammingLoss } = labelMetrics(OUTCOMES, 6);
    expect(labels).toHaveLength(3);
    expect(hammingLoss).toBeCloseTo(6 / 36, 12);
  });

  it("count a document without labels as right if it gets no label", () => {
    expect(labelMetrics([{ actual: [], predicted: [] }], 2)).toMatchObject({ subsetAccuracy: 1, hammingLoss: 0 });
  });

  it("leave labels that no document has out of the macro average, but not out of the micro average", () => {
    const { macro, micro, labels } = labelMetrics([...OUTCOMES, { actual: [], predicted: ["d"] }], 4);
    expect(labels.find(({ label }) => label === "d")).toMatchObject({ support: 0, predicted: 1, f1: 0 });
    expect(macro.f1).toBeCloseTo(5 / 9, 12);
    expect(micro.f1).toBeCloseTo(8 / 15, 12);
  });
});
