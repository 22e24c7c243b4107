import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complement } from "../../../src/classifiers/bayes/complement.js";
import { presences } from "../../../src/classifiers/bayes/counting-classifier.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods, rowsFor } from "../../../src/classifiers/classifier.js";
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
});
