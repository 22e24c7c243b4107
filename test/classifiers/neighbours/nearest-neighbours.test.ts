import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { jointLogLikelihoods, predict, probabilities } from "../../../src/classifiers/classifier.js";
import { locallyWeighted } from "../../../src/classifiers/neighbours/locally-weighted.js";
import {
  type NearestNeighboursOptions,
  nearestNeighbours,
} from "../../../src/classifiers/neighbours/nearest-neighbours.js";
import { rememberedDocuments, restoredDocuments } from "../../../src/classifiers/neighbours/remembered-documents.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import { cosineIndex } from "../../../src/features/neighbours/cosine-index.js";
import { type Dataset, matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { dense } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { datasetOf, expectClose, expectScores, matrix, queriesOf, samples } from "../samples.js";
import { sum } from "../textbook.js";

interface Reference {
  readonly train: number[][];
  readonly classes: number[];
  readonly test: number[][];
  readonly cases: readonly (NearestNeighboursOptions & { readonly probabilities: number[][] })[];
}

const VECTORS = new URL("../../vectors/scikit-learn-neighbours.json", import.meta.url);
const reference: Reference = JSON.parse(readFileSync(VECTORS, "utf8"));

/** Two of each of two classes; the first two and the last two have a term in common, and all have one. */
const DATA: Dataset = {
  x: matrix("3 1 0", "1 1 0", "0 1 1", "0 1 3"),
  y: [0, 0, 1, 1],
  labels: ["a", "b"],
};

const learned = (options = {}, data = DATA) => nearestNeighbours(options).fit(data);

describe("nearest neighbours", () => {
  it.each(reference.cases)(
    "votes as scikit-learn's on tf-idf: k $k, $distanceWeighting",
    ({ probabilities: expected, ...options }) => {
      const data = { x: matrixFromRows(reference.train), y: reference.classes, labels: ["a", "b", "c", "d"] };
      const model = makeClassifier({ classifier: "nearest-neighbours", alpha: 0, ...options }).fit(data);
      expectScores(probabilities(model, matrixFromRows(reference.test)).slice(0, expected.length), expected);
    },
  );

  it("adds alpha to the votes of every class", () => {
    const model = learned({ k: 3, distanceWeighting: "uniform", alpha: 0.5 });
    const [scores] = jointLogLikelihoods(model, matrixFromRows([[1, 0.1, 0]]));
    expectClose(scores, [Math.log(2.5 / 4), Math.log(1.5 / 4)]);
  });

  it("takes the earlier of two documents that are equally near", () => {
    const twins = { ...DATA, x: matrixFromRows([[1], [1], [1], [1]]), y: [1, 0, 0, 0] };
    expect(predict(learned({ k: 1 }, twins), matrixFromRows([[2]]))).toEqual([1]);
  });

  it("gives a document without common terms the share of each class", () => {
    const data = { ...DATA, y: [0, 1, 1, 1] };
    for (const k of [1, 4, null]) {
      const [given] = probabilities(learned({ k, alpha: 0 }, data), matrixFromRows([[0, 0, 0]]));
      expectClose(given, [1 / 4, 3 / 4]);
    }
  });

  it("counts a document of half the weight as half a neighbour, and ignores one of weight 0", () => {
    const model = learned({ k: 2, distanceWeighting: "uniform", alpha: 0 }, { ...DATA, weights: [0.5, 0, 1, 4] });
    // Half a vote of the first, one of the third, and half of the four that the last has.
    expectClose(probabilities(model, matrixFromRows([[9, 3, 0]]))[0], [0.25, 0.75]);
  });

  it("takes 70 neighbours by default, or all documents if there are fewer", () => {
    const rows = Array.from({ length: 100 }, (_, i) => [1, 0.001 * i]);
    const data = { x: matrixFromRows(rows), y: rows.map((_, i) => (i < 70 ? 0 : 1)), labels: ["a", "b"] };
    const model = learned({ distanceWeighting: "uniform", alpha: 0 }, data);
    expectClose(probabilities(model, matrixFromRows([[1, 0]]))[0], [1, 0]);
    expect(() => learned()).not.toThrow();
  });

  it("refuses more neighbours than there are documents, and says how many there are", () => {
    const refusal = "nearest-neighbours: k is 5, but there are only 4 documents to learn from: choose a lower k";
    expect(() => learned({ k: 5 })).toThrow(new DataError(refusal));
    expect(() => learned({ k: 4 }, { ...DATA, weights: [1, 1, 1, 0] })).toThrow("only 3 documents");
    expect(() => learned({ k: 4 })).not.toThrow();
  });

  it("attributes a vote to the common terms by their parts of the cosine", () => {
    const model = learned({ k: 4, distanceWeighting: "similarity", alpha: 1 });
    const x = matrix("2 1 0");
    const parts = new Float64Array(2);
    expect(model.marginInto(x, 0, [0, 1], parts)).toBeCloseTo(0, 12);
    // Only documents of the first class have the first term; all have the second, the second class as much of it.
    expect(parts[0]).toBeGreaterThan(0.3);
    expect(parts[1]).toBeCloseTo(0, 12);
  });
});

/** The formula as it is written in the paper, over dense rows. */
function oracle(data: Dataset, query: readonly number[], k: number, alpha: number): number[] {
  const [rows, y] = [dense(data.x), Array.from(data.y)];
  const { rows: near, similarities } = cosineIndex(data.x).nearest(matrixFromRows([[...query]]), 0, k);
  const distances = Array.from(similarities, (s) => (s > 1 - 1e-12 ? 0 : Math.sqrt(2 - 2 * s)));
  const farthest = near.length < k ? Math.SQRT2 : (distances.at(-1) ?? 0);
  const isFlat = distances.every((d) => d === farthest);
  const weights = distances.map((d) => (isFlat ? 1 : 1 - d / farthest));
  const local = Array.from(near, (row, i) => ({ row, weight: (weights[i] * k) / sum(weights) }));
  const used = local.length > 0 ? local : rows.map((_, row) => ({ row, weight: 1 }));
  const total = sum(used.map(({ weight }) => weight));
  return data.labels.map((_, c) => {
    if (!y.includes(c)) return Number.NEGATIVE_INFINITY;
    const own = used.filter(({ row }) => y[row] === c);
    const counts = query.map((_, t) => sum(own.map(({ row, weight }) => weight * rows[row][t])) + alpha);
    const prior = Math.log((sum(own.map(({ weight }) => weight)) + alpha) / (total + alpha * new Set(y).size));
    return prior + sum(query.map((times, t) => (times === 0 ? 0 : times * Math.log(counts[t] / sum(counts)))));
  });
}

describe("locally weighted naive Bayes", () => {
  it("is the formula", () => {
    forAll(slowRuns(200), [samples(), fc.nat(), fc.constantFrom(1, 0.3)], (sample, at, alpha) => {
      const data = datasetOf(sample);
      const k = 1 + (at % sample.rows.length);
      const x = queriesOf(sample);
      const scores = jointLogLikelihoods(locallyWeighted({ k, alpha }).fit(data), x);
      const expected = dense(x).map((query) => oracle(data, query, k, alpha));
      expectScores(scores, expected, 1e-6);
    });
  });
});

describe("remembered documents", () => {
  /** A document of one term for each value. */
  const documentsOf = (values: readonly number[]) => {
    const x = matrixFromRows(values.map((value) => [value]));
    return rememberedDocuments({ x, y: values.map(() => 0), labels: ["a"] });
  };

  it.each([
    [256, Uint8Array],
    [257, Uint16Array],
    [65_536, Uint16Array],
    [65_537, undefined],
  ])("come back from as few bytes per value as %d distinct values need", (n, type) => {
    const documents = documentsOf(Array.from({ length: n }, (_, i) => (n - i) / 3));
    const arrays = documents.arrays();
    expect(arrays["documents.codes"]?.constructor).toBe(type);
    expect(restoredDocuments(["a"], 1, arrays).x.values).toEqual(documents.x.values);
  });

  it.each([[[1]], [[2, 2]], [[2, 1]], [[1, Number.NaN]]])("are refused with the distinct values %j", (distinct) => {
    const arrays = { ...documentsOf([1, 2]).arrays(), "documents.distinct": Float64Array.from(distinct) };
    expect(() => restoredDocuments(["a"], 1, arrays)).toThrow(/damaged: documents/);
  });
});
