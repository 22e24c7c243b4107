import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { type CategoricalOptions, categorical } from "../../../src/classifiers/bayes/categorical.js";
import { gaussian, type Variance } from "../../../src/classifiers/bayes/gaussian.js";
import { jointLogLikelihoods, predict, probabilities } from "../../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { expectClose, matrix } from "../samples.js";

const labels = ["female", "male"];

/** Height, weight and foot size of four men and four women, as the lectures have it. */
const people = {
  x: matrix(
    "6 180 12",
    "5.92 190 11",
    "5.58 170 12",
    "5.92 165 10",
    "5 100 6",
    "5.5 150 8",
    "5.42 130 7",
    "5.75 150 9",
  ),
  y: [1, 1, 1, 1, 0, 0, 0, 0],
  labels,
};

describe("gaussian", () => {
  it("gives the lecture's figures with the unbiased variance", () => {
    const model = gaussian({ variance: "unbiased", varSmoothing: 0 }).fit(people);
    const x = matrixFromRows([[6, 130, 8]]);
    const [[female, male]] = jointLogLikelihoods(model, x);
    expect(Math.exp(male) / 6.197071843878083e-9).toBeCloseTo(1, 10);
    expect(Math.exp(female) / 0.0005377909183630022).toBeCloseTo(1, 10);
    expect(predict(model, x)).toEqual([0]);
  });

  it("stays precise if a row of zeros is far from every mean", () => {
    const moved = (by: number) => matrixFromRows([[by], [by + 1], [by + 4], [by + 6]]);
    const scores = (by: number) =>
      jointLogLikelihoods(
        gaussian({ varSmoothing: 0 }).fit({ x: moved(by), y: [0, 0, 1, 1], labels }),
        matrixFromRows([[by + 2]]),
      )[0];
    const [near, far] = [scores(1), scores(2 ** 30)];
    for (const c of labels.keys()) expect(far[c]).toBeCloseTo(near[c], 12);
  });

  it("treats a column that is constant within a class as a spike, at which the class is certain", () => {
    const x = matrixFromRows([[2], [2], [1], [3]]);
    for (const varSmoothing of [0, 1e-9]) {
      const model = gaussian({ varSmoothing }).fit({ x, y: [0, 0, 1, 1], labels });
      expect(predict(model, matrixFromRows([[2], [2.1]]))).toEqual([0, 1]);
    }
    const same = gaussian().fit({ x: matrixFromRows([[7], [7], [7]]), y: [0, 1, 1], labels });
    expect(probabilities(same, matrixFromRows([[7]]))[0][1]).toBeCloseTo(2 / 3, 12);
  });

  it("takes 0 as the unbiased variance of a single row", () => {
    const data = { x: matrix("1", "2", "3"), y: [0, 1, 1], labels };
    const fitted = (variance: Variance) => gaussian({ variance }).fit(data).arrays().variances[0];
    expect(fitted("unbiased")).toBe(fitted("maximum-likelihood"));
  });

  it("rules out a class without rows, whatever its prior", () => {
    const data = { x: matrixFromRows([[1], [2]]), y: [0, 0], labels };
    for (const prior of ["fit", "uniform", [0.5, 0.5]] as const) {
      const [scores] = jointLogLikelihoods(gaussian({ prior }).fit(data), matrixFromRows([[5]]));
      expect(scores[1]).toBe(Number.NEGATIVE_INFINITY);
      expect(Number.isFinite(scores[0])).toBe(true);
    }
  });

  it("refuses values whose variance is not finite, and names the column", () => {
    const data = { x: matrix("1 1e200", "1 -1e200"), y: [0, 1], labels };
    expect(() => gaussian().fit(data)).toThrow(DataError);
    expect(() => gaussian().fit(data)).toThrow("fit: the variance of column 1 is too large for a number");
  });

  it("stays finite with the widest smoothing of the widest values", () => {
    const data = { x: matrixFromRows([[1e150], [-1e150]]), y: [0, 1], labels };
    const [scores] = jointLogLikelihoods(gaussian({ varSmoothing: 1e100 }).fit(data), matrixFromRows([[1e300]]));
    expect(scores.every(Number.isFinite)).toBe(true);
  });

  const infinite = Number.POSITIVE_INFINITY;
  const FORGED = {
    documents: [-1, infinite],
    classes: [2],
    means: [infinite],
    variances: [0, infinite],
    "zero-variance": [0, infinite],
  };
  it.each(Object.entries(FORGED))("refuses %s of %j in a model file", (name, values) => {
    const arrays = gaussian()
      .fit({ x: matrix("1", "2"), y: [0, 1], labels })
      .arrays();
    for (const value of values) {
      const changed = { ...arrays, [name]: arrays[name].map(() => value) };
      expect(() => gaussian().restore(labels, 1, changed)).toThrow(DataError);
    }
  });
});

const CATEGORIES = { x: matrix("0 2", "1 0", "1 2"), y: [0, 1, 1], labels: ["a", "b"] };

describe("categorical", () => {
  it("ignores a column whose category is higher than any in training, or is not a category", () => {
    const model = categorical().fit(CATEGORIES);
    const [without] = jointLogLikelihoods(
      categorical().fit({ ...CATEGORIES, x: matrixFromRows([[0], [1], [1]]) }),
      matrixFromRows([[1]]),
    );
    for (const value of [3, 2.5, -1]) {
      const [scores] = jointLogLikelihoods(model, matrixFromRows([[1, value]]));
      for (const c of CATEGORIES.labels.keys()) expect(scores[c]).toBeCloseTo(without[c], 12);
    }
  });

  it("smooths over the categories of a column", () => {
    const share = (options: CategoricalOptions) =>
      jointLogLikelihoods(categorical({ ...options, prior: "none" }).fit(CATEGORIES), matrixFromRows([[1, 2]])).map(
        (scores) => Array.from(scores, Math.exp),
      )[0];
    expectClose(share({ mEstimate: 6 }), [((0 + 3) / 7) * ((1 + 2) / 7), ((2 + 3) / 8) * ((1 + 2) / 8)]);
    expectClose(share({ mEstimate: 6, mPrior: "frequency" }), [
      ((0 + 4) / 7) * ((1 + 4) / 7),
      ((2 + 4) / 8) * ((1 + 4) / 8),
    ]);
    expectClose(share({ dirichlet: 2 }), share({}));
    expectClose(share({ dirichlet: [2, 3] }), [(1 / 3) * (3 / 7), (3 / 4) * (3 / 8)]);
    expectClose(
      share({
        dirichlet: [
          [2, 1],
          [1, 2],
        ],
      }),
      [1 / 3, 2 / 5],
    );
  });

  it("ignores a column whose category no row has, in an m-estimate by frequency", () => {
    const model = categorical({ mEstimate: 1, mPrior: "frequency" }).fit(CATEGORIES);
    const [[a, b], [c, d]] = jointLogLikelihoods(model, matrix("1 1", "1 9"));
    expect(a - b).toBeCloseTo(c - d, 12);
  });

  it.each([{ dirichlet: [2, 2, 2] }, { dirichlet: [[2, 2]] }])(
    "refuses %j for two classes and two columns",
    (options) => {
      expect(() => categorical(options).fit(CATEGORIES)).toThrow(/^categorical: dirichlet /);
    },
  );

  it.each([1.5, 2 ** 53])("refuses %d for a category in training, and says where", (value) => {
    const bad = { ...CATEGORIES, x: matrix("0 2", `1 ${value}`, "1 2") };
    expect(() => categorical().fit(bad)).toThrow(DataError);
    expect(() => categorical().fit(bad)).toThrow(
      `fit: row 1, column 1: a category must be a whole number, not ${value}`,
    );
  });
});
