import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { argmax } from "../../../src/classifiers/scores.js";
import { binaryMetrics, logOddsOf } from "../../../src/evaluation/metrics/binary-metrics.js";
import {
  type AverageMetrics,
  classMetrics,
  confusionOf,
  macroAverage,
  matthewsCorrelation,
  microAverage,
  probabilityMetrics,
  weightedAverage,
} from "../../../src/evaluation/metrics/metrics.js";

/** As `test/vectors/scikit-learn-metrics.json` holds it: see its own account of where the figures come from. */
interface Case {
  readonly name: string;
  /** The class of each document, documents × classes, and the class with the highest probability. */
  readonly actual: number[];
  readonly probabilities: number[][];
  readonly predicted: number[];
  /** Half of the Brier score, and figures of two classes. */
  readonly brierPositive?: number;
  readonly binary?: { readonly rocAuc: number | null; readonly averagePrecision: number | null };
  readonly [figure: string]: unknown;
}

const { cases } = JSON.parse(
  readFileSync(new URL("../../vectors/scikit-learn-metrics.json", import.meta.url), "utf8"),
) as { readonly cases: readonly Case[] };

/** Numbers as near as 1e-9, in lists and objects of any depth. */
function close(expected: unknown): unknown {
  if (typeof expected === "number") return expect.closeTo(expected, 9);
  if (Array.isArray(expected)) return expected.map(close);
  if (expected === null || typeof expected !== "object") return expected;
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, close(value)]));
}

const triple = ({ precision, recall, f1 }: AverageMetrics) => [precision, recall, f1];

it.each(cases)("the figures of scikit-learn 1.2.1 are met to 1e-9: $name", (given) => {
  const { name: _, actual, probabilities, predicted, brierPositive, binary, ...figures } = given;
  expect(probabilities.map(argmax)).toEqual(predicted);
  const predictions = actual.map((a, d) => ({ actual: a, predicted: predicted[d] }));
  const confusion = confusionOf(predictions, probabilities[0].length);
  const perClass = classMetrics(confusion, Array.from(confusion.keys(), String));
  const logs = Float64Array.from(probabilities.flat(), Math.log);
  const found = probabilityMetrics(logs, confusion.length, actual, predicted);
  const filled = found.reliability.filter(({ documents }) => documents > 0);
  expect({
    ...{ accuracy: microAverage(confusion).recall, confusion, matthews: matthewsCorrelation(confusion) },
    perClass: perClass.map((metrics) => [...triple(metrics), metrics.support]),
    macro: triple(macroAverage(perClass, confusion)),
    micro: triple(microAverage(confusion)),
    weighted: triple(weightedAverage(perClass)),
    ...{ logLoss: found.logLoss, brier: found.brier, calibrationError: found.calibrationError },
    top: found.topAccuracy.map(({ k, accuracy }) => [k, accuracy]),
    reliability: {
      documents: found.reliability.map(({ documents }) => documents),
      confidence: filled.map(({ confidence }) => confidence),
      accuracy: filled.map(({ accuracy }) => accuracy),
    },
  }).toEqual(close(figures));
  if (brierPositive !== undefined) expect(found.brier / 2).toBeCloseTo(brierPositive, 9);
  if (binary !== undefined) {
    expect(binaryMetrics(["0", "1"], actual, logOddsOf(logs, 1))).toMatchObject(close(binary) as object);
  }
});
