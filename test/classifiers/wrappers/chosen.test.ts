import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VARIANTS } from "../../../src/classifiers/candidates.js";
import { predict, probabilities } from "../../../src/classifiers/classifier.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import type { ChosenModel } from "../../../src/classifiers/wrappers/chosen.js";
import type { VariantChoices } from "../../../src/classifiers/wrappers/variant.js";
import { type Dataset, matrixFromRows, selectRows } from "../../../src/features/sparse-matrix.js";
import { forAll } from "../../helpers/arbitraries.js";

import { datasetOf, matrix, reordered, samples, tellingData } from "../samples.js";

function fitted(data: Dataset, variants: readonly VariantChoices[] = VARIANTS): ChosenModel {
  return makeClassifier({ classifier: "chosen-bayes", variants }).fit(data) as ChosenModel;
}

describe("chosen-bayes", () => {
  it("chooses the same, however the documents and classes are ordered, and whatever the classes are called", () => {
    forAll(100, [samples({ minClasses: 2 }), fc.nat(100)], (sample, seed) => {
      const data = { ...datasetOf(sample), groups: sample.y.map((_, row) => row >> 1) };
      const { winner, results } = fitted(data).outcome;
      const other = fitted(reordered(data, seed)).outcome;
      const errors = (list: typeof results) => list.map(({ errors, documents }) => [errors, documents]);
      expect([other.winner, errors(other.results)]).toEqual([winner, errors(results)]);
    });
  });

  it("is the model of the chosen variant", () => {
    const [data, tested] = [tellingData(60, 1), tellingData(60, 2)];
    for (const variant of VARIANTS) {
      if (variant.kinds.length < 4 || variant.classifier === "linear-svm") continue;
      const { alphas, kinds, ...choices } = { ...variant, alphas: [0.3] };
      const alone = makeClassifier({ ...choices, alpha: 0.3 }).fit(data);
      const model = fitted(data, [{ ...variant, alphas: [0.3] }]);
      expect(probabilities(model, tested.x)).toEqual(probabilities(alone, tested.x));
    }
  });

  it("leaves a variant that is clearly worse", () => {
    const useless = { classifier: "complement", alphas: [1e9], tf: "binary" } as const;
    const useful = { classifier: "multinomial", alphas: [1e-9, 0.1] } as const;
    const { winner } = fitted(tellingData(90, 3), [{ ...useless, kinds: ["fields"] }, useful]).outcome;
    expect(winner.variant).toBe(1);
  });

  it("sees only the terms of its variant, and can be had over these alone", () => {
    const data = tellingData(60, 1);
    const model = fitted(data, [{ ...VARIANTS[0], kinds: ["words"] }]);
    const narrowed = model.narrowed();
    expect(narrowed?.columns).toEqual(Uint32Array.of(0, 1, 2, 3, 4, 5));
    const x = matrixFromRows([[1, 0, 0, 0, 2, 0]]);
    const whole = matrixFromRows([[1, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 1]]);
    expect(narrowed && probabilities(narrowed.model, x)).toEqual(probabilities(model, whole));
  });

  it("does not try pairs where there are few of them", () => {
    const x = matrix("1 2 1 1 1 0", "0 1 2 1 1 1", "2 0 1 1 1 0", "1 1 0 1 2 0");
    const data = { x, y: [0, 1, 0, 1], labels: ["a", "b"], kinds: Uint8Array.of(0, 0, 0, 0, 0, 1) };
    const { results } = fitted(data).outcome;
    const tried = new Set(results.filter(({ documents }) => documents > 0).map(({ variant }) => variant));
    expect([...tried]).toEqual([0, 2, 4, 6]);
  });

  it("takes the first variant and its first alpha where there is little or nothing to leave out", () => {
    const few = tellingData(6, 1);
    const first = { variant: 0, alpha: 0 };
    expect(fitted({ ...few, x: selectRows(few.x, [0, 1]), y: [0, 1] }).outcome.winner).toMatchObject(first);
    expect(fitted({ ...few, weights: [1, 2, 1, 1, 1, 1] }).outcome.winner).toMatchObject({ ...first, documents: 0 });
    expect(fitted({ ...few, groups: [7, 7, 7, 7, 7, 7] }).outcome.winner).toMatchObject({ ...first, errors: 0 });
    const alone = { x: matrixFromRows([[1, 0]]), y: [0], labels: ["a"] };
    expect(predict(fitted(alone), alone.x)).toEqual([0]);
  });
});
