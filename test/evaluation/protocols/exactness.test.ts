import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import type { Outcome } from "../../../src/evaluation/metrics/outcome.js";
import { leaveOneOut } from "../../../src/evaluation/protocols/leave-one-out.js";
import type { Dataset } from "../../../src/features/sparse-matrix.js";
import { splitFolds } from "../../../src/model/fitting/fold.js";
import { folds, holdouts } from "../../../src/model/fitting/splits.js";
import { METHODS_UNDER_TEST } from "../../classifiers/method-options.js";
import { slowRuns } from "../../helpers/arbitraries.js";
import { SMOOTHING_NAMES, WEIGHABLE_NAMES } from "../../helpers/smoothing-names.js";
import { fromScratch } from "../from-scratch.js";
import { dataOf, documents, LABELS, rules } from "../small-corpora.js";

fc.configureGlobal({ seed: 66 });

const classifiers = fc
  .constantFrom(...SMOOTHING_NAMES)
  .chain((name) => METHODS_UNDER_TEST[name].options().map((options) => ({ name, options })));

function expectSame(found: Outcome["predictions"], expected: ReturnType<typeof fromScratch>): void {
  expect(found.map(({ predicted }) => LABELS[predicted])).toEqual(expected.map(({ predicted }) => predicted));
  found.forEach(({ probability }, i) => {
    expect(probability).toBeCloseTo(expected[i].probability, 12);
  });
}

describe("an evaluation equals training from scratch on the training documents alone", () => {
  it("in every fold and hold-out, of every classifier, whatever the rules", () => {
    fc.assert(
      fc.property(documents, classifiers, rules, fc.nat(), (corpus, { name, options }, rules, seed) => {
        const data = dataOf(corpus);
        const classifier = makeClassifier({ classifier: name, ...options });
        const splits = folds(data.y, Math.min(3, corpus.length), seed);
        if (new Set(data.y as number[]).size < corpus.length) splits.push(...holdouts(data.y, 1 / 2, 2, seed));
        const { predictions, runs } = evaluate(splitFolds(data, splits, rules), classifier, LABELS);
        for (const [run, split] of splits.entries()) {
          const expected = fromScratch(corpus, split, classifier, rules);
          const found = predictions.filter((prediction) => prediction.run === run);
          expectSame(found, expected);
          const right = expected.filter(({ right }) => right).length;
          expect(runs[run].accuracy).toBe(right / split.test.length);
        }
      }),
      { numRuns: slowRuns(150) },
    );
  });

  it("when one document is left out at a time", () => {
    fc.assert(
      fc.property(documents, classifiers, fc.option(rules, { nil: {} }), (corpus, { name, options }, rules) => {
        const classifier = makeClassifier({ classifier: name, ...options });
        const rows = Uint32Array.from(corpus.keys());
        const expected = Array.from(rows).flatMap((row) => {
          const split = { train: rows.filter((other) => other !== row), test: Uint32Array.of(row) };
          return fromScratch(corpus, split, classifier, rules);
        });
        expectSame(leaveOneOut(dataOf(corpus), classifier, { rules }).predictions, expected);
      }),
      { numRuns: slowRuns(200) },
    );
  });

  it("for fractional counts, whose sums depend on their order", () => {
    const values = fc.array(fc.double({ min: 0.01, max: 2, noNaN: true }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(values, (values) => {
        const x = { ...dataOf(values.map((_, row) => ({ words: ["ant", row % 2 ? "bee" : "cat"], label: 0 }))).x };
        const data: Dataset = {
          x: { ...x, values: Float64Array.from(x.values, (_, i) => values[i % values.length]) },
          y: values.map((_, row) => row % 3),
          labels: LABELS,
        };
        for (const name of WEIGHABLE_NAMES) {
          const classifier = makeClassifier({ classifier: name, alpha: 1, prior: "fit" });
          const splits = folds(data.y, 6, 1);
          const one = leaveOneOut(data, classifier).predictions;
          const each = evaluate(splitFolds(data, splits), classifier, LABELS).predictions;
          const probability = new Map(each.map((prediction) => [prediction.row, prediction.probability]));
          expect(one.map((prediction) => prediction.probability)).toEqual(one.map(({ row }) => probability.get(row)));
        }
      }),
      { numRuns: 30 },
    );
  });
});

it.each([0, 1])("leaveOneOut refuses %d documents: nothing would be left to learn from", (documents) => {
  const data = dataOf([{ words: ["ant"], label: 0 }].slice(0, documents));
  expect(() => leaveOneOut(data, multinomial())).toThrow(
    new DataError(`leave-one-out: there are too few documents (${documents}); it needs at least two`),
  );
});
