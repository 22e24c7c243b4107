import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { argmax } from "../../../src/classifiers/scores.js";
import { binaryMetrics, logOddsOf } from "../../../src/evaluation/metrics/binary-metrics.js";
import {
  type AverageMetrics,
  classMetrics,
  confusionOf,
  macroAverage,
  matthewsCorrelation,
  microAverage,
  weightedAverage,
} from "../../../src/evaluation/metrics/metrics.js";
import { probabilityMetrics } from "../../../src/evaluation/metrics/probability-metrics.js";

type Average = readonly [precision: number, recall: number, f1: number];

/** As `test/vectors/scikit-learn-metrics.json` holds it: see its own account of where the figures come from. */
interface Vectors {
  readonly cases: readonly {
    name: string;
    /** The class of each document. */
    actual: number[];
    /** Documents × classes. */
    probabilities: number[][];
    predicted: number[];
    accuracy: number;
    confusion: number[][];
    /** Precision, recall, F1 and support. */
    perClass: [...Average, number][];
    macro: Average;
    micro: Average;
    weighted: Average;
    matthews: number;
    logLoss: number;
    brier: number;
    brierPositive?: number;
    top: [k: number, accuracy: number][];
    /** Of every bin the documents, of those that have some the rest. */
    reliability: { documents: number[]; confidence: number[]; accuracy: number[] };
    calibrationError: number;
    binary?: { rocAuc: number | null; averagePrecision: number | null };
  }[];
}

const { cases } = JSON.parse(
  readFileSync(new URL("../../vectors/scikit-learn-metrics.json", import.meta.url), "utf8"),
) as Vectors;

/** To 1e-9, whatever the size. */
function expectClose(value: number, expected: number, what: string): void {
  expect(Math.abs(value - expected), `${what}: ${value}, required ${expected}`).toBeLessThanOrEqual(1e-9);
}

function expectAverage({ precision, recall, f1 }: AverageMetrics, expected: Average, what: string): void {
  [precision, recall, f1].forEach((value, i) => {
    expectClose(value, expected[i], what);
  });
}

describe("the figures of scikit-learn 1.2.1 are met to 1e-9", () => {
  it.each(cases)("$name: from the confusion matrix", (expected) => {
    const { actual, predicted } = expected;
    expect(expected.probabilities.map(argmax)).toEqual(predicted);
    const predictions = actual.map((a, d) => ({ actual: a, predicted: predicted[d] }));
    const confusion = confusionOf(predictions, expected.probabilities[0].length);
    expect(confusion).toEqual(expected.confusion);
    const perClass = classMetrics(
      confusion,
      confusion.map((_, c) => `${c}`),
    );
    perClass.forEach((metrics, c) => {
      const [precision, recall, f1, support] = expected.perClass[c];
      expectAverage(metrics, [precision, recall, f1], `class ${c}`);
      expect(metrics.support).toBe(support);
    });
    expectAverage(macroAverage(perClass, confusion), expected.macro, "macro");
    expectAverage(microAverage(confusion), expected.micro, "micro");
    expectAverage(weightedAverage(perClass), expected.weighted, "weighted");
    expectClose(microAverage(confusion).recall, expected.accuracy, "accuracy");
    expectClose(matthewsCorrelation(confusion), expected.matthews, "matthews");
  });

  it.each(cases)("$name: from the probabilities", (expected) => {
    const { actual, probabilities, predicted } = expected;
    const classes = probabilities[0].length;
    const logs = Float64Array.from(probabilities.flat(), Math.log);
    const found = probabilityMetrics(logs, classes, actual, predicted);
    expectClose(found.logLoss, expected.logLoss, "log loss");
    expectClose(found.brier, expected.brier, "Brier score");
    if (expected.brierPositive !== undefined) expectClose(found.brier / 2, expected.brierPositive, "half Brier score");
    expect(found.topAccuracy.map(({ k }) => k)).toEqual(expected.top.map(([k]) => k));
    found.topAccuracy.forEach(({ accuracy }, i) => {
      expectClose(accuracy, expected.top[i][1], `top ${expected.top[i][0]}`);
    });
    expectClose(found.calibrationError, expected.calibrationError, "calibration error");
    expect(found.reliability.map(({ documents }) => documents)).toEqual(expected.reliability.documents);
    const filled = found.reliability.filter(({ documents }) => documents > 0);
    filled.forEach(({ confidence, accuracy }, b) => {
      expectClose(confidence, expected.reliability.confidence[b], "confidence");
      expectClose(accuracy, expected.reliability.accuracy[b], "accuracy of a bin");
    });

    if (expected.binary === undefined) return;
    const { rocAuc, averagePrecision } = binaryMetrics(["0", "1"], actual, logOddsOf(logs, 1));
    expect([rocAuc === null, averagePrecision === null]).toEqual([
      expected.binary.rocAuc === null,
      expected.binary.averagePrecision === null,
    ]);
    expectClose(rocAuc ?? 0, expected.binary.rocAuc ?? 0, "area under the ROC curve");
    expectClose(averagePrecision ?? 0, expected.binary.averagePrecision ?? 0, "average precision");
  });
});
