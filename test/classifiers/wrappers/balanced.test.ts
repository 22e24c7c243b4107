import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods } from "../../../src/classifiers/classifier.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import { balanced } from "../../../src/classifiers/wrappers/balanced.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { selectRows } from "../../../src/features/sparse-matrix.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { datasetOf, queriesOf, samples } from "../samples.js";

describe("balanced", () => {
  it("learns as if the documents of a class were repeated until all classes are as large", () => {
    const x = {
      rows: 3,
      columns: 2,
      starts: Uint32Array.of(0, 1, 2, 3),
      ids: Uint32Array.of(0, 1, 1),
      values: Float64Array.of(2, 1, 3),
    };
    const data = { x, y: [0, 1, 1], labels: ["a", "b"] };
    const repeated = { ...data, x: selectRows(x, [0, 0, 1, 2]), y: [0, 0, 1, 1] };
    // Weights of .75 and 1.5 are those of the repeated documents times .75, so smoothing is, too.
    const scores = jointLogLikelihoods(balanced(multinomial({ alpha: 0.75 })).fit(data), x);
    const expected = jointLogLikelihoods(weighted(multinomial({ alpha: 1 }), {}).fit(repeated), x);
    for (const [row, own] of scores.entries()) {
      for (const [c, score] of own.entries()) expect(score).toBeCloseTo(expected[row][c], 12);
    }
  });

  it("gives models that come from a file as they were, with any method and weighting", () => {
    const choices = [
      { classifier: "complement", tf: "sqrt", norm: "l2" },
      { classifier: "bernoulli" },
      { classifier: "linear-svm", tf: "log", idf: "smooth" },
      { classifier: "nearest-neighbours", k: 1 },
    ] as const;
    forAll(slowRuns(50), [samples(), fc.constantFrom(...choices)], (sample, choice) => {
      const classifier = makeClassifier({ ...choice, classWeight: "balanced" });
      if (!("restore" in classifier)) throw new Error("a balanced classifier stores its model");
      const model = classifier.fit(datasetOf(sample));
      const restored = classifier.restore(model.labels, model.columns, model.arrays());
      const queries = queriesOf(sample);
      expect(jointLogLikelihoods(restored, queries)).toEqual(jointLogLikelihoods(model, queries));
    });
  });

  it("is the only way", () => {
    expect(() => makeClassifier({ classifier: "multinomial", classWeight: "even" as "balanced" })).toThrow(
      'classWeight must be one of balanced, not "even"',
    );
  });
});
