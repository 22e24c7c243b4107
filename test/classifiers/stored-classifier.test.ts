import { describe, expect, it } from "vitest";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import { isStoredModel } from "../../src/classifiers/stored-classifier.js";
import { weighted } from "../../src/classifiers/wrappers/weighted.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";

describe("what is kept of a model", () => {
  it("differ from the model, even if an array has the name of its function", () => {
    const data = { x: matrixFromRows([[1], [2]]), y: [0, 1], labels: ["a", "b"] };
    expect(isStoredModel(weighted(multinomial(), {}).fit(data))).toBe(true);
    expect(isStoredModel(multinomial().fit(data))).toBe(false);
    expect(isStoredModel({ arrays: Float64Array.of(1) })).toBe(false);
  });
});
