import { expect, it } from "vitest";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { labelDecisions } from "../../../src/classifiers/wrappers/label-decisions.js";
import { matrixFromRows, UNLABELLED } from "../../../src/features/sparse-matrix.js";

it("A model of several labels does not take a row without a label for a row with none of the labels", () => {
  const data = { x: matrixFromRows([[1], [2], [3]]), y: [0, UNLABELLED, 1], labels: ["a", "b"] };
  expect(() => labelDecisions(multinomial()).fit(data)).toThrow("fit: row 1 has no label, and this method learns only");
});
