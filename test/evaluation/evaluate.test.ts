import { describe, expect, it } from "vitest";
import { DataError } from "../../src/base/errors.js";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import type { Classifier } from "../../src/classifiers/classifier.js";
import { LinearModel } from "../../src/classifiers/linear-model.js";
import { evaluate, evaluateCorpora } from "../../src/evaluation/evaluate.js";
import { binaryMetrics } from "../../src/evaluation/metrics/binary-metrics.js";
import {
  classMetrics,
  macroAverage,
  matthewsCorrelation,
  microAverage,
  probabilityMetrics,
  weightedAverage,
} from "../../src/evaluation/metrics/metrics.js";
import { resampledInterval, wilsonInterval } from "../../src/evaluation/significance/intervals.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { type Fold, splitFolds, testFold } from "../../src/model/fitting/fold.js";
import { folds } from "../../src/model/fitting/splits.js";
import { dataOf, LABELS, matrix } from "./small-corpora.js";

/** Says of each row the class that its first column names, whatever it is trained on. */
function oracle(): Classifier {
  return {
    name: "oracle",
    fit(data) {
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

/** A fold whose test rows have the given classes, and a term that makes the oracle say the given others. */
function foldOf(trained: readonly number[], actual: readonly number[], said: readonly number[], labels = LABELS): Fold {
  const oneHot = (classes: readonly number[]) =>
    matrixFromRows(classes.map((c) => labels.map((_, i) => (i === c ? 1 : 0))));
  return testFold({ x: oneHot(trained), y: trained, labels }, { x: oneHot(said), y: actual, labels });
}

describe("evaluate", () => {
  it("reports one test set: a case worked by hand", () => {
    const fold = foldOf([0, 0, 0, 1, 2, 2], [0, 0, 1, 1, 2], [0, 1, 1, 1, 0]);
    const result = evaluate([fold], oracle(), LABELS);
    const confusion = matrix([1, 1, 0], [0, 2, 0], [1, 0, 0]);
    expect(result).toMatchObject({
      ...{ documents: { train: 6, test: 5 }, vocabulary: 3, runs: [{ accuracy: 3 / 5, correct: 3, total: 5 }] },
      ...{ accuracy: 3 / 5, accuracyInterval: wilsonInterval(3, 5), confusion },
    });
    /** Class a is the most frequent in training, and 2 of 5 of the test set; shares are 3, 1, 2 of 6 and 2, 2, 1 of 5. */
    expect(result.baselines.majority).toBeCloseTo(2 / 5, 14);
    expect(result.baselines.proportional).toBeCloseTo((3 * 2 + 1 * 2 + 2 * 1) / 30, 14);
    expect(result.predictions.map(({ row, actual, predicted }) => [row, actual, predicted])).toEqual(
      matrix([0, 0, 0], [1, 0, 1], [2, 1, 1], [3, 1, 1], [4, 2, 0]),
    );
    for (const { probability } of result.predictions) expect(probability).toBeCloseTo(9 / 11, 12);
  });

  const TWO = [foldOf([0, 0, 1], [0, 1], [0, 0]), foldOf([1, 1, 0], [0, 1, 1, 2], [0, 1, 1, 1])];

  it("takes the means over runs, and the metrics of all predictions together", () => {
    const result = evaluate(TWO, oracle(), LABELS);
    const confusion = matrix([2, 0, 0], [1, 2, 0], [0, 1, 0]);
    const perClass = classMetrics(confusion, LABELS);
    const { logProbabilities, predictions } = result;
    const [actual, predicted] = (["actual", "predicted"] as const).map((of) => predictions.map((one) => one[of]));
    const runs = [
      { accuracy: 1 / 2, correct: 1, total: 2 },
      { accuracy: 3 / 4, correct: 3, total: 4 },
    ];
    expect(result).toMatchObject({
      ...{ documents: { train: 3, test: 2 }, runs, accuracy: 5 / 8 },
      accuracyInterval: resampledInterval([1 / 2, 3 / 4], 2, 3),
      ...{ confusion, perClass, macro: macroAverage(perClass, confusion), micro: microAverage(confusion) },
      ...{ weighted: weightedAverage(perClass), matthews: matthewsCorrelation(confusion) },
      ...probabilityMetrics(logProbabilities, 3, actual, predicted),
    });
    expect(result.baselines.majority).toBeCloseTo((1 / 2 + 2 / 4) / 2, 14);
    expect(result.baselines.proportional).toBeCloseTo((1 / 2 + (1 / 3) * (1 / 4) + (2 / 3) * (2 / 4)) / 2, 14);
    expect(result).not.toHaveProperty("binary");
  });

  it("pools the documents of runs that do not resample one corpus", () => {
    const result = evaluate(TWO, oracle(), LABELS, { resampled: false });
    expect(result.accuracy).toBeCloseTo(4 / 6, 14);
    expect(result.accuracyInterval).toEqual(wilsonInterval(4, 6));
    expect(result.baselines.majority).toBeCloseTo((1 + 2) / 6, 14);
    expect(result.resampled).toBe(false);
  });

  it("refuses a fold without a test document", () => {
    const folds = [foldOf([0], [0], [0]), foldOf([0], [], [])];
    expect(() => evaluate(folds, oracle(), LABELS)).toThrow(new DataError("evaluate: there is no document to test on"));
  });

  it("keeps of each prediction its run, and the log probability of every class", () => {
    const { predictions, logProbabilities } = evaluate([TWO[0], foldOf([1, 1, 0], [2], [1])], oracle(), LABELS);
    expect(predictions.map(({ run, row }) => [run, row])).toEqual(matrix([0, 0], [0, 1], [1, 0]));
    const shares = [0.9, 0.1, 0, 0.9, 0.1, 0, 0.1, 0.9, 0];
    expect(Array.from(logProbabilities, Math.exp)).toEqual(shares.map((share) => expect.closeTo(share, 12)));
    expect(logProbabilities[2]).toBe(-Infinity);
  });

  it("measures two classes as such, over all runs, by the options that it is given", () => {
    const labels = ["ham", "spam"];
    const folds = [foldOf([0, 1], [0, 1, 1], [0, 1, 0], labels), foldOf([0, 1], [0, 0], [0, 1], labels)];
    const odds = (signs: readonly number[]) => Float64Array.from(signs, (sign) => sign * Math.log(9));
    const { binary } = evaluate(folds, oracle(), labels);
    expect(binary).toMatchObject({ positive: "spam", positives: 2, negatives: 3, falseAlarms: 1, misses: 1 });
    expect(binary?.rocAuc).toBe(binaryMetrics(labels, [0, 1, 1, 0, 0], odds([-1, 1, -1, -1, 1])).rocAuc);
    const options = { positive: "ham", threshold: 0.95, falseAlarmCost: 9 };
    const other = evaluate(folds, oracle(), labels, { binary: options });
    expect(other.binary).toMatchObject({ ...options, falseAlarms: 0, misses: 3, totalCostRatio: 1 });
    expect(other.confusion).toEqual(evaluate(folds, oracle(), labels).confusion);
  });

  it("has finite figures if all documents are equal, or each class has one", () => {
    const same = dataOf([0, 0, 0, 1, 1, 1].map((label) => ({ words: ["ant"], label })));
    const data = { ...same, labels: ["a", "b"] };
    const equal = evaluate(splitFolds(data, folds(data.y, 3, 1)), multinomial(), data.labels);
    expect(equal).toMatchObject({ accuracy: 0.5, matthews: 0 });
    expect(equal.binary).toMatchObject({ rocAuc: 0.5, averagePrecision: 0.5, caughtWithoutFalseAlarm: 0 });
    expect(equal.logLoss).toBeCloseTo(Math.LN2, 12);

    const two = { ...dataOf([0, 1].map((label) => ({ words: ["ant"], label }))), labels: ["a", "b"] };
    const single = evaluate(splitFolds(two, folds(two.y, 2, 1)), multinomial(), two.labels);
    expect(single).toMatchObject({ accuracy: 0, brier: 2, calibrationError: 1, matthews: -1 });
    expect(single.binary).toMatchObject({ rocAuc: 0, falseAlarms: 1, misses: 1 });
    expect(single.logLoss).toBeCloseTo(52 * Math.LN2, 12);
  });
});

it("documents that were not read yet are refused in a line that says what to give", () => {
  const texts = [{ label: "a", text: "x" }] as never;
  const call = (run: (...args: never[]) => unknown) => () => run(texts, { folds: 2 } as never);
  expect(call(evaluate)).toThrow(/^evaluate takes folds, such as/);
  expect(call(evaluateCorpora)).toThrow(/^evaluateCorpora takes corpora that readCorpus has read/);
});
