import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bernoulli } from "../../src/classifiers/bayes/bernoulli.js";
import { complement } from "../../src/classifiers/bayes/complement.js";
import type { CountingClassifier } from "../../src/classifiers/bayes/counting-classifier.js";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods, predict, probabilities } from "../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import type { Check } from "./checks.js";
import { difference } from "./predictions.js";

interface ReferenceCase {
  readonly name: string;
  readonly estimator: string;
  readonly parameters: {
    readonly alpha?: number;
    readonly fit_prior?: boolean;
    readonly class_prior?: number[];
    readonly norm?: boolean;
  };
  readonly X: number[][];
  readonly y: number[];
  readonly Xtest: number[][];
  readonly sampleWeight?: number[];
  readonly jointLogLikelihood: number[][];
  readonly probabilities: number[][];
  readonly predicted: number[];
}

/** Compares scores, probabilities and predictions on generated matrices with scikit-learn's. */
export function checkReferenceCases(check: Check, vectors: string): void {
  const { cases } = JSON.parse(readFileSync(join(vectors, "naive-bayes.json"), "utf8")) as { cases: ReferenceCase[] };
  const methods: Readonly<Record<string, (options: object) => CountingClassifier>> = {
    MultinomialNB: multinomial,
    BernoulliNB: bernoulli,
    ComplementNB: complement,
  };
  for (const [estimator, method] of Object.entries(methods)) {
    const ofEstimator = cases.filter((reference) => reference.estimator === estimator);
    let worst = 0;
    for (const { parameters, X, y, Xtest, sampleWeight, ...expected } of ofEstimator) {
      const { alpha, fit_prior: fitPrior, class_prior: classPrior, norm: normalize } = parameters;
      const fitted = estimator === "ComplementNB" ? "none" : "fit";
      const prior = classPrior ?? (fitPrior === false ? "uniform" : fitted);
      const labels = [...new Set(y)].sort((a, b) => a - b).map(String);
      const model = method({ ...(alpha === undefined ? {} : { alpha }), normalize, prior }).fit({
        x: matrixFromRows(X),
        y,
        labels,
        weights: sampleWeight,
      });
      const x = matrixFromRows(Xtest);
      worst = Math.max(
        worst,
        difference(jointLogLikelihoods(model, x), expected.jointLogLikelihood),
        difference(probabilities(model, x), expected.probabilities),
        difference([predict(model, x)], [expected.predicted]),
      );
    }
    const what = `${estimator}: largest difference in ${ofEstimator.length} reference cases`;
    check(what, worst.toExponential(1), "at most 1e-10", worst <= 1e-10 && ofEstimator.length > 0);
  }
}
