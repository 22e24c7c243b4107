import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { type CategoricalOptions, categorical } from "../../../src/classifiers/bayes/categorical.js";
import { jointLogLikelihoods } from "../../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { expectClose, matrix } from "../samples.js";

const data = {
  x: matrix("0 2", "1 0", "1 2"),
  y: [0, 1, 1],
  labels: ["a", "b"],
};

describe("categorical", () => {
  it("ignores a column whose category is higher than any in training, or is not a category", () => {
    const model = categorical().fit(data);
    const [without] = jointLogLikelihoods(
      categorical().fit({ ...data, x: matrixFromRows([[0], [1], [1]]) }),
      matrixFromRows([[1]]),
    );
    for (const value of [3, 2.5, -1]) {
      const [scores] = jointLogLikelihoods(model, matrixFromRows([[1, value]]));
      for (const c of data.labels.keys()) expect(scores[c]).toBeCloseTo(without[c], 12);
    }
  });

  it("smooths over the categories of a column", () => {
    const share = (options: CategoricalOptions) =>
      jointLogLikelihoods(categorical({ ...options, prior: "none" }).fit(data), matrixFromRows([[1, 2]])).map(
        (scores) => Array.from(scores, Math.exp),
      )[0];
    expectClose(share({ mEstimate: 6 }), [((0 + 3) / 7) * ((1 + 2) / 7), ((2 + 3) / 8) * ((1 + 2) / 8)]);
    expectClose(share({ mEstimate: 6, mPrior: "frequency" }), [
      ((0 + 4) / 7) * ((1 + 4) / 7),
      ((2 + 4) / 8) * ((1 + 4) / 8),
    ]);
    expectClose(share({ dirichlet: 2 }), share({}));
    expectClose(share({ dirichlet: [2, 3] }), [(1 / 3) * (3 / 7), (3 / 4) * (3 / 8)]);
    const rows = [
      [2, 1],
      [1, 2],
    ];
    expectClose(share({ dirichlet: rows }), [(1 / 3) * 1, 1 * (2 / 5)]);
  });

  it("ignores a column whose category no row has, in an m-estimate by frequency", () => {
    const model = categorical({ mEstimate: 1, mPrior: "frequency" }).fit(data);
    const [[a, b], [c, d]] = jointLogLikelihoods(model, matrix("1 1", "1 9"));
    expect(a - b).toBeCloseTo(c - d, 12);
  });

  it.each([{ dirichlet: [2, 2, 2] }, { dirichlet: [[2, 2]] }])(
    "refuses %j for two classes and two columns",
    (options) => {
      expect(() => categorical(options).fit(data)).toThrow(/^categorical: dirichlet /);
    },
  );

  it.each([1.5, 2 ** 53])("refuses %d for a category in training, and says where", (value) => {
    const bad = {
      ...data,
      x: matrixFromRows([
        [0, 2],
        [1, value],
        [1, 2],
      ]),
    };
    expect(() => categorical().fit(bad)).toThrow(DataError);
    expect(() => categorical().fit(bad)).toThrow(
      `fit: row 1, column 1: a category must be a whole number, not ${value}`,
    );
  });
});
