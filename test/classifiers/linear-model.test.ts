import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LinearModel } from "../../src/classifiers/linear-model.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { dense, listOf, matrixOf } from "../features/dense.js";
import { forAll, slowRuns } from "../helpers/arbitraries.js";
import { cells } from "./samples.js";

/** Whole numbers: sums in any order are exact. */
const weightOf = (term: number, c: number) => ((term * 31 + c * 17) % 101) - 50;

function numbered(classes: number, columns: number, asked: number[] = []): LinearModel {
  return new LinearModel({
    labels: Array.from({ length: classes }, (_, c) => `${c}`),
    bias: Float64Array.from({ length: classes }, (_, c) => c - 2),
    columns,
    termWeights(term, into, at) {
      asked.push(term);
      for (let c = 0; c < classes; c++) into[at + c] = weightOf(term, c);
    },
  });
}

describe("LinearModel", () => {
  it("adds value times weight of each term to the bias, in any row and order", () => {
    const rows = fc.array(listOf(fc.option(fc.integer({ min: -3, max: 9 })), 12), {
      minLength: 1,
    });
    forAll(slowRuns(300), [fc.integer({ min: 1, max: 13 }), rows], (classes, rows) => {
      const model = numbered(classes, 12);
      const x = matrixOf(rows, 12);
      const scores = new Float64Array(classes).fill(Number.NaN);
      for (const [r, row] of dense(x).entries()) {
        model.scoreInto(x, r, scores);
        expect(Array.from(scores)).toEqual(
          Array.from(scores, (_, c) => row.reduce((sum, value, term) => sum + value * weightOf(term, c), c - 2)),
        );
      }
    });
  });

  it("keeps the weights of all terms right as more terms come up", () => {
    const model = numbered(3, 5000);
    for (let term = 4999; term >= 0; term -= 3) expect(model.weightsOf(term)[2]).toBe(weightOf(term, 2));
    const x = matrixFromRows([new Array<number>(5000).fill(1)]);
    const scores = new Float64Array(3);
    model.scoreInto(x, 0, scores);
    const sum = (c: number) =>
      Array.from({ length: 5000 }, (_, term) => weightOf(term, c)).reduce((a, b) => a + b, c - 2);
    expect(Array.from(scores)).toEqual([sum(0), sum(1), sum(2)]);
    for (let term = 0; term < 5000; term++) {
      expect(Array.from(model.weightsOf(term))).toEqual([0, 1, 2].map((c) => weightOf(term, c)));
    }
  });

  it("asks for the weights of a term once, and only if a document has it", () => {
    const asked: number[] = [];
    const model = numbered(2, 10, asked);
    const x = cells(". 1 0 2", ". 5 . .");
    const scores = new Float64Array(2);
    for (let i = 0; i < 3; i++) for (const row of [0, 1]) model.scoreInto(x, row, scores);
    model.weightsOf(3);
    model.weightsOf(9);
    expect(asked).toEqual([1, 3, 9]);
  });

  it("treats a stored 0 as absence, even of a term that would rule out a class", () => {
    const model = new LinearModel({
      labels: ["a"],
      bias: Float64Array.of(-1),
      columns: 1,
      termWeights: (_, into, at) => into.fill(Number.NEGATIVE_INFINITY, at, at + 1),
    });
    const scores = new Float64Array(1);
    model.scoreInto(matrixOf([[0]], 1), 0, scores);
    expect(scores[0]).toBe(-1);
    model.scoreInto(matrixOf([[2]], 1), 0, scores);
    expect(scores[0]).toBe(Number.NEGATIVE_INFINITY);
  });
});
