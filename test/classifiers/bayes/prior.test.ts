import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { logPrior, type Prior } from "../../../src/classifiers/bayes/prior.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { expectClose, priors } from "../samples.js";
import { naiveLogPrior } from "../textbook.js";

describe("logPrior", () => {
  it("is the logarithm of the share, of equal parts, or of the given numbers", () => {
    const documents = fc
      .array(fc.oneof(fc.nat(20), fc.double({ min: 1e-6, max: 1e6, noNaN: true })), { minLength: 1, maxLength: 6 })
      .filter((weights) => weights.some((weight) => weight > 0));
    forAll(
      slowRuns(500),
      [documents.chain((documents) => fc.tuple(fc.constant(documents), priors(documents.length)))],
      ([documents, prior]) => {
        expectClose(logPrior(prior, Float64Array.from(documents)), naiveLogPrior(prior, documents));
      },
    );
  });

  it("makes a class without documents impossible when fitted, and only then", () => {
    const documents = Float64Array.of(3, 0, 1);
    expect(logPrior("fit", documents)[1]).toBe(Number.NEGATIVE_INFINITY);
    expect(logPrior("uniform", documents)[1]).toBeCloseTo(Math.log(1 / 3), 14);
    expect(logPrior([0, 0.5, 0.5], documents)[0]).toBe(Number.NEGATIVE_INFINITY);
  });

  it("is the mode under a Dirichlet prior, add-one by default", () => {
    const documents = Float64Array.of(3, 0, 1);
    expectClose(logPrior("map", documents), [4 / 7, 1 / 7, 2 / 7].map(Math.log));
    expectClose(logPrior({ dirichlet: 2 }, documents), logPrior("map", documents));
    expectClose(logPrior({ dirichlet: 1.5 }, documents), [3.5 / 5.5, 0.5 / 5.5, 1.5 / 5.5].map(Math.log));
    expectClose(logPrior({ dirichlet: [1, 2, 4] }, documents), [3 / 8, 1 / 8, 4 / 8].map(Math.log));
    expectClose(logPrior({ dirichlet: 1 }, documents), logPrior("fit", documents));
  });

  it.each([0.5, 1e101, [0, 2, 2], [2, 2, Number.NaN]])("refuses the Dirichlet weights %j", (dirichlet) => {
    expect(() => logPrior({ dirichlet }, Float64Array.of(1, 1, 1))).toThrow(UsageError);
    expect(() => logPrior({ dirichlet }, Float64Array.of(1, 1, 1))).toThrow(
      `prior: Dirichlet weights must be numbers from 1 to 1e+100 (below 1 there is no maximum), not ${JSON.stringify(dirichlet)}`,
    );
  });

  it("refuses Dirichlet weights that are not one a class", () => {
    expect(() => logPrior({ dirichlet: [2, 2] }, Float64Array.of(1, 1, 1))).toThrow(
      new UsageError("prior: there are 2 Dirichlet weights for 3 classes; give one, or one for each class"),
    );
  });

  it("is never NaN, not even without any document", () => {
    expect(logPrior("fit", Float64Array.of(0, 0))).toEqual(
      Float64Array.of(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY),
    );
  });

  it("allows given priors a rounded sum", () => {
    expectClose(
      logPrior([0.3333333, 0.3333333, 0.3333334], new Float64Array(3)),
      new Array(3).fill(Math.log(1 / 3)),
      1e-6,
    );
  });

  it.each([
    [[0.5, 0.5]],
    [[0.25, 0.25, 0.25, 0.25]],
    [[0.5, 0.5, 0.5]],
    [[0.5, 0.4, 0]],
    [[-0.5, 0.5, 1]],
    [[Number.NaN, 0.5, 0.5]],
    [[Number.POSITIVE_INFINITY, 0, 0]],
    [[]],
  ])("refuses %j for three classes and says what it found", (prior) => {
    expect(() => logPrior(prior, Float64Array.of(1, 1, 1))).toThrow(UsageError);
    expect(() => logPrior(prior, Float64Array.of(1, 1, 1))).toThrow(
      `prior must be "fit", "map", "uniform", "none" or 3 numbers of at least 0 with sum 1, not ${JSON.stringify(prior)}`,
    );
  });

  it.each(["flat", "", "Fit", 1, null, {}, { dirichlet: "2" }, { dirichlet: [["2"]] }])(
    "refuses %j, which JavaScript or a file can have as well",
    (prior) => {
      expect(() => logPrior(prior as Prior, Float64Array.of(1, 1))).toThrow(UsageError);
    },
  );
});
