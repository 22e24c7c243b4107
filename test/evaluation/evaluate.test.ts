import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bernoulli } from "../../src/classifiers/bernoulli.js";
import type { Classifier, Dataset } from "../../src/classifiers/classifier.js";
import { LinearModel } from "../../src/classifiers/linear-model.js";
import { multinomial } from "../../src/classifiers/multinomial.js";
import { DataError } from "../../src/errors.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { resampledInterval, wilsonInterval } from "../../src/evaluation/intervals.js";
import { classMetrics, macroAverage } from "../../src/evaluation/metrics.js";
import { folds } from "../../src/evaluation/splits.js";
import { splitTrials, type Trial, testTrial } from "../../src/evaluation/trial.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { dataOf, documents, LABELS } from "./small-corpora.js";

fc.configureGlobal({ seed: 64 });

/** Says of each row the class that its first column names, whatever it is trained on. */
function oracle(onFit?: (data: Dataset) => void): Classifier {
  return {
    name: "oracle",
    fit(data) {
      onFit?.(data);
      return new LinearModel({
        labels: data.labels,
        bias: new Float64Array(data.labels.length),
        columns: data.x.columns,
        termWeights(term, into, at) {
          into.fill(0, at, at + data.labels.length);
          into[at + term] = Math.log(9);
        },
      });
    },
  };
}

/** A trial whose test rows have the given classes, and a term that makes the oracle say the given others. */
function trialOf(
  trained: readonly number[],
  actual: readonly number[],
  said: readonly number[],
  labels = LABELS,
): Trial {
  const oneHot = (classes: readonly number[]) =>
    matrixFromRows(classes.map((c) => labels.map((_, i) => (i === c ? 1 : 0))));
  return testTrial({ x: oneHot(trained), y: trained, labels }, { x: oneHot(said), y: actual, labels });
}

describe("evaluate", () => {
  it("reports one test part: a case worked by hand", () => {
    const trial = trialOf([0, 0, 0, 1, 2, 2], [0, 0, 1, 1, 2], [0, 1, 1, 1, 0]);
    const result = evaluate([trial], oracle(), LABELS);
    expect(result.documents).toEqual({ train: 6, test: 5 });
    expect(result.vocabulary).toBe(3);
    expect(result.runs).toEqual([{ accuracy: 3 / 5, correct: 3, total: 5 }]);
    expect(result.accuracy).toBe(3 / 5);
    expect(result.accuracyInterval).toEqual(wilsonInterval(3, 5));
    expect(result.confusion).toEqual([
      [1, 1, 0],
      [0, 2, 0],
      [1, 0, 0],
    ]);
    expect(result.perClass).toEqual(classMetrics(result.confusion, LABELS));
    expect(result.macro).toEqual(macroAverage(result.perClass, result.confusion));
    /** Class a is the most frequent in training, and 2 of 5 of the test part; shares are 3, 1, 2 of 6 and 2, 2, 1 of 5. */
    expect(result.baselines.majority).toBeCloseTo(2 / 5, 14);
    expect(result.baselines.proportional).toBeCloseTo((3 * 2 + 1 * 2 + 2 * 1) / 30, 14);
    expect(result.predictions.map(({ row, actual, predicted }) => [row, actual, predicted])).toEqual([
      [0, 0, 0],
      [1, 0, 1],
      [2, 1, 1],
      [3, 1, 1],
      [4, 2, 0],
    ]);
    for (const { probability } of result.predictions) expect(probability).toBeCloseTo(9 / 11, 12);
  });

  it("takes the means over runs, and adds up their confusion", () => {
    const first = trialOf([0, 0, 1], [0, 1], [0, 0]);
    const second = trialOf([1, 1, 0], [0, 1, 1, 2], [0, 1, 1, 1]);
    const result = evaluate([first, second], oracle(), LABELS);
    expect(result.runs).toEqual([
      { accuracy: 1 / 2, correct: 1, total: 2 },
      { accuracy: 3 / 4, correct: 3, total: 4 },
    ]);
    expect(result.accuracy).toBe(5 / 8);
    expect(result.accuracyInterval).toEqual(resampledInterval([1 / 2, 3 / 4], 2, 3));
    expect(result.documents).toEqual({ train: 3, test: 2 });
    expect(result.confusion).toEqual([
      [2, 0, 0],
      [1, 2, 0],
      [0, 1, 0],
    ]);
    expect(result.baselines.majority).toBeCloseTo((1 / 2 + 2 / 4) / 2, 14);
    expect(result.baselines.proportional).toBeCloseTo((1 / 2 + (1 / 3) * (1 / 4) + (2 / 3) * (2 / 4)) / 2, 14);
    expect(result.predictions.length).toBe(6);
  });

  it("takes the first of the most frequent training classes for the majority baseline", () => {
    const result = evaluate([trialOf([1, 0, 0, 1], [1, 1, 0], [0, 0, 0])], oracle(), LABELS);
    expect(result.baselines.majority).toBeCloseTo(1 / 3, 14);
  });

  it("trains anew on every trial, and says after each how many are done", () => {
    const done: number[] = [];
    const trained: number[] = [];
    const trials = [trialOf([0], [0], [0]), trialOf([0, 1], [0], [0]), trialOf([0, 1, 2], [0], [0])];
    evaluate(
      trials,
      oracle(({ x }) => trained.push(x.rows)),
      LABELS,
      { onRun: (n) => done.push(n) },
    );
    expect(done).toEqual([1, 2, 3]);
    expect(trained).toEqual([1, 2, 3]);
  });

  it("gives a model of presences the presence of the terms in test documents", () => {
    const labels = ["a", "b"];
    const train = {
      x: matrixFromRows([
        [1, 1],
        [0, 1],
        [0, 1],
      ]),
      y: [0, 1, 1],
      labels,
    };
    const counts = {
      x: matrixFromRows([
        [9, 4],
        [0, 7],
      ]),
      y: [0, 1],
      labels,
    };
    const presence = {
      ...counts,
      x: matrixFromRows([
        [1, 1],
        [0, 1],
      ]),
    };
    expect(evaluate([testTrial(train, counts)], bernoulli(), labels)).toEqual(
      evaluate([testTrial(train, presence)], bernoulli(), labels),
    );
  });

  it("tests every document once in folds, and sums up what its predictions say", () => {
    fc.assert(
      fc.property(documents, fc.nat(), (documents, seed) => {
        const data = dataOf(documents);
        const k = Math.min(3, documents.length);
        const result = evaluate(splitTrials(data, folds(data.y, k, seed)), multinomial(), LABELS);
        expect(result.predictions.map(({ row }) => row).sort((a, b) => a - b)).toEqual(Array.from(documents.keys()));
        expect(result.runs.reduce((sum, { total }) => sum + total, 0)).toBe(documents.length);
        const confusion = LABELS.map((_, actual) =>
          LABELS.map(
            (_, predicted) => result.predictions.filter((p) => p.actual === actual && p.predicted === predicted).length,
          ),
        );
        expect(result.confusion).toEqual(confusion);
        let from = 0;
        for (const { correct, total, accuracy } of result.runs) {
          const run = result.predictions.slice(from, from + total);
          expect(correct).toBe(run.filter(({ actual, predicted }) => actual === predicted).length);
          expect(accuracy).toBe(correct / total);
          from += total;
        }
        for (const { row, actual, probability } of result.predictions) {
          expect(actual).toBe(documents[row].label);
          expect(probability >= 1 / LABELS.length - 1e-9 && probability <= 1).toBe(true);
        }
      }),
      { numRuns: 80 },
    );
  });

  it("refuses a trial without a test document", () => {
    const trials = [trialOf([0], [0], [0]), trialOf([0], [], [])];
    expect(() => evaluate(trials, oracle(), LABELS)).toThrow(DataError);
    expect(() => evaluate(trials, oracle(), LABELS)).toThrow(
      "evaluate: required at least one test document, found none",
    );
  });
});
