import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bernoulli } from "../../src/classifiers/bayes/bernoulli.js";
import { categorical } from "../../src/classifiers/bayes/categorical.js";
import { classCounts } from "../../src/classifiers/bayes/class-counts.js";
import { complement } from "../../src/classifiers/bayes/complement.js";
import { isCounting } from "../../src/classifiers/bayes/counting-classifier.js";
import { gaussian } from "../../src/classifiers/bayes/gaussian.js";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import { logPrior, type Prior } from "../../src/classifiers/bayes/prior.js";
import { jointLogLikelihoods, predict, probabilities } from "../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { expectClose, expectScores } from "./samples.js";

interface Case {
  name: string;
  /** Index into matrices. */
  matrix: number;
  estimator: "MultinomialNB" | "BernoulliNB" | "ComplementNB" | "GaussianNB" | "CategoricalNB";
  parameters: {
    alpha?: number;
    fit_prior?: boolean;
    class_prior?: number[];
    priors?: number[];
    norm?: boolean;
    var_smoothing?: number;
  };
  sampleWeight?: number[];
  /** Of methods on counts. */
  classLogPrior?: number[];
  featureLogProbability?: number[][];
  jointLogLikelihood: number[][];
  probabilities: number[][];
  predicted: number[];
}

/** The vectors say where their figures come from. */
interface Vectors {
  readonly matrices: readonly { X: number[][]; y: number[]; Xtest: number[][] }[];
  readonly cases: readonly Case[];
}

function classifierOf({ estimator, parameters }: Case, prior: Prior) {
  const { alpha = 1, norm: normalize = false, var_smoothing: varSmoothing = 1e-9 } = parameters;
  switch (estimator) {
    case "MultinomialNB":
      return multinomial({ alpha, prior });
    case "BernoulliNB":
      return bernoulli({ alpha, prior });
    case "ComplementNB":
      return complement({ alpha, normalize });
    case "GaussianNB":
      return gaussian({ prior, varSmoothing });
    case "CategoricalNB":
      return categorical({ prior, alpha });
  }
}

describe.each(["naive-bayes", "column-classifiers"])("the figures of scikit-learn 1.2.1 in %s.json", (file) => {
  const text = readFileSync(new URL(`../vectors/${file}.json`, import.meta.url), "utf8");
  const { matrices, cases } = JSON.parse(text) as Vectors;

  it.each(cases)("are met to 1e-10: $name", (expected) => {
    const { X, y, Xtest } = matrices[expected.matrix];
    const { fit_prior: fitPrior = true, class_prior: classPrior, priors } = expected.parameters;
    const prior: Prior = classPrior ?? priors ?? (fitPrior ? "fit" : "uniform");
    const classifier = classifierOf(expected, prior);
    const labels = expected.jointLogLikelihood[0].map((_, c) => `${c}`);
    const data = { x: matrixFromRows(X), y, labels, weights: expected.sampleWeight };
    const x = matrixFromRows(Xtest);
    const model = classifier.fit(data);
    expectScores(jointLogLikelihoods(model, x), expected.jointLogLikelihood);
    expectScores(probabilities(model, x), expected.probabilities);
    expect(predict(model, x)).toEqual(expected.predicted);
    if (!isCounting(classifier)) return;

    const counts = classCounts(data, classifier.binary);
    expectClose(logPrior(prior, counts.documents), expected.classLogPrior ?? []);
    const linear = classifier.fitCounts(counts);
    for (let term = 0; term < x.columns; term++) {
      const logs = (expected.featureLogProbability ?? []).map((ofClass) => ofClass[term]);
      const weights = classifier.binary ? logs.map((log) => log - Math.log(1 - Math.exp(log))) : logs;
      expectClose(linear.weightsOf(term), weights);
    }
  });
});
