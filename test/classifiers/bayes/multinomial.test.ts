import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods, predict, probabilities } from "../../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { datasetOf, expectClose, matrix, queriesOf, weightedSamples } from "../samples.js";
import { naiveMultinomial } from "../textbook.js";

const weighted = weightedSamples(fc.oneof(fc.nat(3), fc.double({ min: 1e-3, max: 10, noNaN: true })));

describe("multinomial", () => {
  it("scores as the textbook does, to a relative 1e-10", () => {
    forAll(slowRuns(500), [weighted], ({ sample, smoothing, prior, weights }) => {
      const model = multinomial({ ...smoothing, prior }).fit(datasetOf(sample, weights));
      const expected = naiveMultinomial(sample, { ...smoothing, prior }, weights);
      for (const [q, scores] of jointLogLikelihoods(model, queriesOf(sample)).entries())
        expectClose(scores, expected[q]);
    });
  });

  const data = {
    x: matrix("2 1 0", "0 1 1"),
    y: [0, 1],
    labels: ["a", "b"],
  };

  it("rules out a class with alpha 0 by a single term that the class has never had", () => {
    const model = multinomial({ alpha: 0 }).fit(data);
    const [scores, none] = jointLogLikelihoods(model, matrix("1 5 0", "1 0 1"));
    expectClose(scores, [Math.log((1 / 2) * (2 / 3) * (1 / 3) ** 5), Number.NEGATIVE_INFINITY]);
    expectClose(none, [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
    expect(predict(model, matrixFromRows([[1, 0, 1]]))).toEqual([0]);
    expect(probabilities(model, matrixFromRows([[1, 0, 1]]))).toEqual([Float64Array.of(0.5, 0.5)]);
  });
});
