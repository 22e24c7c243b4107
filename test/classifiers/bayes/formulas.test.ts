import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bernoulli } from "../../../src/classifiers/bayes/bernoulli.js";
import { categorical } from "../../../src/classifiers/bayes/categorical.js";
import { complement } from "../../../src/classifiers/bayes/complement.js";
import { gaussian } from "../../../src/classifiers/bayes/gaussian.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { scoresOf } from "../problems.js";
import {
  alphas,
  cells,
  datasetOf,
  expectScores,
  priors,
  queriesOf,
  type Sample,
  samples,
  smoothingsOf,
  weightLists,
} from "../samples.js";
import type { Any } from "../subjects.js";
import { naiveBernoulli, naiveCategorical, naiveComplement, naiveGaussian, naiveMultinomial } from "../textbook.js";

/** Any smoothing and prior. */
const smoothed = ({ columns, labels: { length: classes } }: Sample) =>
  fc.tuple(smoothingsOf(columns, classes), priors(classes)).map(([smoothing, prior]) => ({ ...smoothing, prior }));

/** Any prior, and these options. */
const withPrior =
  <Options>(options: { [name in keyof Options]: fc.Arbitrary<Options[name]> }) =>
  ({ labels }: Sample) =>
    fc.record({ ...options, prior: priors(labels.length) });

/** Samples in which each class has rows. */
const full = samples({ maxColumns: 5 }).map((sample) => ({
  ...sample,
  rows: [...sample.rows, ...sample.labels.map((_, c) => sample.rows[c % sample.rows.length])],
  y: [...sample.y, ...sample.labels.keys()],
}));

const isVaried = ({ rows }: Sample) => new Set(rows.map((row) => row.map(Number).join())).size > 1;

/** @param weight the weight of a row */
function expectFormula<Options>(
  make: (options: Options) => Any,
  naive: (sample: Sample, options: Options, weights?: readonly number[]) => number[][],
  optionsOf: (sample: Sample) => fc.Arbitrary<Options>,
  { given = samples(), weight = fc.constant<number>(1), tolerance = 1e-10 },
): void {
  const problems = given.chain((sample) => {
    const weights = fc.option(weightLists(sample.rows.length, weight), { nil: undefined });
    return fc.record({ sample: fc.constant(sample), options: optionsOf(sample), weights });
  });
  forAll(slowRuns(500), [problems], ({ sample, options, weights }) => {
    const model = make(options).fit(datasetOf(sample, weights));
    expectScores(scoresOf(model, queriesOf(sample)), naive(sample, options, weights), tolerance);
  });
}

describe("the scores of naive Bayes are those of the formula, to a relative 1e-10 or 1e-8:", () => {
  it("multinomial", () => {
    const weight = fc.oneof(fc.nat(3), fc.double({ min: 1e-3, max: 10, noNaN: true }));
    expectFormula(multinomial, naiveMultinomial, smoothed, { weight });
  });

  it("Bernoulli", () => {
    // Multiples of 1/4, so that sums are exact and a term is certain or not without doubt.
    expectFormula(bernoulli, naiveBernoulli, smoothed, { weight: fc.nat(12).map((n) => n / 4) });
  });

  it("complement", () => {
    const options = withPrior({ alpha: alphas.filter((alpha) => alpha > 0), normalize: fc.boolean() });
    expectFormula(complement, naiveComplement, options, { weight: fc.nat(3) });
  });

  it("Gaussian", () => {
    // With nothing to add to, a variance of 0 has no formula.
    const options = withPrior({ varSmoothing: fc.constantFrom(1e-9, 1e-3, 1) });
    expectFormula(gaussian, naiveGaussian, options, { given: full.filter(isVaried), tolerance: 1e-8 });
  });

  it("categorical", () => {
    const options = withPrior({ alpha: fc.constantFrom(0, 1e-3, 1, 3) });
    expectFormula(categorical, naiveCategorical, options, { given: full, tolerance: 1e-8 });
  });
});

it.each([gaussian, categorical])("refuses weights without a finite sum: %o", (make) => {
  const data = { x: cells("1 . 2", "2 1 .", ". 3 1"), y: [0, 1, 1], labels: ["a", "b"] };
  const weights = [Number.MAX_VALUE, Number.MAX_VALUE, 1];
  expect(() => make().fit({ ...data, weights })).toThrow("fit: the weights of the rows sum to Infinity; scale them");
});
