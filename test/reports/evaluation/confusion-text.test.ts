import { expect, it } from "vitest";
import { confusionLines } from "../../../src/reports/evaluation/evaluation-text.js";

const LABELS = ["ham", "a\u001bb", "spam"];
const CONFUSION = [
  [1200, 0, 3],
  [0, 7, 1],
  [2, 0, 0],
];

it("a confusion matrix on a terminal is left out if it does not fit the terminal", () => {
  expect(confusionLines(CONFUSION, LABELS, { columns: 34 })).toHaveLength(4);
  expect(confusionLines(CONFUSION, LABELS, { columns: 33 })).toEqual([]);
  const many = Array.from({ length: 100 }, (_, c) => `class ${c}`);
  const zeros = many.map(() => many.map(() => 0));
  expect(confusionLines(zeros, many, {})).toEqual([]);
});
