import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bernoulli } from "../../../src/classifiers/bayes/bernoulli.js";
import { jointLogLikelihoods, predict, probabilities, rowsFor } from "../../../src/classifiers/classifier.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { datasetOf, expectClose, matrix, queriesOf, weightedSamples } from "../samples.js";
import { naiveBernoulli } from "../textbook.js";

/** Multiples of 1/4, so that sums are exact and a term is certain or not without doubt. */
const weighted = weightedSamples(fc.nat(12).map((n) => n / 4));

describe("bernoulli", () => {
  it("scores as the textbook does, to a relative 1e-10", () => {
    forAll(slowRuns(500), [weighted], ({ sample, smoothing, prior, weights }) => {
      const model = bernoulli({ ...smoothing, prior }).fit(datasetOf(sample, weights));
      const expected = naiveBernoulli(sample, { ...smoothing, prior }, weights);
      const scored = jointLogLikelihoods(model, rowsFor(model, queriesOf(sample)));
      for (const [q, scores] of scored.entries()) expectClose(scores, expected[q]);
    });
  });

  const data = {
    x: matrix("2 1 0", "1 0 0", "0 1 1"),
    y: [0, 0, 1],
    labels: ["a", "b"],
  };

  it("rules out a class with alpha 0 by a term that it never has, or by the absence of one that it always has", () => {
    const model = bernoulli({ alpha: 0 }).fit(data);
    const rows = matrix("1 0 0", "1 1 1", "0 0 0", "0 1 1");
    const [usual, never, lacking, other] = jointLogLikelihoods(model, rows);
    expectClose(usual, [Math.log((2 / 3) * 1 * (1 / 2) * 1), Number.NEGATIVE_INFINITY]);
    expectClose(never, [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
    expectClose(lacking, [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
    expectClose(other, [Number.NEGATIVE_INFINITY, Math.log(1 / 3)]);
    expect(predict(model, rows)).toEqual([0, 0, 0, 1]);
    expect(probabilities(model, rows)[2]).toEqual(Float64Array.of(0.5, 0.5));
  });
});
