import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { sumOf } from "../../../src/base/lists.js";
import {
  type BinaryMetrics,
  type BinaryOptions,
  binaryMetrics,
  logOddsOf,
} from "../../../src/evaluation/metrics/binary-metrics.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

const HAM_SPAM = ["ham", "spam"];

function metrics(actual: readonly number[], logOdds: readonly number[], options?: BinaryOptions): BinaryMetrics {
  return binaryMetrics(HAM_SPAM, actual, Float64Array.from(logOdds), options);
}

/** Documents with few different log odds, so that there are ties, and infinite ones among them. */
const documents = fc.array(
  fc.record({
    positive: fc.boolean(),
    odds: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom(Infinity, -Infinity), fc.double({ noNaN: true })),
  }),
  { maxLength: 20 },
);

describe("binaryMetrics", () => {
  it("ranks by other log odds where they are given, and takes the threshold from its own", () => {
    const [actual, own, raw] = [[0, 1, 1], Float64Array.of(1, 0.5, 2), Float64Array.of(-1, 0, 5)];
    const found = binaryMetrics(HAM_SPAM, actual, own, { threshold: 0.7 }, raw);
    expect(found).toMatchObject({ rocAuc: 1, averagePrecision: 1, misses: 1, falseAlarms: 1 });
  });

  it("counts pairs, ranks and mistakes as their definitions say", () => {
    const thresholds = fc.constantFrom(0.5, 0.01, 0.99, 1e-300, 1 - 2 ** -53);
    fc.assert(
      fc.property(documents, thresholds, fc.constantFrom(1, 9, 0.5), (list, threshold, falseAlarmCost) => {
        const actual = list.map(({ positive }) => Number(positive));
        const found = metrics(
          actual,
          list.map(({ odds }) => odds),
          { threshold, falseAlarmCost },
        );
        const spam = list.filter(({ positive }) => positive).map(({ odds }) => odds);
        const ham = list.filter(({ positive }) => !positive).map(({ odds }) => odds);
        const share = (n: number, of: number) => (of === 0 ? 0 : n / of);
        expect([found.positives, found.negatives]).toEqual([spam.length, ham.length]);

        const pairs = spam.flatMap((s) => ham.map((h) => (s > h ? 1 : s === h ? 0.5 : 0) as number));
        const auc = pairs.length === 0 ? null : sumOf(pairs) / pairs.length;
        expect(found.rocAuc).toBe(auc);
        expect(found.oneMinusAucPercent).toBe(auc === null ? null : (1 - auc) * 100);

        const atLeast = (least: number) => list.filter(({ odds }) => odds >= least);
        const precisions = spam.map((s) =>
          share(atLeast(s).filter(({ positive }) => positive).length, atLeast(s).length),
        );
        const mean = sumOf(precisions) / spam.length;
        expect(found.averagePrecision).toEqual(spam.length === 0 ? null : expect.closeTo(mean, 12));

        const reaches = (odds: number) => 1 / (1 + Math.exp(-odds)) >= threshold;
        const falseAlarms = ham.filter(reaches).length;
        const misses = spam.length - spam.filter(reaches).length;
        expect([found.falseAlarms, found.misses]).toEqual([falseAlarms, misses]);
        expect(found.falseAlarmRate).toBe(share(falseAlarms, ham.length));
        expect(found.missRate).toBe(share(misses, spam.length));
        const caught = spam.filter((s) => ham.every((h) => s > h)).length;
        expect(found.caughtWithoutFalseAlarm).toBe(share(caught, spam.length));
        const cost = falseAlarms * falseAlarmCost + misses;
        expect(found.totalCostRatio).toBe(cost === 0 ? null : spam.length / cost);
      }),
      { ...EXAMPLES, numRuns: 500 },
    );
  });

  it("counts the threshold itself as positive", () => {
    const at = (odds: number, threshold?: number) => metrics([1, 0], [odds, odds], { threshold });
    expect(at(0)).toMatchObject({ threshold: 0.5, misses: 0, falseAlarms: 1 });
    expect(at(-1e-15)).toMatchObject({ misses: 1, falseAlarms: 0 });
    const probability = 1 / (1 + Math.exp(-2));
    expect(at(2, probability)).toMatchObject({ misses: 0, falseAlarms: 1 });
    expect(at(2, probability + 2 ** -53)).toMatchObject({ misses: 1, falseAlarms: 0 });
    expect(at(Infinity, 0.999999)).toMatchObject({ misses: 0, falseAlarms: 1 });
    expect(at(-Infinity, 1e-300)).toMatchObject({ misses: 1, falseAlarms: 0 });
  });

  it("ranks documents whose probabilities round to 1", () => {
    expect(metrics([0, 1, 0, 1], [700, 701, -701, -700]).rocAuc).toBe(0.75);
    expect(metrics([0, 1], [700, 701]).rocAuc).toBe(1);
  });

  it("looks for spam, the second class, or the given one", () => {
    const positive = (labels: readonly string[], options?: BinaryOptions) =>
      binaryMetrics(labels, [0, 1, 1], Float64Array.of(1, 2, 3), options);
    expect(positive(["ham", "spam"])).toMatchObject({ positive: "spam", positives: 2, negatives: 1 });
    expect(positive(["Junk", "ham"])).toMatchObject({ positive: "Junk", positives: 1, negatives: 2 });
    expect(positive(["Junk", "Spam"])).toMatchObject({ positive: "Spam" });
    expect(positive(["spam", "work"])).toMatchObject({ positive: "spam", positives: 1, negatives: 2 });
    expect(positive(["a", "b"])).toMatchObject({ positive: "b", positives: 2 });
    expect(positive(["a", "b"], { positive: "a" })).toMatchObject({ positive: "a", positives: 1, rocAuc: 0 });
  });

  it("refuses log odds that are no numbers", () => {
    expect(() => metrics([0, 1], [1, Number.NaN])).toThrow(new UsageError("the log odds of document 1 are NaN"));
  });
});

it("logOddsOf is ln P(positive) - ln P(negative), infinite where one is impossible and 0 where both are", () => {
  const logs = Float64Array.of(-3, -1, -Infinity, 0, 0, -Infinity, -Infinity, -Infinity, -2, -2);
  expect(Array.from(logOddsOf(logs, 1))).toEqual([2, Infinity, -Infinity, 0, 0]);
  expect(Array.from(logOddsOf(logs, 0))).toEqual([-2, -Infinity, Infinity, 0, 0]);
});
