import { describe, expect, it } from "vitest";
import { cellId, wrongCells } from "../../../src/reports/html/mistake-lists.js";
import { sampleEvaluation } from "../sample.js";

describe("the cells of wrong predictions", () => {
  const prediction = (row: number, predicted: number, probability: number, run = 0) => ({
    ...{ run, row, actual: row === 9 ? 1 : 0, predicted, probability },
  });

  it("hold each document once with the highest probability of its runs, the surest first", () => {
    const predictions = [
      prediction(3, 1, 0.6),
      prediction(4, 1, 0.9),
      prediction(5, 0, 1),
      prediction(3, 1, 0.7, 1),
      prediction(4, 1, 0.2, 1),
      prediction(9, 0, 0.5),
      prediction(2, 1, 0.7),
    ];
    const ids = Array.from({ length: 10 }, (_, row) => `ham/${row}`);
    expect(wrongCells({ evaluation: sampleEvaluation({ predictions }), ids })).toEqual([
      {
        ...{ actual: 0, predicted: 1, count: 5 },
        documents: [
          { id: "ham/4", probability: 0.9, times: 2 },
          { id: "ham/2", probability: 0.7, times: 1 },
          { id: "ham/3", probability: 0.7, times: 2 },
        ],
      },
      { actual: 1, predicted: 0, count: 1, documents: [{ id: "ham/9", probability: 0.5, times: 1 }] },
    ]);
  });

  it("have an id each", () => {
    expect(cellId({ actual: 1, predicted: 11 })).toBe("cell-1-11");
    expect(cellId({ actual: 11, predicted: 1 })).toBe("cell-11-1");
  });
});
