import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { largest } from "../../../src/base/lists.js";
import { seededRandom } from "../../../src/base/random.js";
import { jointLogLikelihoods, predict, probabilities } from "../../../src/classifiers/classifier.js";
import {
  type LogisticRegressionOptions,
  logisticRegression,
} from "../../../src/classifiers/linear/logistic-regression.js";
import { type Dataset, matrixFromRows, matrixOfRows } from "../../../src/features/sparse-matrix.js";
import { dense, listOf, matrixOf } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { expectScores, matrix, repeatedRows } from "../samples.js";

/** Weights of a linear model, written out: a row per term, and one bias a class. */
interface Parameters {
  readonly weights: readonly (readonly number[])[];
  readonly bias: readonly number[];
}

/** 1/2 Σ w² + C Σ weight · -ln P(y | x), from the definition. */
function naiveObjective({ x, y, weights }: Dataset, cost: number, { weights: w, bias }: Parameters): number {
  let objective = w.flat().reduce((sum, value) => sum + value ** 2 / 2, 0);
  for (const [i, row] of dense(x).entries()) {
    const scores = bias.map((b, c) => row.reduce((sum, value, t) => sum + value * w[t][c], b));
    const max = Math.max(...scores);
    const log = max + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - max), 0));
    objective += cost * (weights?.[i] ?? 1) * (log - scores[y[i]]);
  }
  return objective;
}

/** As `scikit-learn-logistic.py` wrote it. */
interface Vectors {
  readonly matrices: readonly { columns: number; rows: [column: number, value: number][][]; y: number[] }[];
  readonly cases: readonly {
    name: string;
    /** Index into matrices. */
    matrix: number;
    cost: number;
    intercept: boolean;
    weights?: number[];
    objective: number;
    /** Probabilities of the first rows. */
    probabilities: number[][];
  }[];
}

const VECTORS = new URL("../../vectors/scikit-learn-logistic.json", import.meta.url);
const vectors = JSON.parse(readFileSync(VECTORS, "utf8")) as Vectors;

/** As near to the least objective as is of use. */
const EXACT = { tolerance: 1e-9, epochs: 20_000 };

function fitted(data: Dataset, options: LogisticRegressionOptions): Parameters {
  const { bias, weights } = logisticRegression(options).fit(data).arrays();
  const classes = data.labels.length;
  const rows = Array.from({ length: data.x.columns }, (_, t) => [...weights.subarray(t * classes, (t + 1) * classes)]);
  return { weights: rows, bias: [...bias] };
}

/** Small problems, each class with a document; columns that say the same, empty documents and separable classes among them. */
const problems = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.nat(3), fc.integer({ min: 4, max: 9 }))
  .chain(([classes, columns, rows]) =>
    fc.record({
      x: listOf(listOf(fc.option(fc.integer({ min: -2, max: 3 })), columns), rows).map((all) => matrixOf(all, columns)),
      y: listOf(fc.nat(classes - 1), rows - classes).map((more) => [...Array(classes).keys(), ...more]),
      labels: fc.constant(["a", "b", "c", "d"].slice(0, classes)),
      weights: fc.option(listOf(fc.integer({ min: 1, max: 3 }), rows), { nil: undefined }),
    }),
  );
const options = fc.record({ cost: fc.constantFrom(0.01, 1, 10), intercept: fc.boolean() });

describe("logisticRegression", () => {
  it.each([0.01, 1e-7, 1e-12])("gives probabilities within the square root of the tolerance %s", (tolerance) => {
    const random = seededRandom(3);
    const rows = Array.from({ length: 40 }, () => Array.from({ length: 8 }, () => random(4)));
    const data = { x: matrixFromRows(rows), y: rows.map(() => random(3)), labels: ["a", "b", "c"] };
    const of = (options: LogisticRegressionOptions) =>
      probabilities(logisticRegression({ cost: 10, epochs: 1e6, ...options }).fit(data), data.x).flatMap((p) => [...p]);
    const exact = of({ tolerance: 1e-13 });
    const worst = largest(of({ tolerance }).map((p, i) => Math.abs(p - exact[i])));
    expect(worst).toBeLessThan(Math.sqrt(tolerance));
  });

  it.each(vectors.cases)(
    "reaches the objective of scikit-learn 1.2.1 to 1e-6, and its probabilities: $name",
    (reference) => {
      const { columns, rows, y } = vectors.matrices[reference.matrix];
      const entries = rows.map((row) => ({
        ids: row.map(([column]) => column),
        values: row.map(([, value]) => value),
      }));
      const x = matrixOfRows(entries, columns);
      const labels = [...new Set(y)].sort((a, b) => a - b).map(String);
      const data = { x, y, labels, weights: reference.weights };
      const options = { cost: reference.cost, intercept: reference.intercept, ...EXACT };
      const objective = naiveObjective(data, reference.cost, fitted(data, options));
      expect(Math.abs(objective / reference.objective - 1)).toBeLessThan(1e-6);
      const given = probabilities(logisticRegression(options).fit(data), x);
      expectScores(given.slice(0, reference.probabilities.length), reference.probabilities, 1e-4);
    },
  );

  it("takes a document of weight n for n documents", () => {
    forAll(slowRuns(40), [problems, options], (data, some) => {
      const learn = (own: Dataset) => probabilities(logisticRegression({ ...some, ...EXACT }).fit(own), data.x);
      expectScores(learn(data), learn(repeatedRows(data)), 3e-4);
    });
  });

  it("has finite weights where classes can be told apart for certain, and larger ones the more errors cost", () => {
    const data = { x: matrixFromRows([[1], [-1]]), y: [0, 1], labels: ["a", "b"] };
    const sizes = [1, 100, 1e4].map((cost) => fitted(data, { cost, ...EXACT }).weights[0][0]);
    // By hand: w = 2C / (1 + e^2w), and the other class has -w.
    for (const [i, cost] of [1, 100, 1e4].entries()) {
      expect(sizes[i]).toBeCloseTo((2 * cost) / (1 + Math.exp(2 * sizes[i])), 3);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });

  it("gives an empty document the shares of the classes, and without intercepts each the same", () => {
    const data = { x: matrixFromRows([[], [], [], []]), y: [0, 1, 1, 1], labels: ["a", "b"] };
    const given = (intercept: boolean) =>
      probabilities(logisticRegression({ intercept, ...EXACT }).fit(data), matrixFromRows([[]]))[0];
    expect(given(true)[0]).toBeCloseTo(0.25, 4);
    expect(given(false)).toEqual(Float64Array.of(0.5, 0.5));
  });

  it("never predicts a class without documents, and is the same as if there were none", () => {
    const x = matrix("1 0", "0 2", "1 1");
    const model = logisticRegression().fit({ x, y: [0, 2, 2], labels: ["a", "b", "c"] });
    const without = logisticRegression().fit({ x, y: [0, 1, 1], labels: ["a", "c"] });
    for (const [row, scores] of jointLogLikelihoods(model, x).entries()) {
      const [a, c] = jointLogLikelihoods(without, x)[row];
      expect(scores).toEqual(Float64Array.of(a, Number.NEGATIVE_INFINITY, c));
    }
    expect(predict(model, x)).toEqual([0, 2, 2]);
  });

  it("tells how much is done, ever more, and no more than all", () => {
    const told: number[] = [];
    const x = matrix("3 1", "1 3", "2 2");
    logisticRegression({ tolerance: 1e-6 }).fit({ x, y: [0, 1, 1], labels: ["a", "b"] }, (done) => told.push(done));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told[0]).toSatisfy((first: number) => first > 0 && first < 0.1);
    expect(told.at(-1)).toSatisfy((last: number) => last > 0.9 && last <= 1);
  });

  it("refuses numbers that are larger than it can square, and says where they are", () => {
    const data = { x: matrix("1 0", "1 -2e15"), y: [0, 1], labels: ["a", "b"] };
    const refusal = "fit: row 1, column 1: a value must be at most 1000000000000000, not -2000000000000000";
    expect(() => logisticRegression().fit(data)).toThrow(new DataError(refusal));
  });
});
