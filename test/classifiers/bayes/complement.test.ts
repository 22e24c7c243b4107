import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classCounts } from "../../../src/classifiers/bayes/class-counts.js";
import { complement } from "../../../src/classifiers/bayes/complement.js";
import type { Prior } from "../../../src/classifiers/bayes/prior.js";
import { jointLogLikelihoods } from "../../../src/classifiers/classifier.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { alphas, datasetOf, expectClose, matrix, priors, queriesOf, samples, weightLists } from "../samples.js";
import { naiveComplement } from "../textbook.js";

const problems = samples().chain((sample) =>
  fc.record({
    sample: fc.constant(sample),
    prior: priors(sample.labels.length),
    alpha: alphas.filter((alpha) => alpha > 0),
    normalize: fc.boolean(),
    weights: fc.option(weightLists(sample.rows.length), { nil: undefined }),
  }),
);

const data = {
  x: matrix("2 1 0", "0 1 1", "0 3 1"),
  y: [0, 1, 2],
  labels: ["a", "b", "c"],
};

describe("complement", () => {
  it("scores as the formula does, to a relative 1e-10", () => {
    forAll(slowRuns(500), [problems], ({ sample, weights, ...options }) => {
      const model = complement(options).fit(datasetOf(sample, weights));
      const expected = naiveComplement(sample, options, weights);
      for (const [q, scores] of jointLogLikelihoods(model, queriesOf(sample)).entries())
        expectClose(scores, expected[q]);
    });
  });

  it("gives weights with sum 1 to every class when normalized", () => {
    const model = complement({ normalize: true }).fitCounts(classCounts(data));
    const sums = [0, 0, 0];
    for (let term = 0; term < 3; term++) for (const [c, weight] of model.weightsOf(term).entries()) sums[c] += weight;
    expectClose(sums, [1, 1, 1]);
  });

  it("makes a class without documents impossible, unless the prior says otherwise", () => {
    const labels = ["a", "b", "c", "none"];
    const scoreOfNone = (prior: Prior) =>
      jointLogLikelihoods(complement({ prior }).fit({ ...data, labels }), data.x)[0][3];
    expect(scoreOfNone("none")).toBe(Number.NEGATIVE_INFINITY);
    expect(scoreOfNone("fit")).toBe(Number.NEGATIVE_INFINITY);
    expect(Number.isFinite(scoreOfNone("uniform"))).toBe(true);
  });

  it("cannot leave a document out of normalized weights", () => {
    expect(complement({ normalize: true }).leaveOneOut).toBeUndefined();
  });
});
