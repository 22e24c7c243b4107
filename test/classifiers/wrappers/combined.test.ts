import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods, probabilities } from "../../../src/classifiers/classifier.js";
import type { StoredClassifier, StoredModel } from "../../../src/classifiers/stored-classifier.js";
import { combined } from "../../../src/classifiers/wrappers/combined.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { type Dataset, matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { expectClose, matrix } from "../samples.js";

const DATA: Dataset = {
  x: matrix("3 0 1", "1 1 0", "0 2 5"),
  y: [0, 0, 1],
  labels: ["a", "b"],
};
const X = matrixFromRows([[1, 0, 2]]);
const [smooth, sharp] = [1, 0.01].map((alpha) => weighted(multinomial({ alpha }), {}));

describe("a combination", () => {
  it("multiplies what its members find probable, each to the power of its weight", () => {
    const [p, q] = [smooth, sharp].map((classifier) => probabilities(classifier.fit(DATA), X)[0]);
    const products = [0, 1].map((c) => p[c] ** 0.5 * q[c] ** 2);
    const sum = products[0] + products[1];
    const model = combined([
      { classifier: smooth, weight: 0.5 },
      { classifier: sharp, weight: 2 },
    ]).fit(DATA);
    expectClose(
      probabilities(model, X)[0],
      products.map((product) => product / sum),
      1e-12,
    );
  });

  it("finds impossible what one of its members does", () => {
    const hard = weighted(multinomial({ alpha: 0 }), {});
    const members = [smooth, hard].map((classifier) => ({ classifier, weight: 0.1 }));
    const [[a, b]] = jointLogLikelihoods(combined(members).fit(DATA), matrixFromRows([[1, 0, 0]]));
    expect(a).toBeGreaterThan(Number.NEGATIVE_INFINITY);
    expect(b).toBe(Number.NEGATIVE_INFINITY);
  });

  it("refuses a member that takes presences: all look at the same row", () => {
    const presences: StoredClassifier = {
      ...smooth,
      fit: (data): StoredModel => {
        const model = smooth.fit(data);
        return {
          ...model,
          binary: true,
          scoreInto: (x, row, scores) => model.scoreInto(x, row, scores),
          marginInto: (x, row, pair, parts) => model.marginInto(x, row, pair, parts),
          arrays: () => model.arrays(),
        };
      },
    };
    expect(() => combined([{ classifier: presences, weight: 1 }]).fit(DATA)).toThrow(
      new DataError("combined: a member takes presences; members must take counts"),
    );
  });
});
