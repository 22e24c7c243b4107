import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bernoulli } from "../../../src/classifiers/bayes/bernoulli.js";
import { complement } from "../../../src/classifiers/bayes/complement.js";
import {
  type CountingClassifier,
  growsWithLength,
  isCounting,
  presences,
} from "../../../src/classifiers/bayes/counting-classifier.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods, rowsFor } from "../../../src/classifiers/classifier.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { datasetOf, expectClose, queriesOf, samples } from "../samples.js";

describe("presences", () => {
  it("give the scores of binary weights, from counts alone", () => {
    forAll(slowRuns(200), [samples(), fc.constantFrom(multinomial(), complement())], (sample, classifier) => {
      const data = datasetOf(sample);
      const queries = queriesOf(sample);
      const [model, other] = [presences(classifier), weighted(classifier, { tf: "binary" })].map((c) => c.fit(data));
      const expected = jointLogLikelihoods(other, queries);
      for (const [q, scores] of jointLogLikelihoods(model, rowsFor(model, queries)).entries()) {
        expectClose(scores, expected[q]);
      }
      expect([model.binary, model.additive]).toEqual([true, true]);
    });
  });

  it("are what tf binary alone does to a method on counts", () => {
    for (const classifier of ["multinomial", "complement", "bernoulli"]) {
      expect(isCounting(makeClassifier({ classifier, tf: "binary" })), classifier).toBe(true);
      expect(isCounting(makeClassifier({ classifier, tf: "binary", idf: "smooth" })), classifier).toBe(false);
      expect(isCounting(makeClassifier({ classifier, tf: "binary", norm: "l2" })), classifier).toBe(false);
    }
    expect(isCounting(makeClassifier({ classifier: "logistic-regression", tf: "binary" }))).toBe(false);
  });

  it("have scores that grow with the number of different tokens, unless absence counts", () => {
    expect(growsWithLength(presences(multinomial()))).toBe(true);
    const method = bernoulli();
    expect(presences(method)).toBe(method);
    expect(growsWithLength(presences(method))).toBe(false);
  });

  it("can be fitted to some terms if the method can", () => {
    const can = (method: CountingClassifier) => presences(method).fitTermSubset !== undefined;
    expect([multinomial(), complement(), complement({ normalize: true }), bernoulli()].map(can)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
