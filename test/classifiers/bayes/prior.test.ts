import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { logPrior, type Prior } from "../../../src/classifiers/bayes/prior.js";
import { expectClose } from "../samples.js";

describe("logPrior", () => {
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
