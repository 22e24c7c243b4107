import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { categorical } from "../../src/classifiers/bayes/categorical.js";
import { gaussian } from "../../src/classifiers/bayes/gaussian.js";
import { jointLogLikelihoods, predict, probabilities } from "../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { expectClose } from "./samples.js";

/** As `test/vectors/column-classifiers.json` holds it: see its own account of where the figures come from. */
interface Vectors {
  readonly matrices: readonly { X: number[][]; y: number[]; Xtest: number[][] }[];
  readonly cases: readonly {
    name: string;
    /** Index into matrices. */
    matrix: number;
    estimator: "GaussianNB" | "CategoricalNB";
    parameters: { alpha?: number; class_prior?: number[]; priors?: number[]; var_smoothing?: number };
    sampleWeight?: number[];
    jointLogLikelihood: number[][];
    probabilities: number[][];
    predicted: number[];
  }[];
}

const vectors = JSON.parse(
  readFileSync(new URL("../vectors/column-classifiers.json", import.meta.url), "utf8"),
) as Vectors;

describe("the figures of scikit-learn 1.2.1 for classifiers of columns", () => {
  it("cover both classifiers, four matrices each, with every variation of the parameters", () => {
    const names = vectors.cases.map(({ name }) => name);
    const ofEach = (variations: readonly string[], matrices: readonly number[]) =>
      matrices.flatMap((matrix) => variations.map((variation) => variation.replace("#", `${matrix}`)));
    expect(names).toEqual(
      expect.arrayContaining([
        ...ofEach(["gaussian #", "gaussian # smoothed", "gaussian # given priors"], [0, 2, 4, 6]),
        ...ofEach(["categorical # alpha 1.0", "categorical # alpha 0.25", "categorical # alpha 0.001"], [1, 3, 5, 7]),
        ...ofEach(["categorical # given priors", "categorical # sample weights"], [1, 3, 5, 7]),
        "gaussian 0 sample weights",
      ]),
    );
  });

  it.each(vectors.cases)("are met to 1e-10: $name", ({ matrix, estimator, parameters, ...expected }) => {
    const { X, y, Xtest } = vectors.matrices[matrix];
    const prior = parameters.class_prior ?? parameters.priors ?? "fit";
    const classifier =
      estimator === "GaussianNB"
        ? gaussian({ prior, varSmoothing: parameters.var_smoothing ?? 1e-9 })
        : categorical({ prior, alpha: parameters.alpha ?? 1 });
    const labels = expected.jointLogLikelihood[0].map((_, c) => `${c}`);
    const model = classifier.fit({ x: matrixFromRows(X), y, labels, weights: expected.sampleWeight });
    const x = matrixFromRows(Xtest);
    for (const [row, scores] of jointLogLikelihoods(model, x).entries())
      expectClose(scores, expected.jointLogLikelihood[row]);
    for (const [row, given] of probabilities(model, x).entries()) expectClose(given, expected.probabilities[row]);
    expect(predict(model, x)).toEqual(expected.predicted);
  });
});
