import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { jointLogLikelihoods, predict, probabilities, rowsFor } from "../../src/classifiers/classifier.js";
import { softmaxInPlace } from "../../src/classifiers/scores.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { dense } from "../features/dense.js";
import { linearModel, matrix } from "./samples.js";

describe("jointLogLikelihoods, probabilities and predict", () => {
  const model = linearModel([0, -1], ["-1 -0.5", "-0.5 -1"]);
  const x = matrix("0 0", "3 0", "2 0", "0 1");

  it("give one result a row", () => {
    expect(jointLogLikelihoods(model, x)).toEqual([
      Float64Array.of(0, -1),
      Float64Array.of(-3, -2.5),
      Float64Array.of(-2, -2),
      Float64Array.of(-0.5, -2),
    ]);
    expect(probabilities(model, x)[2]).toEqual(Float64Array.of(0.5, 0.5));
    expect(predict(model, x)).toEqual([0, 1, 0, 0]);
  });

  it("treat values as presences in a model of presences, except for the scores themselves", () => {
    const binary = linearModel([0, -1], ["-1 -0.5", "-0.5 -1"], { binary: true });
    expect(predict(binary, x)).toEqual([0, 0, 0, 0]);
    expect(probabilities(binary, x)[1]).toEqual(softmaxInPlace(Float64Array.of(-1, -1.5)));
    expect(jointLogLikelihoods(binary, x)[1]).toEqual(Float64Array.of(-3, -2.5));
    expect(dense(rowsFor(binary, x))[1]).toEqual([1, 0]);
    expect(rowsFor(model, x)).toBe(x);
  });

  it("take rows of fewer columns and refuse rows of more", () => {
    expect(predict(model, matrixFromRows([[3], [2]]))).toEqual([1, 0]);
    const wide = matrixFromRows([[0, 0, 1]]);
    for (const use of [jointLogLikelihoods, probabilities, predict, rowsFor]) {
      expect(() => use(model, wide)).toThrow(UsageError);
      expect(() => use(model, wide)).toThrow("predict: the rows have 3 columns, but the model has learned only 2");
    }
  });

  it("give nothing for no rows", () => {
    const none = matrixFromRows([]);
    expect([jointLogLikelihoods(model, none), probabilities(model, none), predict(model, none)]).toEqual([[], [], []]);
  });
});
