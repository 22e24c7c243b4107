import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bernoulli } from "../../src/classifiers/bayes/bernoulli.js";
import { classCounts } from "../../src/classifiers/bayes/class-counts.js";
import { complement } from "../../src/classifiers/bayes/complement.js";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import { logPrior, type Prior } from "../../src/classifiers/bayes/prior.js";
import { jointLogLikelihoods, predict, probabilities } from "../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { expectClose } from "./samples.js";

/** As `test/vectors/naive-bayes.json` holds it: see its own account of where the figures come from. */
interface Vectors {
  readonly matrices: readonly { X: number[][]; y: number[]; Xtest: number[][] }[];
  readonly cases: readonly {
    name: string;
    /** Index into matrices. */
    matrix: number;
    estimator: "MultinomialNB" | "BernoulliNB" | "ComplementNB";
    parameters: { alpha?: number; fit_prior?: boolean; class_prior?: number[]; norm?: boolean };
    sampleWeight?: number[];
    classLogPrior: number[];
    featureLogProbability: number[][];
    jointLogLikelihood: number[][];
    probabilities: number[][];
    predicted: number[];
  }[];
}

const vectors = JSON.parse(readFileSync(new URL("../vectors/naive-bayes.json", import.meta.url), "utf8")) as Vectors;

describe("the figures of scikit-learn 1.2.1", () => {
  it("cover all three classifiers, with every variation of the parameters", () => {
    expect(vectors.cases.map(({ name }) => name.replace(/ \d /, " "))).toEqual(
      expect.arrayContaining([
        ...["alpha 1.0", "alpha 0.1", "alpha 0.001", "sample weights"].flatMap((variation) => [
          `multinomial ${variation}`,
          `bernoulli ${variation}`,
        ]),
        ...["1.0", "0.1", "0.001"].flatMap((alpha) =>
          ["True", "False"].map((norm) => `complement alpha ${alpha} norm ${norm}`),
        ),
        "multinomial uniform prior",
        "multinomial given prior",
      ]),
    );
  });

  it.each(vectors.cases)("are met to 1e-10: $name", (expected) => {
    const { X, y, Xtest } = vectors.matrices[expected.matrix];
    const { alpha = 1, fit_prior: fitPrior = true, class_prior: classPrior, norm = false } = expected.parameters;
    const prior: Prior = classPrior ?? (fitPrior ? "fit" : "uniform");
    const classifiers = {
      MultinomialNB: () => multinomial({ alpha, prior }),
      BernoulliNB: () => bernoulli({ alpha, prior }),
      ComplementNB: () => complement({ alpha, normalize: norm }),
    };
    const classifier = classifiers[expected.estimator]();
    const labels = expected.classLogPrior.map((_, c) => `${c}`);
    const data = { x: matrixFromRows(X), y, labels, weights: expected.sampleWeight };
    const counts = classCounts(data, classifier.binary);
    const x = matrixFromRows(Xtest);

    const model = classifier.fit(data);
    expectClose(logPrior(prior, counts.documents), expected.classLogPrior);
    for (const [row, scores] of jointLogLikelihoods(model, x).entries())
      expectClose(scores, expected.jointLogLikelihood[row]);
    for (const [row, given] of probabilities(model, x).entries()) expectClose(given, expected.probabilities[row]);
    expect(predict(model, x)).toEqual(expected.predicted);

    const linear = classifier.fitCounts(counts);
    for (let term = 0; term < x.columns; term++) {
      const logs = expected.featureLogProbability.map((ofClass) => ofClass[term]);
      const weights = classifier.binary ? logs.map((log) => log - Math.log(1 - Math.exp(log))) : logs;
      expectClose(linear.weightsOf(term), weights);
    }
  });
});
