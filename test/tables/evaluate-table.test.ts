import { describe, expect, it } from "vitest";
import { folds } from "../../src/model/fitting/splits.js";
import { evaluateTable } from "../../src/tables/evaluate-table.js";
import { fitTable } from "../../src/tables/table-model.js";
import { matrix } from "../evaluation/small-corpora.js";
import { tableOf } from "./sample-tables.js";

const { table } = tableOf("a,b,class\nx,1,p\ny,2,q\nx,3,q\nx,2,p\nx,1,p\ny,4,q\nz,5,p\n");
const all = Uint32Array.from(table.y.keys());

function follow() {
  const done: number[] = [];
  const onProgress = (progress: { readonly done: number }) => done.push(progress.done);
  return { done, following: { onProgress } };
}

describe("evaluateTable", () => {
  it("tests each part of a split on the model of the other", () => {
    const splits = folds(table.y, 3, 1);
    const { done, following } = follow();
    const { predictions, documents, vocabulary, runs } = evaluateTable(table, splits, { alpha: 2 }, following);
    expect([runs.length, vocabulary, documents.train + documents.test, done]).toEqual([3, 2, 7, [0, 1, 2, 3]]);
    for (const { run, row, predicted, probability } of predictions) {
      const expected = fitTable(table, { alpha: 2 }, splits[run].train).classify(table.rows[row]);
      expect([predicted, probability]).toEqual([expected.predicted, Math.exp(expected.logPosterior[predicted])]);
    }
  });

  it("leaves out one row at a time", () => {
    const { done, following } = follow();
    const { predictions, documents, runs, baselines } = evaluateTable(table, "leave one out", {}, following);
    expect([runs.length, documents, done]).toEqual([1, { train: 6, test: 7 }, [0, 1, 2, 3, 4, 5, 6, 7]]);
    for (const { row, predicted } of predictions) {
      const others = all.filter((other) => other !== row);
      expect(predicted).toBe(fitTable(table, {}, others).classify(table.rows[row]).predicted);
    }
    // Of four and three, without one of the four, the classes are equal, and the first is said.
    expect(baselines.majority).toBeCloseTo(4 / 7, 12);
    expect(baselines.proportional).toBeCloseTo((4 * (3 / 6) + 3 * (2 / 6)) / 7, 12);
  });

  it("tests on the training rows if nothing is withheld", () => {
    const { predictions, documents } = evaluateTable(table, "training");
    expect(documents).toEqual({ train: 7, test: 7 });
    const model = fitTable(table);
    const expected = table.rows.map((row) => model.classify(row).predicted);
    expect(predictions.map(({ predicted }) => predicted)).toEqual(expected);
  });

  it("leaves out the only row of a class", () => {
    const alone = tableOf("a,class\nx,p\ny,q\nx,q\n").table;
    expect(evaluateTable(alone, "leave one out").confusion).toEqual(matrix([0, 1], [2, 0]));
  });
});
