import fc from "fast-check";
import { expect } from "vitest";
import { seededRandom, shuffle } from "../../src/base/random.js";
import type { Prior } from "../../src/classifiers/bayes/prior.js";
import { M_PRIORS, type SmoothingOptions } from "../../src/classifiers/bayes/smoothing.js";
import { LinearModel, type LinearModelParts } from "../../src/classifiers/linear-model.js";
import { type Dataset, matrixFromRows, type SparseMatrix, selectRows } from "../../src/features/sparse-matrix.js";
import { type Cell, cellRows, listOf, matrixOf } from "../features/dense.js";

/** A small training set with rows to score: classes without rows, empty rows and columns among them. */
export interface Sample {
  readonly columns: number;
  readonly labels: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly y: readonly number[];
  readonly queries: readonly (readonly Cell[])[];
}

/** Some labels that an object would take for something else. */
const LABELS = ["__proto__", "constructor", " ", "d\ne", "e"];

export function samples({ minClasses = 1, maxColumns = 6 } = {}): fc.Arbitrary<Sample> {
  const size = fc.tuple(fc.integer({ min: minClasses, max: 5 }), fc.nat(maxColumns), fc.integer({ min: 1, max: 8 }));
  return size.chain(([classes, columns, rows]) =>
    fc.record({
      columns: fc.constant(columns),
      labels: fc.constant(LABELS.slice(0, classes)),
      rows: cellRows(rows, columns),
      y: listOf(fc.nat(classes - 1), rows),
      queries: cellRows(3, columns).map((queries) => [...queries, new Array<Cell>(columns).fill(null)]),
    }),
  );
}

/** A matrix of rows of numbers with spaces between them. Zeros are not stored. */
export function matrix(...rows: string[]): SparseMatrix {
  return matrixFromRows(rows.map((row) => row.split(" ").map(Number)));
}

/** A matrix of rows of numbers with spaces between them. Zeros are stored; a dot is an entry that is not. */
export function cells(...rows: string[]): SparseMatrix {
  const values = rows.map((row) => row.split(" ").map((cell): Cell => (cell === "." ? null : Number(cell))));
  return matrixOf(values, values[0].length);
}

/** A linear model with these weights, a row per term: numbers, or a text with spaces between them. */
export function linearModel(
  bias: readonly number[],
  rows: readonly (string | readonly number[])[] = [],
  parts: Partial<LinearModelParts> = {},
): LinearModel {
  const weights = rows.map((row) => (typeof row === "string" ? row.split(" ").map(Number) : row));
  return new LinearModel({
    labels: bias.map((_, c) => `c${c}`),
    bias: Float64Array.from(bias),
    columns: weights.length,
    termWeights: (term, into, at) => into.set(weights[term], at),
    ...parts,
  });
}

export function datasetOf({ rows, columns, labels, y }: Sample, weights?: readonly number[]): Dataset {
  return { x: matrixOf(rows, columns), y, labels, weights };
}

/** Each row of weight n of a data set as n rows. */
export function repeatedRows(data: Dataset): Dataset {
  const rows = Array.from(data.y, (_, row) => new Array<number>(data.weights?.[row] ?? 1).fill(row)).flat();
  return { ...data, weights: undefined, x: selectRows(data.x, rows), y: rows.map((row) => data.y[row]) };
}

/** The rows that a model is to score. */
export function queriesOf({ queries, columns }: Sample): SparseMatrix {
  return matrixOf(queries, columns);
}

/** A weight for each row, not all of them 0. Default: whole numbers, so that a row can be so many rows. */
export function weightLists(rows: number, weight: fc.Arbitrary<number> = fc.nat(3)): fc.Arbitrary<number[]> {
  return listOf(weight, rows).filter((weights) => weights.some((weight) => weight > 0));
}

/** Priors for a number of classes, or any number; the given ones may rule a class out. */
export function priors(classes?: number): fc.Arbitrary<Prior> {
  const words = fc.constantFrom<Prior>("fit", "map", "uniform", "none", { dirichlet: 1 }, { dirichlet: 3.5 });
  if (classes === undefined) return words;
  const given = listOf(fc.oneof(fc.nat(5), fc.double({ min: 1e-6, max: 1, noNaN: true })), classes)
    .filter((shares) => shares.some((share) => share > 0))
    .map((shares) => {
      const sum = shares.reduce((sum, share) => sum + share, 0);
      return shares.map((share) => share / sum);
    });
  const weights = listOf(fc.double({ min: 1, max: 5, noNaN: true }), classes).map((dirichlet) => ({ dirichlet }));
  return fc.oneof({ weight: 3, arbitrary: words }, { weight: 2, arbitrary: given }, { weight: 1, arbitrary: weights });
}

/** Add-one, maximum likelihood, and smoothing so weak that only a careful formula survives it. */
export const alphas = fc.oneof(
  fc.constantFrom(0, 0, 1, 0.5, 1e-3, 1e-10, 1e-300, Number.MIN_VALUE, 1e6),
  fc.double({ min: 1e-9, max: 10, noNaN: true }),
);

/** Every smoothing that needs to know of no terms; add-one, for one, by no option at all. */
export const smoothings: fc.Arbitrary<SmoothingOptions> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ alpha: alphas }, { requiredKeys: [] }) },
  {
    weight: 2,
    arbitrary: fc.record({ mEstimate: alphas, mPrior: fc.constantFrom(...M_PRIORS) }, { requiredKeys: ["mEstimate"] }),
  },
  { weight: 1, arbitrary: fc.record({ dirichlet: alphas.map((added) => 1 + added) }) },
);

/** Every smoothing, those with a weight for each term, or each class and term, among them. */
export function smoothingsOf(terms: number, classes: number): fc.Arbitrary<SmoothingOptions> {
  const row = listOf(fc.oneof(fc.constant(1), fc.double({ min: 1, max: 9, noNaN: true })), terms);
  const weights = fc.oneof(row, listOf(row, classes));
  return fc.oneof({ weight: 3, arbitrary: smoothings }, { weight: 1, arbitrary: fc.record({ dirichlet: weights }) });
}

/** Equal to a relative 1e-10, absolute below 1; infinities exactly, and never NaN. */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-10): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    if (Number.isFinite(expected[i])) {
      const difference = Math.abs(actual[i] - expected[i]);
      if (!(difference <= tolerance * Math.max(1, Math.abs(expected[i])))) {
        expect.unreachable(`at ${i}: expected ${expected[i]}, got ${actual[i]}`);
      }
    } else {
      expect(actual[i]).toBe(expected[i]);
    }
  }
}

/** The scores of each row, as `expectClose` compares them. */
export function expectScores(
  actual: readonly ArrayLike<number>[],
  expected: readonly ArrayLike<number>[],
  tolerance?: number,
): void {
  expect(actual.length).toBe(expected.length);
  for (const [row, scores] of actual.entries()) expectClose(scores, expected[row], tolerance);
}

/** Checks that a loss is least at a point: a step along any axes does not lower it by more than rounding. */
export function expectLeast(loss: (point: number[]) => number, at: readonly number[], step: number): void {
  const here = loss([...at]);
  const directions = at.reduce<number[][]>((all) => all.flatMap((d) => [-1, 0, 1].map((next) => [...d, next])), [[]]);
  for (const direction of directions) {
    const there = loss(at.map((x, i) => x + step * direction[i]));
    if (direction.some((d) => d !== 0)) expect(there).toBeGreaterThan(here - 1e-9);
  }
}

/**
 * Documents of three classes whose columns tell the class most of the time. The last half of the columns are pairs.
 *
 * @param rarity how rare other columns are
 */
export function tellingData(documents: number, seed: number, rarity = 6) {
  const random = seededRandom(seed);
  const labels = ["a", "b", "c"];
  const y = Array.from({ length: documents }, (_, row) => row % 3);
  const rows = y.map((c) =>
    Array.from({ length: 12 }, (_, t) => (t % 3 === c ? random(4) : random(rarity) === 0 ? 1 : 0)),
  );
  return { x: matrixFromRows(rows), y, labels, kinds: Uint8Array.from({ length: 12 }, (_, t) => (t < 6 ? 0 : 1)) };
}

/** The data with its rows in another order and its classes with other numbers. */
export function reordered(data: Dataset, seed: number): Dataset {
  const order = shuffle(
    Uint32Array.from({ length: data.x.rows }, (_, row) => row),
    seededRandom(seed),
  );
  const labels = shuffle([...data.labels.keys()], seededRandom(seed)).map((c) => data.labels[c]);
  return {
    ...data,
    x: selectRows(data.x, order),
    y: Array.from(order, (row) => labels.indexOf(data.labels[data.y[row]])),
    labels,
    groups: data.groups && Array.from(order, (row) => data.groups?.[row] ?? 0),
  };
}
