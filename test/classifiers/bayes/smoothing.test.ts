import { describe, expect, it } from "vitest";
import { shown } from "../../../src/base/checks.js";
import { UsageError } from "../../../src/base/errors.js";
import { bernoulli } from "../../../src/classifiers/bayes/bernoulli.js";
import { complement } from "../../../src/classifiers/bayes/complement.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { logPrior, type Prior } from "../../../src/classifiers/bayes/prior.js";
import type { SmoothingOptions } from "../../../src/classifiers/bayes/smoothing.js";
import { predict, probabilities } from "../../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { expectClose, matrix } from "../samples.js";

/** Class a: ant twice, bee once; class b: ant once, cat three times. */
const data = { x: matrix("2 1 0", "1 0 3"), y: [0, 1], labels: ["a", "b"] };

const NORMALIZED = complement({ normalize: true });

describe("smoothing", () => {
  it("by frequency ignores terms that no or every training document has", () => {
    const x = matrix("1 0 1", "1 0 0");
    for (const method of [multinomial, bernoulli]) {
      const model = method({ mEstimate: 1, mPrior: "frequency" }).fit({ ...data, x });
      const [without, withNew] = probabilities(model, matrix("0 0 1", "0 5 1"));
      expect(predict(model, matrixFromRows([[0, 0, 1]]))).toEqual([0]);
      expectClose(withNew, without);
    }
  });

  it.each<readonly [SmoothingOptions, string]>([
    [{ dirichlet: [2, 2] }, "dirichlet has 2 weights, but there are 3 terms"],
    [{ dirichlet: [[1, 2, 3]] }, "dirichlet has weights for 1 classes, but there are 2"],
  ])("refuses %j for two classes and three terms", (options, message) => {
    for (const method of [multinomial, bernoulli]) expect(() => method(options).fit(data)).toThrow(message);
  });

  it("cannot leave a document out if each term has its own weight, or weights are normalized", () => {
    const methods = [...[multinomial, bernoulli].map((make) => make({ dirichlet: [2, 2, 2] })), NORMALIZED];
    for (const { leaveOneOut } of methods) expect(leaveOneOut).toBeUndefined();
  });

  it.each<[SmoothingOptions, string]>([
    [{ alpha: 1, mEstimate: 1, dirichlet: 2 }, "alpha and mEstimate and dirichlet cannot be combined: choose one way"],
    [{ mEstimate: 1, dirichlet: 2 }, "mEstimate and dirichlet cannot be combined"],
    [{ mPrior: "uniform" }, "mPrior says nothing without mEstimate: give both"],
  ])("refuses the ways %j at once, and names them", (options, message) => {
    expect(() => multinomial(options)).toThrow(`multinomial: ${message}`);
  });

  it.each([0.5, 1e101, Number.NaN, "2", null, [0.5, 2], [2, "2"], [[2], [0]], [[2], 2]])(
    "refuses the Dirichlet weights %j",
    (dirichlet) => {
      expect(() => bernoulli({ dirichlet } as object)).toThrow(
        `bernoulli: dirichlet weights must be numbers from 1 to 1e+100 (below 1 there is no maximum), not ${shown(dirichlet)}`,
      );
    },
  );
});

describe("logPrior", () => {
  const NO_MAXIMUM = "prior: Dirichlet weights must be numbers from 1 to 1e+100 (below 1 there is no maximum), not";
  it.each([
    [0.5, `${NO_MAXIMUM} 0.5`],
    [[0, 2, 2], `${NO_MAXIMUM} [0,2,2]`],
    [[2, 2], "prior: there are 2 Dirichlet weights for 3 classes; give one, or one for each class"],
  ])("refuses the Dirichlet weights %j for three classes", (dirichlet, message) => {
    expect(() => logPrior({ dirichlet }, Float64Array.of(1, 1, 1))).toThrow(new UsageError(message));
  });

  it("is never NaN, not even without any document, and allows given priors a rounded sum", () => {
    expect([...logPrior("fit", Float64Array.of(0, 0))]).toEqual([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
    const given = [0.3333333, 0.3333333, 0.3333334];
    expect([...logPrior(given, new Float64Array(3))]).toEqual(given.map(Math.log));
  });

  it.each([[[0.5, 0.5]], [[0.25, 0.25, 0.5, 0]], [[0.5, 0.5, 0.5]], [[-0.5, 0.5, 1]], [[Number.NaN, 0.5, 0.5]], [[]]])(
    "refuses %j for three classes and says what it found",
    (prior) => {
      const refusal = `prior must be "fit", "map", "uniform", "none" or 3 numbers of at least 0 with sum 1, not ${JSON.stringify(prior)}`;
      expect(() => logPrior(prior, Float64Array.of(1, 1, 1))).toThrow(new UsageError(refusal));
    },
  );

  it.each(["flat", "", "Fit", 1, null, {}, { dirichlet: "2" }, { dirichlet: [["2"]] }])(
    "refuses %j, which JavaScript or a file can have as well",
    (prior) => {
      expect(() => logPrior(prior as Prior, Float64Array.of(1, 1))).toThrow(UsageError);
    },
  );
});
