import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addCounts, classCounts, subtractCounts } from "../../src/classifiers/class-counts.js";
import {
  argmax,
  type Dataset,
  jointLogLikelihoods,
  type Model,
  predict,
  probabilities,
  rowsFor,
} from "../../src/classifiers/classifier.js";
import { type CountingClassifier, isCounting } from "../../src/classifiers/counting-classifier.js";
import { explainRow } from "../../src/classifiers/explain.js";
import type { Prior } from "../../src/classifiers/prior.js";
import { CLASSIFIER_NAMES, classifierNamed, type MethodOptions } from "../../src/classifiers/table.js";
import { DataError, UsageError } from "../../src/errors.js";
import { binarized, matrixFromRows, type SparseMatrix, selectRows } from "../../src/features/sparse-matrix.js";
import { type Cell, inOtherArrays, matrixOf } from "../features/dense.js";
import { alphas, datasetOf, priors, queriesOf, type Sample, samples } from "./samples.js";

fc.configureGlobal({ seed: 56 });

/** Samples with everything that can be chosen beside them. */
const problems = ({ minClasses = 1 } = {}) =>
  samples({ minClasses }).chain((sample) =>
    fc.record({
      sample: fc.constant(sample),
      alpha: alphas,
      prior: priors(sample.labels.length),
      weights: fc.option(fc.array(fc.nat(3), { minLength: sample.rows.length, maxLength: sample.rows.length }), {
        nil: undefined,
      }),
    }),
  );

/** The scores of the rows as the model takes them: what probabilities and predict look at. */
function scoresOf(model: Model, x: SparseMatrix): Float64Array[] {
  return jointLogLikelihoods(model, rowsFor(model, x));
}

/** Everything that must hold of any model and any rows of counts. */
function expectSound(model: Model, x: SparseMatrix): void {
  const scores = scoresOf(model, x);
  const given = probabilities(model, x);
  const predicted = predict(model, x);
  expect([scores.length, given.length, predicted.length]).toEqual([x.rows, x.rows, x.rows]);
  for (let row = 0; row < x.rows; row++) {
    for (const all of [scores[row], jointLogLikelihoods(model, x)[row]]) {
      expect(all.length).toBe(model.labels.length);
      for (const score of all) expect(score, `a score is finite or -∞`).toBeLessThan(Number.POSITIVE_INFINITY);
    }
    for (const p of given[row]) expect(p >= 0 && p <= 1, `0 <= ${p} <= 1`).toBe(true);
    const sum = given[row].reduce((sum, p) => sum + p, 0);
    expect(Math.abs(sum - 1)).toBeLessThan(1e-9);
    expect(predicted[row]).toBe(scores[row].indexOf(Math.max(...scores[row])));
    expect(given[row][predicted[row]]).toBe(Math.max(...given[row]));
  }
}

/** Explains each row that any class is possible for, and compares with the scores. */
function expectExplained(classifier: CountingClassifier, data: Dataset, queries: SparseMatrix): void {
  const model = classifier.fitCounts(classCounts(data, classifier.binary));
  const x = rowsFor(model, queries);
  for (const [row, scores] of jointLogLikelihoods(model, x).entries()) {
    if (!scores.some(Number.isFinite)) continue;
    const { label, against, margin, prior, terms } = explainRow(model, selectRows(x, [row]), (term) => `t${term}`);
    const best = argmax(scores);
    const others = Array.from(scores.keys()).filter((c) => c !== best);
    const second = others[argmax(others.map((c) => scores[c]))];
    expect([label, against]).toEqual([data.labels[best], data.labels[second]]);
    expect(margin).toBe(scores[best] - scores[second]);
    const sum = terms.reduce((sum, { contribution }) => sum + contribution, prior);
    const size = terms.reduce((size, { contribution }) => size + Math.abs(contribution), Math.abs(prior));
    if (margin === Number.POSITIVE_INFINITY) expect(sum).toBe(margin);
    else expect(Math.abs(sum - margin)).toBeLessThanOrEqual(1e-9 * Math.max(1, size));
  }
}

/** A classifier that learns from counts. */
function counting(name: string, options?: MethodOptions): CountingClassifier {
  const classifier = classifierNamed(name, options);
  if (!isCounting(classifier)) throw new Error(`${name} does not learn from counts`);
  return classifier;
}

describe.each(CLASSIFIER_NAMES.filter((name) => isCounting(classifierNamed(name))))("%s", (name) => {
  const make = (alpha = 1, prior: Prior = "fit") => counting(name, { alpha, prior });

  it("gives probabilities with sum 1, no score that is NaN or +∞, and predicts the best score, lowest index first", () => {
    fc.assert(
      fc.property(problems(), ({ sample, alpha, prior, weights }) => {
        expectSound(make(alpha, prior).fit(datasetOf(sample, weights)), queriesOf(sample));
      }),
      { numRuns: 300 },
    );
  });

  it.each([0, 1, 1e-300, 1e100])("is sound with alpha %d, in any corner of the data", (alpha) => {
    const corners: Record<string, { rows: Cell[][]; y: number[]; labels: string[] }> = {
      "one class": { rows: [[1, 2, 0]], y: [0], labels: ["a"] },
      "one document a class": {
        rows: [
          [1, null, 0],
          [0, 2, null],
        ],
        y: [0, 1],
        labels: ["a", "b"],
      },
      "a class without documents": {
        rows: [
          [1, 2, 0],
          [2, 2, 1],
        ],
        y: [0, 2],
        labels: ["a", "b", "c"],
      },
      "a class of empty documents": {
        rows: [
          [1, 2, 0],
          [null, 0, null],
        ],
        y: [0, 1],
        labels: ["a", "b"],
      },
      "nothing but empty documents": {
        rows: [
          [null, 0, null],
          [null, null, null],
        ],
        y: [0, 1],
        labels: ["a", "b"],
      },
      "the same documents in both classes": {
        rows: [
          [1, 1, 1],
          [1, 1, 1],
        ],
        y: [0, 1],
        labels: ["a", "b"],
      },
    };
    const queries = matrixOf(
      [
        [null, null, null],
        [0, 0, 0],
        [1, null, null],
        [1, 1, 1],
        [null, 0, 100_000],
        [33_333, 33_333, 33_334],
      ],
      3,
    );
    for (const { rows, y, labels } of Object.values(corners)) {
      for (const prior of ["fit", "uniform"] as const) {
        for (const weights of [undefined, y.map(() => 0)]) {
          const model = make(alpha, prior).fit({ x: matrixOf(rows, 3), y, labels, weights });
          expectSound(model, queries);
          if (alpha === 0 || prior === "fit") continue;
          for (const scores of scoresOf(model, queries)) {
            expect(scores.every(Number.isFinite), `smoothed, but impossible: ${scores}`).toBe(true);
          }
        }
      }
    }
  });

  it("is sound without a single term", () => {
    for (const alpha of [0, 1]) {
      const model = make(alpha).fit({ x: matrixFromRows([[], [], []]), y: [0, 1, 1], labels: ["a", "b"] });
      const x = matrixFromRows([[]]);
      expectSound(model, x);
      expect(probabilities(model, x)[0][1]).toBeCloseTo(2 / 3, 12);
    }
  });

  it("is sound with documents of 100,000 tokens, all different or all the same", () => {
    const columns = 100_000;
    const different = new Array<number>(columns).fill(1);
    const same = [columns, ...new Array<number>(columns - 1).fill(0)];
    const x = matrixFromRows([different, same, different]);
    for (const alpha of [0, 1e-300, 1]) {
      const model = make(alpha).fit({ x, y: [0, 1, 2], labels: ["a", "b", "c"] });
      expectSound(model, x);
      expect(predict(model, x)).toEqual([0, 1, 0]);
    }
  });

  it("gives one class alone all of the probability", () => {
    fc.assert(
      fc.property(problems(), ({ sample, alpha, prior }) => {
        const only = { ...sample, labels: ["a"], y: sample.y.map(() => 0) };
        const model = make(alpha, typeof prior === "string" ? prior : [1]).fit(datasetOf(only));
        expect(probabilities(model, queriesOf(sample))).toEqual(sample.queries.map(() => Float64Array.of(1)));
        expect(predict(model, queriesOf(sample))).toEqual(sample.queries.map(() => 0));
      }),
      { numRuns: 100 },
    );
  });

  it("never predicts a class without documents under the fitted prior, as long as any class is possible", () => {
    fc.assert(
      fc.property(problems(), ({ sample, alpha, weights }) => {
        const x = queriesOf(sample);
        const model = make(alpha).fit(datasetOf(sample, weights));
        const seen = new Set(sample.y.filter((_, d) => weights?.[d] !== 0));
        for (const [row, scores] of scoresOf(model, x).entries()) {
          for (const [c, score] of scores.entries()) if (!seen.has(c)) expect(score).toBe(Number.NEGATIVE_INFINITY);
          if (alpha > 0 && seen.size > 0) expect(scores[argmax(scores)]).toBeGreaterThan(Number.NEGATIVE_INFINITY);
          if (scores.some(Number.isFinite)) expect(seen).toContain(predict(model, x)[row]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("takes a document with no stored term, stored zeros or fewer columns all for an empty one", () => {
    fc.assert(
      fc.property(problems(), ({ sample: { queries: _, ...rest }, alpha, prior, weights }) => {
        const sample: Sample = { ...rest, queries: [] };
        const model = make(alpha, prior).fit(datasetOf(sample, weights));
        const row = (cell: Cell, columns: number) => matrixOf([new Array<Cell>(columns).fill(cell)], columns);
        const [empty] = scoresOf(model, row(null, sample.columns));
        expect(scoresOf(model, row(0, sample.columns))).toEqual([empty]);
        expect(scoresOf(model, row(null, 0))).toEqual([empty]);
      }),
      { numRuns: 100 },
    );
  });

  it("scores as if a document of weight n were n documents, and one of weight 0 not there", () => {
    fc.assert(
      fc.property(problems(), ({ sample, alpha, prior, weights }) => {
        fc.pre(weights?.some((weight) => weight > 0) === true);
        const times = <T>(items: readonly T[]) =>
          items.flatMap((item, d) => new Array<T>(weights?.[d] ?? 0).fill(item));
        const repeated = { ...sample, rows: times(sample.rows), y: times(sample.y) };
        const x = queriesOf(sample);
        expect(scoresOf(make(alpha, prior).fit(datasetOf(sample, weights)), x)).toEqual(
          scoresOf(make(alpha, prior).fit(datasetOf(repeated)), x),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("learns from counts of parts, added up, what it learns from the whole; and unlearns one again", () => {
    fc.assert(
      fc.property(problems(), fc.nat(), ({ sample, alpha, prior, weights }, at) => {
        fc.pre(sample.rows.length >= 2);
        const cut = 1 + (at % (sample.rows.length - 1));
        const classifier = make(alpha, prior);
        const data = datasetOf(sample, weights);
        const part = (from: number, to: number): Dataset => ({
          x: selectRows(
            data.x,
            Array.from({ length: to - from }, (_, i) => from + i),
          ),
          y: sample.y.slice(from, to),
          labels: data.labels,
          weights: weights?.slice(from, to),
        });
        const count = (data: Dataset) => classCounts(data, classifier.binary);
        const [first, second] = [part(0, cut), part(cut, sample.rows.length)];
        const x = queriesOf(sample);
        const whole = classifier.fit(data);
        expect(scoresOf(classifier.fitCounts(addCounts(count(first), count(second))), x)).toEqual(scoresOf(whole, x));
        expect(scoresOf(classifier.fitCounts(subtractCounts(count(data), count(second))), x)).toEqual(
          scoresOf(classifier.fit(first), x),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("learns the same from counts in arrays of any kind, as a file brings them", () => {
    fc.assert(
      fc.property(problems(), ({ sample, alpha, prior, weights }) => {
        const classifier = make(alpha, prior);
        const data = datasetOf(sample, weights);
        const counts = classCounts(data, classifier.binary);
        const x = queriesOf(sample);
        expect(scoresOf(classifier.fitCounts({ ...counts, terms: inOtherArrays(counts.terms) }), x)).toEqual(
          scoresOf(classifier.fit(data), x),
        );
      }),
      { numRuns: 100 },
    );
  });

  it("does not depend on the order of the documents, bit for bit", () => {
    const shuffled = problems().chain((problem) =>
      fc.tuple(
        fc.constant(problem),
        fc.shuffledSubarray(Array.from(problem.sample.rows.keys()), { minLength: problem.sample.rows.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([{ sample, alpha, prior, weights }, order]) => {
        const other = { ...sample, rows: order.map((d) => sample.rows[d]), y: order.map((d) => sample.y[d]) };
        const otherWeights = weights && order.map((d) => weights[d]);
        const x = queriesOf(sample);
        expect(scoresOf(make(alpha, prior).fit(datasetOf(other, otherWeights)), x)).toEqual(
          scoresOf(make(alpha, prior).fit(datasetOf(sample, weights)), x),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("gives the same scores whenever it is fitted and whatever was scored before, and changes nothing it is given", () => {
    fc.assert(
      fc.property(problems(), ({ sample, alpha, prior, weights }) => {
        const data = datasetOf(sample, weights);
        const x = queriesOf(sample);
        const before = structuredClone([data, x]);
        const model = make(alpha, prior).fit(data);
        const backwards = selectRows(
          x,
          Array.from({ length: x.rows }, (_, row) => x.rows - 1 - row),
        );
        const last = scoresOf(model, backwards).toReversed();
        expect(scoresOf(model, x)).toEqual(last);
        expect(scoresOf(make(alpha, prior).fit(data), x)).toEqual(last);
        expect([data, x]).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });

  it("looks at presence alone if it is a model of presences, and says so", () => {
    fc.assert(
      fc.property(problems(), ({ sample, alpha, prior }) => {
        const classifier = make(alpha, prior);
        const data = datasetOf(sample);
        const model = classifier.fit(data);
        const x = queriesOf(sample);
        expect(model.binary).toBe(classifier.binary);
        expect(rowsFor(model, x) === x).toBe(!model.binary);
        if (!model.binary) return;
        expect(probabilities(model, x)).toEqual(probabilities(model, binarized(x)));
        expect(predict(model, x)).toEqual(predict(model, binarized(x)));
        expect(scoresOf(classifier.fit({ ...data, x: binarized(data.x) }), x)).toEqual(scoresOf(model, x));
      }),
      { numRuns: 100 },
    );
  });

  const explained = problems({ minClasses: 2 }).map((problem) => ({
    ...problem,
    alpha: problem.alpha || 1,
  }));

  it("explains the lead of the best class by parts that sum to it", () => {
    fc.assert(
      fc.property(explained, ({ sample, alpha, prior, weights }) => {
        expectExplained(make(alpha, prior), datasetOf(sample, weights), queriesOf(sample));
      }),
      { numRuns: 400 },
    );
  });

  it("explains with alpha 0 an infinite lead by infinite parts", () => {
    fc.assert(
      fc.property(explained, ({ sample: { queries, ...sample }, prior, weights }) => {
        const storesNoZero = queries.map((query) => query.map((cell) => (cell === 0 ? null : cell)));
        expectExplained(
          make(0, prior),
          datasetOf({ ...sample, queries }, weights),
          matrixOf(storesNoZero, sample.columns),
        );
      }),
      { numRuns: 400 },
    );
  });

  it("explains with alpha 0 also a row that stores zeros, by no part that is NaN", () => {
    const data = {
      x: matrixFromRows([
        [1, 1],
        [0, 1],
      ]),
      y: [0, 1],
      labels: ["a", "b"],
    };
    expectExplained(
      make(0),
      data,
      matrixOf(
        [
          [0, 1],
          [1, 0],
          [0, 0],
        ],
        2,
      ),
    );
  });

  it.each([-1, -1e-9, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "refuses the value %d in training, and says where it is",
    (value) => {
      const data = {
        x: matrixOf(
          [
            [1, null],
            [2, value],
          ],
          2,
        ),
        y: [0, 1],
        labels: ["a", "b"],
      };
      expect(() => make().fit(data)).toThrow(DataError);
      expect(() => make().fit(data)).toThrow(
        `fit: row 1, column 1: required a count, finite and at least 0, got ${value}`,
      );
    },
  );

  it("refuses to learn from no classes or no rows", () => {
    const none = { x: matrixFromRows([]), y: [], labels: ["a"] };
    expect(() => make().fit(none)).toThrow(DataError);
    expect(() => make().fit(none)).toThrow("fit: required at least one row, got none");
    const unlabelled = { x: matrixFromRows([[1]]), y: [0], labels: [] };
    expect(() => make().fit(unlabelled)).toThrow(DataError);
    expect(() => make().fit(unlabelled)).toThrow("fit: required at least one class, got none");
  });

  it.each([
    [{ y: [0] }, "fit: required one class index for each of 2 rows, got 1"],
    [{ y: [0, 2] }, "fit: row 1: required a class index from 0 to 1, got 2"],
    [{ y: [-1, 0] }, "fit: row 0: required a class index from 0 to 1, got -1"],
    [{ y: [0, 0.5] }, "fit: row 1: required a class index from 0 to 1, got 0.5"],
    [{ labels: ["a"] }, "fit: row 1: required a class index from 0 to 0, got 1"],
    [{ weights: [1] }, "fit: required one weight for each of 2 rows, got 1"],
    [{ weights: [1, -1] }, "fit: row 1: required a finite weight of at least 0, got -1"],
    [{ weights: [Number.NaN, 1] }, "fit: row 0: required a finite weight of at least 0, got NaN"],
    [{ weights: [Number.POSITIVE_INFINITY, 1] }, "fit: row 0: required a finite weight of at least 0, got Infinity"],
  ])("refuses data with %j, and says what is wrong", (change, message) => {
    const data = {
      x: matrixFromRows([
        [1, 0],
        [0, 1],
      ]),
      y: [0, 1],
      labels: ["a", "b"],
      ...change,
    };
    expect(() => make().fit(data)).toThrow(UsageError);
    expect(() => make().fit(data)).toThrow(message);
  });

  it.each([-1, 1e101, Number.NaN, Number.POSITIVE_INFINITY, "1"])(
    "refuses alpha %j before it sees any data",
    (alpha) => {
      expect(() => make(alpha as number)).toThrow(UsageError);
      expect(() => make(alpha as number)).toThrow(
        `${name}: alpha: required a number from 0 to 1e+100, got ${String(alpha)}`,
      );
    },
  );

  it.each([[[1]], [[0.5, 0.25, 0.25]], [[0.5, 0.6]], [[-1, 2]], [[Number.NaN, 1]], ["flat"]])(
    "refuses the prior %j for two classes, and says what it takes",
    (prior) => {
      const fit = () => make(1, prior as Prior).fit({ x: matrixFromRows([[1], [2]]), y: [0, 1], labels: ["a", "b"] });
      expect(fit).toThrow(UsageError);
      expect(fit).toThrow(/^prior: required "fit", "uniform" or /);
      expect(fit).toThrow(`got ${JSON.stringify(prior)}`);
    },
  );

  it("refuses rows of more columns than it has learned", () => {
    const model = make().fit({ x: matrixFromRows([[1], [2]]), y: [0, 1], labels: ["a", "b"] });
    expect(model.columns).toBe(1);
    expect(() => predict(model, matrixFromRows([[1, 1]]))).toThrow(UsageError);
  });
});
