import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bernoulli } from "../../../src/classifiers/bayes/bernoulli.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods, type Model } from "../../../src/classifiers/classifier.js";
import { type Counterfactual, counterfactualOf } from "../../../src/classifiers/explain/counterfactual.js";
import { argmax } from "../../../src/classifiers/scores.js";
import { CLASSIFIER_NAMES, makeClassifier } from "../../../src/classifiers/table.js";
import { combined } from "../../../src/classifiers/wrappers/combined.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import type { WeightingOptions } from "../../../src/features/weighting.js";
import { listOf } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { scoresOf } from "../problems.js";
import { linearModel, matrix } from "../samples.js";

const termOf = (term: number) => `t${term}`;
const COLUMNS = 7;

/** Whole numbers: no sum of them is rounded, so that ties are ties. */
const whole = fc.integer({ min: -4, max: 4 });

/** A linear model of two to four classes, and a row for it. */
const linear = fc.integer({ min: 2, max: 4 }).chain((classes) =>
  fc.record({
    bias: listOf(whole, classes),
    weights: listOf(
      listOf(fc.oneof({ weight: 6, arbitrary: whole }, fc.constant(Number.NEGATIVE_INFINITY)), classes),
      COLUMNS,
    ),
    row: listOf(fc.nat(2), COLUMNS),
  }),
);

/** The class that the model predicts for a row without some of its terms. */
function answer(model: Model, row: readonly number[], left: readonly number[] = []): number {
  const rest = row.map((value, term) => (left.includes(term) ? 0 : value));
  return argmax(jointLogLikelihoods(model, matrixFromRows([rest]))[0]);
}

/** The size of the smallest set that changes the answer, by trying all of them. */
function fewest(model: Model, row: readonly number[]): number | undefined {
  const terms = [...row.keys()].filter((term) => row[term] > 0);
  const sets = Array.from({ length: 2 ** terms.length }, (_, bits) => terms.filter((_, t) => (bits >> t) & 1));
  const sizes = sets.filter((set) => answer(model, row, set) !== answer(model, row)).map(({ length }) => length);
  return sizes.length === 0 ? undefined : Math.min(...sizes);
}

/** Checks any model: without these terms the answer is the given one, and each term is needed. */
function expectChange(model: Model, row: readonly number[]): Counterfactual {
  const change = counterfactualOf(model, matrixFromRows([row]), termOf);
  const left = change.terms.map((term) => Number(term.slice(1)));
  expect(new Set(left.filter((term) => row[term] > 0)).size).toBe(left.length);
  const [changed, before] = [answer(model, row, left), answer(model, row)];
  expect([changed !== before, left.length > 0]).toEqual(Array(2).fill(change.label !== undefined));
  if (change.label !== undefined) expect(model.labels[changed]).toBe(change.label);
  for (const term of left) {
    const others = left.filter((other) => other !== term);
    expect(answer(model, row, others), `${term} can be spared`).toBe(before);
  }
  if (change.smallest) expect(left.length).toBe(fewest(model, row) ?? 0);
  return change;
}

/** A small training set in which classes share terms. */
const data = {
  x: matrix("3 1 0 2 0 0 1", "2 0 1 1 0 1 0", "0 2 2 0 1 0 1", "0 1 3 0 2 0 0", "1 0 0 0 1 3 2"),
  y: [0, 0, 1, 1, 2],
  labels: ["a", "b", "c"],
};

const rows = listOf(fc.nat(3), COLUMNS);

describe("the smallest set of terms that changes the answer", () => {
  it("is as small as the smallest of all sets, in a linear model", () => {
    let found = 0;
    forAll(slowRuns(1000), [linear], ({ bias, weights, row }) => {
      const model = linearModel(bias, weights);
      const { smallest, terms } = expectChange(model, row);
      if (scoresOf(model, matrixFromRows([row]))[0].some(Number.isFinite)) expect(smallest).toBe(true);
      if (terms.length > 1) found++;
    });
    expect(found).toBeGreaterThan(30);
  });

  it("is proven the smallest for weights, too, unless they are divided by a norm", () => {
    const options: WeightingOptions = { tf: "log", idf: "smooth" };
    const members = [
      { classifier: weighted(multinomial(), options), weight: 2 },
      { classifier: weighted(multinomial({ alpha: 0.1 }), { tf: "binary" }), weight: 1 },
    ];
    for (const model of [members[0].classifier.fit(data), combined(members).fit(data), bernoulli().fit(data)]) {
      forAll(slowRuns(100), [rows], (counts) => {
        const row = model.binary ? counts.map((count) => Math.min(1, count)) : counts;
        expect(expectChange(model, row).smallest).toBe(true);
      });
    }
  });

  it.each(["multinomial", "logistic-regression"])("is small, and says so, where a length divides: %s", (classifier) => {
    const model = makeClassifier({ classifier, tf: "log", idf: "smooth", norm: "l2" }).fit(data);
    let many = 0;
    forAll(100, [rows], (row) => {
      const { smallest, terms } = expectChange(model, row);
      expect(smallest).toBe(terms.length === 1);
      if (terms.length > 1) many++;
    });
    expect(many).toBeGreaterThan(5);
  });

  it.each(CLASSIFIER_NAMES)("changes the answer as it says, whatever the method: %s", (classifier) => {
    const model = makeClassifier({ classifier }).fit(data);
    forAll(slowRuns(50), [rows], (counts) => {
      expectChange(model, model.binary ? counts.map((count) => Math.min(1, count)) : counts);
    });
  });

  it.each([
    ["does not exist if the rest decides", linearModel([9, 0], ["0 1"]), undefined, []],
    ["does not exist if there is one class", linearModel([0], ["1"]), undefined, []],
    ["names the new class, which need not be the second best", linearModel([0, 2, 0], ["5 0 4"]), "c1", ["t0"]],
  ])("%s", (_, model, label, terms) => {
    expect(counterfactualOf(model, matrixFromRows([[1]]), termOf)).toEqual({ label, terms, smallest: true });
  });

  it("leaves out no term that can be spared, where terms depend on each other", () => {
    const model: Model = {
      labels: ["a", "b"],
      columns: 3,
      binary: false,
      scoreInto: ({ ids }, _, scores) => scores.set([1, ids.includes(1) || ids.includes(2) ? 0 : 2]),
      marginInto(_x, _row, _pair, parts) {
        parts.set([3, 2, 1]);
        return 0;
      },
    };
    expect(counterfactualOf(model, matrix("1 1 1"), termOf)).toEqual({
      label: "b",
      terms: ["t1", "t2"],
      smallest: false,
    });
  });
});
