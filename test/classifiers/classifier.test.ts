import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import { classifyRow, jointLogLikelihoods, predict, probabilities, rowsFor } from "../../src/classifiers/classifier.js";
import { softmaxInPlace } from "../../src/classifiers/scores.js";
import { requireDataset } from "../../src/features/dataset.js";
import { type Dataset, matrixFromRows, UNLABELLED } from "../../src/features/sparse-matrix.js";
import { dense, matrixOf } from "../features/dense.js";
import { forAll, slowRuns } from "../helpers/arbitraries.js";
import { cells, linearModel, matrix } from "./samples.js";

describe("jointLogLikelihoods, probabilities and predict", () => {
  const model = linearModel([0, -1], ["-1 -0.5", "-0.5 -1"]);
  const x = matrix("0 0", "3 0", "2 0", "0 1");

  it("give one result a row", () => {
    const scores = [
      [0, -1],
      [-3, -2.5],
      [-2, -2],
      [-0.5, -2],
    ].map((row) => Float64Array.from(row));
    expect(jointLogLikelihoods(model, x)).toEqual(scores);
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
    const refusal = new UsageError("predict: the rows have 3 columns, but the model has learned only 2");
    for (const use of [jointLogLikelihoods, probabilities, predict, rowsFor]) {
      expect(() => use(model, wide)).toThrow(refusal);
    }
  });
});

const EMPTY = matrixFromRows([[]]);

describe("classifyRow", () => {
  it("ranks all classes by probability, equal ones in the order of the labels", () => {
    const score = fc.oneof(fc.integer({ min: -6, max: 0 }), fc.constant(Number.NEGATIVE_INFINITY));
    forAll(slowRuns(300), [fc.array(score, { minLength: 1, maxLength: 6 })], (bias) => {
      const model = linearModel(bias);
      const { label, probability, ranking } = classifyRow(model, EMPTY, 0);
      const [p] = probabilities(model, EMPTY);
      const expected = Array.from(p.keys()).sort((a, b) => p[b] - p[a] || a - b);
      expect(ranking).toEqual(expected.map((c) => ({ label: `c${c}`, probability: p[c] })));
      expect({ label, probability }).toEqual(ranking[0]);
      expect(label).toBe(`c${predict(model, EMPTY)[0]}`);
    });
  });

  const impossible = Number.NEGATIVE_INFINITY;
  it.each([
    [[Math.log(3), 0], expect.closeTo(Math.log(3), 12)],
    [[0, Math.log(6), Math.log(2)], expect.closeTo(Math.log(6 / 3), 12)],
    [[0], Number.POSITIVE_INFINITY],
    [[impossible, impossible], 0],
    [[impossible, impossible, impossible], Math.log(1 / 2)],
    [[impossible], Number.POSITIVE_INFINITY],
    // The probability rounds to 1.
    [[0, -1000], 1000],
  ])("gives the odds of the best of the scores %j against all other classes: %s", (bias, logOdds) => {
    expect(classifyRow(linearModel(bias), EMPTY, 0).logOdds).toEqual(logOdds);
  });

  it("names the class with the highest score, even if the probabilities round to the same number", () => {
    const [lower, higher] = [-0.5 + 2 ** -54, -0.5 + 2 ** -53];
    expect(classifyRow(linearModel([lower, higher]), EMPTY, 0).label).toBe("c1");
  });

  it("scores the row asked for and counts the tokens that the model knows", () => {
    const model = linearModel([0, -1], ["-2 0", "0 -3"]);
    const x = cells("3 1", ". 2", "0 0", ". .");
    expect([0, 1, 2, 3].map((row) => classifyRow(model, x, row).label)).toEqual(["c1", "c0", "c0", "c0"]);
    expect([0, 1, 2, 3].map((row) => classifyRow(model, x, row).knownTokens)).toEqual([4, 2, 0, 0]);
  });
});

describe("requireDataset", () => {
  const data: Dataset = { x: matrixOf([[1], [2], [null]], 1), y: [0, 1, 1], labels: ["a", "b"], weights: [1, 0, 2.5] };

  it("accepts rows without a label only for methods that learn from them", () => {
    const some = { ...data, y: Uint32Array.of(0, UNLABELLED, 1) };
    expect(() => requireDataset("here", some, true)).not.toThrow();
    expect(() => requireDataset("here", some)).toThrow(DataError);
  });

  it.each([
    [DataError, { labels: [] }, "here: there is no class to learn"],
    [DataError, { x: matrixFromRows([]), y: [] }, "here: there is no document to learn from"],
    [UsageError, { y: [0, 1] }, "here: there are 2 class indices for 3 rows"],
    [UsageError, { weights: [1, 1] }, "here: there are 2 weights for 3 rows"],
    [UsageError, { y: [0, 2, 1] }, "here: row 1: a class index must be from 0 to 1, not 2"],
    [UsageError, { y: [-1, 0, 1] }, "here: row 0: a class index must be from 0 to 1, not -1"],
    [UsageError, { y: [0, 0, 0.5] }, "here: row 2: a class index must be from 0 to 1, not 0.5"],
    [UsageError, { weights: [1, -1, 1] }, "here: row 1: a weight must be finite and at least 0, not -1"],
    [UsageError, { weights: [1, 1, Number.NaN] }, "here: row 2: a weight must be finite and at least 0, not NaN"],
  ])("throws a %o where the parts are %j", (Refusal, change, message) => {
    expect(() => requireDataset("here", { ...data, ...change })).toThrow(new Refusal(message));
  });
});
