import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import {
  argmax,
  jointLogLikelihoods,
  predict,
  probabilities,
  requireDataset,
  rowsFor,
  softmaxInPlace,
} from "../../src/classifiers/classifier.js";
import { type Dataset, matrixFromRows, UNLABELLED } from "../../src/features/sparse-matrix.js";
import { dense, matrixOf } from "../features/dense.js";
import { forAll, slowRuns } from "../helpers/arbitraries.js";
import { linearModel, matrix } from "./samples.js";

const score = fc.oneof(
  fc.constantFrom(Number.NEGATIVE_INFINITY, 0, -1, -745, -1e6, -1e300),
  fc.double({ min: -1e5, max: 100, noNaN: true }),
);
const scoreLists = fc.array(score, { minLength: 1, maxLength: 6 });

describe("argmax", () => {
  it("is the first index of the highest score", () => {
    forAll(100, [scoreLists], (scores) => {
      expect(argmax(scores)).toBe(scores.indexOf(Math.max(...scores)));
    });
    expect(argmax([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBe(0);
  });
});

describe("softmaxInPlace", () => {
  it("gives probabilities with sum 1 in the order of the scores, whatever their size", () => {
    forAll(slowRuns(1000), [scoreLists], (scores) => {
      const p = softmaxInPlace(Float64Array.from(scores));
      expect(Math.abs(p.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(1e-9);
      for (const [c, probability] of p.entries()) {
        expect(probability >= 0 && probability <= 1).toBe(true);
        for (const [d, other] of p.entries())
          if (scores[c] > scores[d]) expect(probability).toBeGreaterThanOrEqual(other);
      }
    });
  });

  it("gives the textbook's quotients", () => {
    const p = softmaxInPlace(Float64Array.from([1, 2, 5], Math.log));
    for (const [c, expected] of [1 / 8, 2 / 8, 5 / 8].entries()) expect(p[c]).toBeCloseTo(expected, 14);
  });

  it("does not change with a constant added to every score, also where exp would overflow or vanish", () => {
    const near = softmaxInPlace(Float64Array.of(1, 2, 3));
    expect(softmaxInPlace(Float64Array.of(1001, 1002, 1003))).toEqual(near);
    expect(softmaxInPlace(Float64Array.of(-9999, -9998, -9997))).toEqual(near);
  });

  it("gives an impossible class probability 0, and equal ones if every class is impossible", () => {
    const impossible = Number.NEGATIVE_INFINITY;
    expect(softmaxInPlace(Float64Array.of(-5, impossible))).toEqual(Float64Array.of(1, 0));
    expect(softmaxInPlace(Float64Array.of(impossible, impossible))).toEqual(Float64Array.of(0.5, 0.5));
  });

  it("works in place", () => {
    const scores = Float64Array.of(0, 0);
    expect(softmaxInPlace(scores)).toBe(scores);
  });
});

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

describe("requireDataset", () => {
  const data: Dataset = { x: matrixOf([[1], [2], [null]], 1), y: [0, 1, 1], labels: ["a", "b"], weights: [1, 0, 2.5] };

  it("accepts a data set whose parts fit together", () => {
    expect(() => requireDataset("here", data)).not.toThrow();
    expect(() => requireDataset("here", { ...data, y: Uint32Array.of(0, 1, 1), weights: undefined })).not.toThrow();
  });

  it("accepts rows without a label only for methods that learn from them", () => {
    const some = { ...data, y: Uint32Array.of(0, UNLABELLED, 1) };
    expect(() => requireDataset("here", some, true)).not.toThrow();
    expect(() => requireDataset("here", some)).toThrow(DataError);
  });

  it.each([
    [DataError, { labels: [] }, "here: there is no class to learn"],
    [DataError, { x: matrixFromRows([]), y: [] }, "here: there is no document to learn from"],
    [UsageError, { y: [0, 1] }, "here: there are 2 class indices for 3 rows"],
    [UsageError, { y: [0, 1, 1, 0] }, "here: there are 4 class indices for 3 rows"],
    [UsageError, { weights: [1, 1] }, "here: there are 2 weights for 3 rows"],
    [UsageError, { weights: [] }, "here: there are 0 weights for 3 rows"],
    [UsageError, { y: [0, 2, 1] }, "here: row 1: a class index must be from 0 to 1, not 2"],
    [UsageError, { labels: ["a"] }, "here: row 1: a class index must be from 0 to 0, not 1"],
    [UsageError, { y: [-1, 0, 1] }, "here: row 0: a class index must be from 0 to 1, not -1"],
    [UsageError, { y: [0, 0.5, 1] }, "here: row 1: a class index must be from 0 to 1, not 0.5"],
    [UsageError, { y: [0, 0, Number.NaN] }, "here: row 2: a class index must be from 0 to 1, not NaN"],
    [UsageError, { weights: [1, -1, 1] }, "here: row 1: a weight must be finite and at least 0, not -1"],
    [UsageError, { weights: [1, 1, Number.NaN] }, "here: row 2: a weight must be finite and at least 0, not NaN"],
    [
      UsageError,
      { weights: [Number.POSITIVE_INFINITY, 1, 1] },
      "here: row 0: a weight must be finite and at least 0, not Infinity",
    ],
  ])("throws a %o where the parts are %j", (error, change, message) => {
    const check = () => requireDataset("here", { ...data, ...change });
    expect(check).toThrow(error);
    expect(check).toThrow(message);
  });
});
