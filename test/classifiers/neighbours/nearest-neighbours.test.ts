import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { jointLogLikelihoods, predict, probabilities } from "../../../src/classifiers/classifier.js";
import { explainRow } from "../../../src/classifiers/explain/explain.js";
import { nearestNeighbours } from "../../../src/classifiers/neighbours/nearest-neighbours.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import { type Dataset, matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { expectClose, matrix } from "../samples.js";

interface Reference {
  readonly train: number[][];
  readonly classes: number[];
  readonly test: number[][];
  readonly cases: readonly {
    readonly k: number;
    readonly distanceWeighting: "uniform" | "inverse-square";
    readonly probabilities: number[][];
  }[];
}

const reference: Reference = JSON.parse(
  readFileSync(new URL("../../vectors/scikit-learn-neighbours.json", import.meta.url), "utf8"),
);

/** Two of each of two classes; the first two and the last two have a term in common, and all have one. */
const DATA: Dataset = {
  x: matrix("3 1 0", "1 1 0", "0 1 1", "0 1 3"),
  y: [0, 0, 1, 1],
  labels: ["a", "b"],
};

const learned = (options = {}, data = DATA) => nearestNeighbours(options).fit(data);

describe("nearest neighbours", () => {
  it.each(reference.cases)("votes as scikit-learn's on tf-idf: k $k, $distanceWeighting", (expected) => {
    const { k, distanceWeighting } = expected;
    const labels = ["a", "b", "c", "d"];
    const classifier = makeClassifier({ classifier: "nearest-neighbours", k, distanceWeighting, alpha: 0 });
    const model = classifier.fit({ x: matrixFromRows(reference.train), y: reference.classes, labels });
    const given = probabilities(model, matrixFromRows(reference.test));
    for (const [row, expectedRow] of expected.probabilities.entries()) expectClose(given[row], expectedRow);
  });

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
    expect(() => learned({ k: 5 })).toThrow(DataError);
    expect(() => learned({ k: 5 })).toThrow(
      "nearest-neighbours: k is 5, but there are only 4 documents to learn from: choose a lower k",
    );
    expect(() => learned({ k: 4 }, { ...DATA, weights: [1, 1, 1, 0] })).toThrow("only 3 documents");
    expect(() => learned({ k: 4 })).not.toThrow();
  });

  it("attributes a vote to the common terms by their parts of the cosine", () => {
    const model = learned({ k: 4, distanceWeighting: "similarity", alpha: 1 });
    const x = matrixFromRows([[2, 1, 0]]);
    const { margin, prior, terms } = explainRow(model, x, (term) => `t${term}`);
    const [scores] = jointLogLikelihoods(model, x);
    expect(margin).toBeCloseTo(scores[0] - scores[1], 12);
    expect(prior).toBeCloseTo(0, 12);
    const part = new Map(terms.map(({ term, contribution }) => [term, contribution]));
    // Only documents of the first class have t0; all have t1, the second class as much of it.
    expect(part.get("t0")).toBeGreaterThan(0.3);
    expect(Math.abs(part.get("t1") ?? 1)).toBeLessThan(1e-12);
  });
});
