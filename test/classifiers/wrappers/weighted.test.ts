import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { bernoulli } from "../../../src/classifiers/bayes/bernoulli.js";
import { classCounts } from "../../../src/classifiers/bayes/class-counts.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods } from "../../../src/classifiers/classifier.js";
import type { StoredClassifier } from "../../../src/classifiers/stored-classifier.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { type Dataset, matrixFromRows, selectRows } from "../../../src/features/sparse-matrix.js";
import { packedRows, packRows } from "../../../src/features/viewed-rows.js";
import { documentFactors, weightedRows } from "../../../src/features/weighting.js";
import { splitFolds } from "../../../src/model/fitting/fold.js";
import { dense } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { WEIGHTINGS } from "../method-options.js";
import { scoresOf } from "../problems.js";
import { datasetOf, matrix, queriesOf, samples } from "../samples.js";

const DATA: Dataset = { x: matrix("3 0 1", "1 1 0", "0 2 5"), y: [0, 0, 1], labels: ["a", "b"] };

describe("a weighted classifier", () => {
  it("learns from weights in place of counts, and scores weights in place of counts", () => {
    forAll(slowRuns(100), [samples(), fc.constantFrom(...WEIGHTINGS)], (sample, options) => {
      const data = datasetOf(sample);
      const x = queriesOf(sample);
      const factors = documentFactors(data.x, options);
      const plain = multinomial({ alpha: 0.5 });
      const ofWeights = plain.fitCounts(classCounts({ ...data, x: weightedRows(data.x, options, factors) }));
      expect(scoresOf(weighted(plain, options).fit(data), x)).toEqual(
        scoresOf(ofWeights, weightedRows(x, options, factors)),
      );
    });
  });

  it("takes document frequencies of the training set alone", () => {
    const split = { train: Uint32Array.of(0, 2), test: Uint32Array.of(1) };
    const classifier = weighted(multinomial(), { idf: "log" });
    const [fold] = splitFolds(DATA, [split]);
    const alone = classifier.fit({ ...DATA, x: selectRows(DATA.x, split.train), y: [0, 1] });
    expect(jointLogLikelihoods(fold.fit(classifier), fold.test)).toEqual(jointLogLikelihoods(alone, fold.test));
  });

  it("of presences looks at weights other than 0: with idf log, a term of every document has the weight 0", () => {
    const everywhere: Dataset = { ...DATA, x: matrix("1 0 0", "1 1 0", "1 2 0") };
    const model = weighted(bernoulli(), { idf: "log" }).fit(everywhere);
    const [without, having] = jointLogLikelihoods(model, matrix("0 1 0", "7 1 0"));
    expect(having).toEqual(without);
    expect(model.binary).toBe(false);
  });

  it("scores rows of a part without the terms that no other part has, brought to their length without them", () => {
    forAll(slowRuns(200), [samples(), fc.constantFrom(...WEIGHTINGS), fc.boolean()], (sample, options, isPacked) => {
      const data = datasetOf(sample);
      const { x } = data;
      const factors = documentFactors(x, options, data.weights);
      const of = Array.from({ length: x.rows }, (_, row) => row % 2);
      const isShared = (column: number) =>
        [0, 1].every((part) => of.some((own, row) => own === part && (dense(x)[row][column] ?? 0) > 0));
      const values = x.values.map((value, i) => (isShared(x.ids[i]) ? value : 0));
      const expected = weightedRows({ ...x, values }, options, factors);
      const seen: number[][] = [];
      const spy: StoredClassifier = {
        ...weighted(multinomial(), {}),
        fitOutOfParts({ x: own }, parts) {
          for (let row = 0; row < own.rows; row++) {
            const room = own.values.slice(own.starts[row], own.starts[row + 1]);
            parts.seenInto?.(row, room);
            seen.push([...room]);
          }
          return weighted(multinomial(), {}).fit(DATA);
        },
      };
      const counts = { ...data, x: isPacked ? packedRows(packRows(x)) : x };
      weighted(spy, options).fitOutOfParts?.(counts, { partOf: of, count: 2, scored: 2 }, new Float64Array());
      for (const [row, weights] of seen.entries()) {
        for (const [i, weight] of weights.entries()) expect(weight).toBeCloseTo(expected.values[x.starts[row] + i], 9);
      }
    });
  });

  it("refuses counts whose weights are no counts, where counts are learned from", () => {
    const fractions = { ...DATA, x: matrixFromRows([[0.1], [1], [1]]) };
    expect(() => weighted(multinomial(), { tf: "log" }).fit(fractions)).toThrow(
      new DataError(`fit: row 0, column 0: a count must be finite and at least 0, not ${1 + Math.log(0.1)}`),
    );
  });

  it.each([
    ["starts that do not begin with 0", { "weighted.starts": Uint32Array.of(1, 2, 4, 5) }],
    ["starts that fall", { "weighted.starts": Uint32Array.of(0, 3, 2, 5) }],
    ["starts that end elsewhere", { "weighted.starts": Uint32Array.of(0, 2, 4, 4) }],
    ["unknown classes", { "weighted.classes": Uint8Array.of(2, 2, 2, 2, 2) }],
    ["classes that are no whole numbers of a model", { "weighted.classes": new Float64Array(5) }],
  ])("is not restored with %s, but with classes in more bytes", (_, changed) => {
    const classifier = weighted(multinomial(), { tf: "log" });
    const arrays = classifier.fit(DATA).arrays();
    expect(() => classifier.restore(DATA.labels, 3, { ...arrays, ...changed })).toThrow(
      /^the model file is damaged: weighted/,
    );
    const wide = { ...arrays, "weighted.classes": new Uint32Array(arrays["weighted.classes"]) };
    expect(classifier.restore(DATA.labels, 3, wide).arrays()).toEqual(arrays);
  });
});
