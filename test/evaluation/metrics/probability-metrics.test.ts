import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CALIBRATION_BINS,
  type ProbabilityMetrics,
  probabilityMetrics,
} from "../../../src/evaluation/metrics/probability-metrics.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

interface Case {
  readonly classes: number;
  readonly documents: readonly { actual: number; predicted: number; logs: readonly number[] }[];
}

/** Log probabilities as they come: tied, certain, impossible, far below what a number can hold. */
const log = fc.oneof(
  fc.constantFrom(0, -Infinity, -39.9, -40.1, -800, Math.log(0.5)),
  fc.integer({ min: 0, max: CALIBRATION_BINS }).map((bin) => Math.log(bin / CALIBRATION_BINS)),
  fc.double({ min: -5, max: 0, noNaN: true }),
);
const cases: fc.Arbitrary<Case> = fc.integer({ min: 1, max: 7 }).chain((classes) => {
  const c = fc.nat(classes - 1);
  const logs = fc.array(log, { minLength: classes, maxLength: classes });
  const document = fc.record({ actual: c, predicted: c, logs });
  return fc.record({ classes: fc.constant(classes), documents: fc.array(document, { minLength: 1, maxLength: 12 }) });
});

function metricsOf({ classes, documents }: Case): ProbabilityMetrics {
  return probabilityMetrics(
    Float64Array.from(documents.flatMap(({ logs }) => logs)),
    classes,
    documents.map(({ actual }) => actual),
    documents.map(({ predicted }) => predicted),
  );
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
}

describe("probabilityMetrics", () => {
  it("put each prediction into the bin of its confidence", () => {
    fc.assert(
      fc.property(cases, (given) => {
        const found = metricsOf(given);
        const said = given.documents.map(({ actual, predicted, logs }) => ({
          confidence: Math.exp(logs[predicted]),
          right: Number(predicted === actual),
        }));
        const error = found.reliability.map(({ low, high, documents, confidence, accuracy }) => {
          // A logarithm and back moves the edge of a bin by a last digit.
          const held = said.filter((one) => one.confidence > low - 1e-14 && one.confidence <= high + 1e-14);
          expect(documents).toBeLessThanOrEqual(held.length);
          if (documents === held.length && documents > 0) {
            expect(confidence).toBeCloseTo(mean(held.map((one) => one.confidence)), 12);
            expect(accuracy).toBeCloseTo(mean(held.map(({ right }) => right)), 12);
          }
          if (documents === 0) expect([confidence, accuracy]).toEqual([0, 0]);
          else expect(confidence > low - 1e-14 && confidence <= high + 1e-14).toBe(true);
          return (documents / said.length) * Math.abs(confidence - accuracy);
        });
        expect(found.reliability.reduce((sum, { documents }) => sum + documents, 0)).toBe(said.length);
        expect(found.calibrationError).toBeCloseTo(
          error.reduce((sum, n) => sum + n, 0),
          12,
        );
      }),
      { ...EXAMPLES, numRuns: 300 },
    );
  });

  it("have bins that include their upper edge; 0 is in the first", () => {
    const bins = (confidence: number) =>
      probabilityMetrics(Float64Array.of(Math.log(confidence)), 1, [0], [0]).reliability.findIndex(
        ({ documents }) => documents === 1,
      );
    expect([0, 1e-300, 0.06, 0.07, 0.5, 0.94, 1].map(bins)).toEqual([0, 0, 0, 1, 7, 14, 14]);
    const { reliability } = probabilityMetrics(Float64Array.of(0), 1, [0], [0]);
    expect(reliability).toHaveLength(CALIBRATION_BINS);
    expect(reliability.map(({ high }) => high).slice(0, -1)).toEqual(reliability.slice(1).map(({ low }) => low));
    expect([reliability[0].low, reliability[14].high]).toEqual([0, 1]);
  });

  it("clip the loss of an impossible class at 36.04 nats", () => {
    const { logLoss, brier } = probabilityMetrics(Float64Array.of(-Infinity, 0), 2, [0], [1]);
    expect(logLoss).toBeCloseTo(52 * Math.log(2), 12);
    expect(brier).toBe(2);
  });

  it("count a class among the first k by its index where probabilities are equal", () => {
    const tied = new Float64Array(8).fill(Math.log(1 / 4));
    const tops = probabilityMetrics(tied, 4, [0, 2], [0, 0]).topAccuracy;
    expect(tops.map(({ accuracy }) => accuracy)).toEqual([0.5, 0.5, 1]);
  });
});
