import { describe, expect, it } from "vitest";
import { shown } from "../../../src/base/checks.js";
import { UsageError } from "../../../src/base/errors.js";
import { bernoulli } from "../../../src/classifiers/bayes/bernoulli.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import type { SmoothingOptions } from "../../../src/classifiers/bayes/smoothing.js";
import { jointLogLikelihoods, predict, probabilities } from "../../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { expectClose, matrix } from "../samples.js";

/** Class a: ant twice, bee once; class b: ant once, cat three times. */
const data = {
  x: matrix("2 1 0", "1 0 3"),
  y: [0, 1],
  labels: ["a", "b"],
};
const each = matrix("1 0 0", "0 1 0", "0 0 1");

/** P(term | class), by term and class. */
function multinomialShares(options: SmoothingOptions): number[][] {
  const model = multinomial({ ...options, prior: "none" }).fit(data);
  return jointLogLikelihoods(model, each).map((scores) => Array.from(scores, Math.exp));
}

describe("smoothing", () => {
  it("adds m samples of a uniform prior estimate", () => {
    const [ant, bee, cat] = multinomialShares({ mEstimate: 6 });
    expectClose(ant, [(2 + 2) / 9, (1 + 2) / 10]);
    expectClose(bee, [(1 + 2) / 9, (0 + 2) / 10]);
    expectClose(cat, [(0 + 2) / 9, (3 + 2) / 10]);
  });

  it("adds m samples by frequency in all training documents", () => {
    const [ant, bee, cat] = multinomialShares({ mEstimate: 7, mPrior: "frequency" });
    expectClose(ant, [(2 + 3) / 10, (1 + 3) / 11]);
    expectClose(bee, [(1 + 1) / 10, (0 + 1) / 11]);
    expectClose(cat, [(0 + 3) / 10, (3 + 3) / 11]);
  });

  it("takes the mode under Dirichlet priors with one weight, one per term, or one per class and term", () => {
    const [ant] = multinomialShares({ dirichlet: 1.5 });
    expectClose(ant, [2.5 / 4.5, 1.5 / 5.5]);
    const [, bee] = multinomialShares({ dirichlet: [1, 3, 2] });
    expectClose(bee, [(1 + 2) / 6, (0 + 2) / 7]);
    const rows = [
      [1, 3, 2],
      [2, 2, 1],
    ];
    expectClose(multinomialShares({ dirichlet: rows })[1], [(1 + 2) / 6, (0 + 1) / 6]);
  });

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
    [
      {
        dirichlet: [
          [1, 2, 3],
          [1, 2],
        ],
      },
      "dirichlet has 2 weights, but there are 3 terms",
    ],
    [{ dirichlet: [[1, 2, 3]] }, "dirichlet has weights for 1 classes, but there are 2"],
  ])("refuses %j for two classes and three terms", (options, message) => {
    for (const method of [multinomial, bernoulli]) {
      expect(() => method(options).fit(data)).toThrow(UsageError);
      expect(() => method(options).fit(data)).toThrow(message);
    }
  });

  it("cannot leave a document out if each term has its own weight", () => {
    for (const method of [multinomial, bernoulli]) {
      expect(method({ dirichlet: [2, 2, 2] }).leaveOneOut).toBeUndefined();
    }
  });

  it("refuses two ways at once, and names them", () => {
    for (const [options, message] of [
      [
        { alpha: 1, mEstimate: 1, dirichlet: 2 },
        "alpha and mEstimate and dirichlet cannot be combined: choose one way",
      ],
      [{ mEstimate: 1, dirichlet: 2 }, "mEstimate and dirichlet cannot be combined"],
      [{ mPrior: "uniform" }, "mPrior says nothing without mEstimate: give both"],
    ] as const) {
      expect(() => multinomial(options)).toThrow(UsageError);
      expect(() => multinomial(options)).toThrow(`multinomial: ${message}`);
    }
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
