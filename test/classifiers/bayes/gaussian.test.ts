import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { type CategoricalOptions, categorical } from "../../../src/classifiers/bayes/categorical.js";
import { type GaussianOptions, gaussian } from "../../../src/classifiers/bayes/gaussian.js";
import { jointLogLikelihoods } from "../../../src/classifiers/classifier.js";
import { argmax } from "../../../src/classifiers/scores.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { dense } from "../../features/dense.js";
import { expectClose, matrix } from "../samples.js";

const labels = ["female", "male"];

/** Height, weight and foot size of four men and four women, as the lectures have it. */
const MEN = ["6 180 12", "5.92 190 11", "5.58 170 12", "5.92 165 10"];
const WOMEN = ["5 100 6", "5.5 150 8", "5.42 130 7", "5.75 150 9"];

/** The scores of a row of one number, after learning from such rows of two classes. */
function scoresOf(options: GaussianOptions, females: number[], males: number[], value: number) {
  const x = matrixFromRows([...females, ...males].map((value) => [value]));
  const y = [...females.map(() => 0), ...males.map(() => 1)];
  return jointLogLikelihoods(gaussian(options).fit({ x, y, labels }), matrixFromRows([[value]]))[0];
}

describe("gaussian", () => {
  it("gives the lecture's figures with the unbiased variance", () => {
    const data = { x: matrix(...WOMEN, ...MEN), y: [0, 0, 0, 0, 1, 1, 1, 1], labels };
    const model = gaussian({ variance: "unbiased", varSmoothing: 0 }).fit(data);
    const [[female, male]] = jointLogLikelihoods(model, matrix("6 130 8"));
    expect(Math.exp(male) / 6.197071843878083e-9).toBeCloseTo(1, 10);
    expect(Math.exp(female) / 0.0005377909183630022).toBeCloseTo(1, 10);
  });

  it("stays precise if a row of zeros is far from every mean", () => {
    const scores = (by: number) => scoresOf({ varSmoothing: 0 }, [by, by + 1], [by + 4, by + 6], by + 2);
    expectClose(scores(2 ** 30), scores(1), 1e-12);
  });

  it("treats a column that is constant within a class as a spike, at which the class is certain", () => {
    for (const varSmoothing of [0, 1e-9]) {
      const best = (value: number) => argmax(scoresOf({ varSmoothing }, [2, 2], [1, 3], value));
      expect([best(2), best(2.1)]).toEqual([0, 1]);
    }
    const [female, male] = scoresOf({}, [7], [7, 7], 7);
    expect(male - female).toBeCloseTo(Math.LN2, 12);
  });

  it("takes 0 as the unbiased variance of a single row", () => {
    const [one, other] = (["unbiased", "maximum-likelihood"] as const).map((variance) =>
      scoresOf({ variance, varSmoothing: 1 }, [1], [2], 3),
    );
    expect(one).toEqual(other);
  });

  it("rules out a class without rows, whatever its prior", () => {
    for (const prior of ["fit", "uniform", [0.5, 0.5]] as const) {
      const [female, male] = scoresOf({ prior }, [1, 2], [], 5);
      expect([Number.isFinite(female), male]).toEqual([true, Number.NEGATIVE_INFINITY]);
    }
  });

  it("refuses values whose variance is not finite, and names the column; stays finite with the widest smoothing", () => {
    const data = { x: matrix("1 1e200", "1 -1e200"), y: [0, 1], labels };
    const refusal = "fit: the variance of column 1 is too large for a number: scale its values";
    expect(() => gaussian().fit(data)).toThrow(new DataError(refusal));
    expect(scoresOf({ varSmoothing: 1e100 }, [1e150], [-1e150], 1e300).every(Number.isFinite)).toBe(true);
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
    const classifier = gaussian();
    const arrays = classifier.fit({ x: matrix("1", "2"), y: [0, 1], labels }).arrays();
    for (const value of values) {
      const changed = { ...arrays, [name]: arrays[name].map(() => value) };
      expect(() => classifier.restore(labels, 1, changed)).toThrow(DataError);
    }
  });
});

const CATEGORIES = { x: matrix("0 2", "1 0", "1 2"), y: [0, 1, 1], labels: ["a", "b"] };

describe("categorical", () => {
  const likelihoods = (options: CategoricalOptions, ...rows: string[]) => {
    const model = categorical({ ...options, prior: "none" }).fit(CATEGORIES);
    return jointLogLikelihoods(model, matrix(...rows)).map((logs) => logs.map(Math.exp));
  };

  it("ignores a column whose category is higher than any in training, or is not a category", () => {
    for (const shares of likelihoods({}, "1 3", "1 2.5", "1 -1")) expectClose(shares, [1 / 3, 3 / 4]);
  });

  it.each<[CategoricalOptions, number[]]>([
    [{ mEstimate: 6 }, [((0 + 3) / 7) * ((1 + 2) / 7), ((2 + 3) / 8) * ((1 + 2) / 8)]],
    [{ mEstimate: 6, mPrior: "frequency" }, [((0 + 4) / 7) * ((1 + 4) / 7), ((2 + 4) / 8) * ((1 + 4) / 8)]],
    [{ dirichlet: 2 }, [(1 / 3) * (2 / 4), (3 / 4) * (2 / 5)]],
    [{ dirichlet: [2, 3] }, [(1 / 3) * (3 / 7), (3 / 4) * (3 / 8)]],
    [{ dirichlet: dense(matrix("2 1", "1 2")) }, [1 / 3, 2 / 5]],
  ])("smooths over the categories of a column by %j", (options, expected) => {
    expectClose(likelihoods(options, "1 2")[0], expected);
  });

  it("ignores a column whose category no row has, in an m-estimate by frequency", () => {
    const [[a, b], [c, d]] = likelihoods({ mEstimate: 1, mPrior: "frequency" }, "1 1", "1 9");
    expect(a / b).toBeCloseTo(c / d, 12);
  });

  it.each([[[2, 2, 2]], [[[2, 2]]]])(
    "refuses the Dirichlet weights %j for two classes and two columns",
    (dirichlet) => {
      expect(() => categorical({ dirichlet }).fit(CATEGORIES)).toThrow(/^categorical: dirichlet /);
    },
  );

  it.each([1.5, 2 ** 53])("refuses %d for a category in training, and says where", (value) => {
    const bad = { ...CATEGORIES, x: matrix("0 2", `1 ${value}`, "1 2") };
    const refusal = `fit: row 1, column 1: a category must be a whole number, not ${value}`;
    expect(() => categorical().fit(bad)).toThrow(new DataError(refusal));
  });
});
