import { describe, expect, it } from "vitest";
import { confusionLines } from "../../../src/reports/evaluation/evaluation-text.js";

const LABELS = ["ham", "a\u001bb", "spam"];
const CONFUSION = [
  [1200, 0, 3],
  [0, 7, 1],
  [2, 0, 0],
];

describe("a confusion matrix on a terminal", () => {
  it("has a row for each actual class and a numbered column for each predicted one", () => {
    expect(confusionLines(CONFUSION, LABELS, {})).toEqual([
      "   actual \\ predicted      1  2  3",
      "1  ham                 1,200  ·  3",
      "2  a\\u001bb                ·  7  1",
      "3  spam                    2  ·  ·",
    ]);
  });

  it("is left out if it does not fit the terminal", () => {
    expect(confusionLines(CONFUSION, LABELS, { columns: 34 })).toHaveLength(4);
    expect(confusionLines(CONFUSION, LABELS, { columns: 33 })).toEqual([]);
    const many = Array.from({ length: 100 }, (_, c) => `class ${c}`);
    const zeros = many.map(() => many.map(() => 0));
    expect(confusionLines(zeros, many, {})).toEqual([]);
  });
});
