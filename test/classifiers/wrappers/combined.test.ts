import { describe, it } from "vitest";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { probabilities } from "../../../src/classifiers/classifier.js";
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
});
