import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { categorical } from "../../../src/classifiers/bayes/categorical.js";
import { gaussian } from "../../../src/classifiers/bayes/gaussian.js";
import { jointLogLikelihoods } from "../../../src/classifiers/classifier.js";
import type { StoredClassifier } from "../../../src/classifiers/stored-classifier.js";
import type { Dataset, SparseMatrix } from "../../../src/features/sparse-matrix.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { cells, datasetOf, expectClose, priors, queriesOf, type Sample, samples } from "../samples.js";
import { naiveLogPrior } from "../textbook.js";

/** A classifier whose columns have likelihoods of their own, and its formula over dense rows with no thought of speed. */
interface Case {
  readonly make: (alpha: number, prior?: Parameters<typeof naiveLogPrior>[0]) => StoredClassifier;
  /** log P(value | class) of a column. */
  readonly naive: (
    column: readonly number[],
    y: readonly number[],
    value: number,
    c: number,
    alpha: number,
    floor: number,
  ) => number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const variance = (values: readonly number[]) => mean(values.map((value) => (value - mean(values)) ** 2));

const CASES: Readonly<Record<string, Case>> = {
  gaussian: {
    make: (alpha, prior = "fit") => gaussian({ varSmoothing: alpha, prior }),
    naive(column, y, value, c, _, added) {
      const own = column.filter((_, d) => y[d] === c);
      const width = variance(own) + added;
      return -Math.log(2 * Math.PI * width) / 2 - (value - mean(own)) ** 2 / (2 * width);
    },
  },
  categorical: {
    make: (alpha, prior = "fit") => categorical({ alpha, prior }),
    naive(column, y, value, c, alpha) {
      const most = Math.max(...column);
      if (value > most) return 0;
      const own = column.filter((_, d) => y[d] === c);
      const count = own.filter((one) => one === value).length;
      return Math.log((count + alpha) / (own.length + alpha * (most + 1)));
    },
  },
};

function naiveScores({ naive }: Case, sample: Sample, alpha: number, prior: Parameters<typeof naiveLogPrior>[0]) {
  const rows = sample.rows.map((row) => row.map((cell) => cell ?? 0));
  const columns = Array.from({ length: sample.columns }, (_, t) => rows.map((row) => row[t]));
  const added = alpha * Math.max(0, ...columns.map(variance));
  const sizes = sample.labels.map((_, c) => sample.y.filter((own) => own === c).length);
  const logPrior = naiveLogPrior(prior, sizes);
  return sample.queries.map((query) =>
    sample.labels.map((_, c) =>
      query.reduce(
        (score: number, cell, t) => score + naive(columns[t], sample.y, cell ?? 0, c, alpha, added),
        logPrior[c],
      ),
    ),
  );
}

/** Samples in which each class has rows. */
const full = samples({ maxColumns: 5 }).map((sample) => ({
  ...sample,
  rows: [...sample.rows, ...sample.labels.map((_, c) => sample.rows[c % sample.rows.length])],
  y: [...sample.y, ...sample.labels.keys()],
}));

const isVaried = ({ rows }: Sample) => new Set(rows.map((row) => row.map((cell) => cell ?? 0).join())).size > 1;

const fitted = (classifier: StoredClassifier, data: Dataset, x: SparseMatrix) =>
  jointLogLikelihoods(classifier.fit(data), x);

describe.each(Object.entries(CASES))("%s naive Bayes", (name, one) => {
  const smoothings = name === "gaussian" ? [1e-9, 1e-3, 1] : [0, 1e-3, 1, 3];

  it("scores as its formula over every column of every row", () => {
    const problems = full.chain((sample) =>
      fc.tuple(fc.constant(sample), fc.constantFrom(...smoothings), priors(sample.labels.length)),
    );
    forAll(slowRuns(400), [problems], ([sample, alpha, prior]) => {
      // With nothing to add to, a variance of 0 has no formula.
      fc.pre(name !== "gaussian" || isVaried(sample));
      const expected = naiveScores(one, sample, alpha, prior);
      for (const [row, scores] of fitted(one.make(alpha, prior), datasetOf(sample), queriesOf(sample)).entries()) {
        expectClose(scores, expected[row], 1e-8);
      }
    });
  });

  const data: Dataset = {
    x: cells("1 . 2", "2 1 .", ". 3 1"),
    y: [0, 1, 1],
    labels: ["a", "b"],
  };

  it("refuses weights without a finite sum", () => {
    const weights = [Number.MAX_VALUE, Number.MAX_VALUE, 1];
    expect(() => one.make(1).fit({ ...data, weights })).toThrow(
      "fit: the weights of the rows sum to Infinity; scale them",
    );
  });
});
