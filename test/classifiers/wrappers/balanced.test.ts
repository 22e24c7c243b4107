import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import type { StoredClassifier } from "../../../src/classifiers/stored-classifier.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import { balanced } from "../../../src/classifiers/wrappers/balanced.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { scoresOf } from "../problems.js";
import { datasetOf, expectScores, matrix, queriesOf, repeatedRows, samples } from "../samples.js";

describe("balanced", () => {
  it("learns as if the documents of a class were repeated until all classes are as large", () => {
    const data = { x: matrix("2 0", "0 1", "0 3"), y: [0, 1, 1], labels: ["a", "b"] };
    const repeated = repeatedRows({ ...data, weights: [2, 1, 1] });
    // Weights of .75 and 1.5 are those of the repeated documents times .75, so smoothing is, too.
    const scores = scoresOf(balanced(multinomial({ alpha: 0.75 })).fit(data), data.x);
    expectScores(scores, scoresOf(weighted(multinomial({ alpha: 1 }), {}).fit(repeated), data.x), 1e-12);
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
      expect(scoresOf(restored, queriesOf(sample))).toEqual(scoresOf(model, queriesOf(sample)));
    });
  });

  it("weighs the documents of a combination also where it scores them to be calibrated", () => {
    const x = matrix("1 0", "2 1", "0 1", "0 2", "1 3", "0 1", "1 1");
    const data = { x, y: [0, 0, 1, 1, 1, 1, 1], labels: ["a", "b"] };
    const choices = {
      classifier: "learned",
      classWeight: "balanced",
      candidates: [{ classifier: "multinomial" }],
    } as const;
    const classifier = makeClassifier(choices) as StoredClassifier;
    expect(classifier.fitScored?.(data).model.arrays()).toEqual(classifier.fit(data).arrays());
  });

  it.each([
    ["there are 1 weights for 2 rows", [1]],
    ["row 0: a weight must be finite and at least 0, not -1", [-1, 1]],
  ])("refuses weights as other methods do: %s", (message, weights) => {
    const data = { x: matrix("1 0", "0 1"), y: [0, 1], labels: ["a", "b"], weights };
    expect(() => balanced(multinomial()).fit(data)).toThrow(`fit: ${message}`);
  });

  it("is the only way", () => {
    const make = () => makeClassifier({ classifier: "multinomial", classWeight: "even" as "balanced" });
    expect(make).toThrow('classWeight must be one of balanced, not "even"');
  });
});
