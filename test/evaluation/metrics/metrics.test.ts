import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Confusion,
  classMetrics,
  emptyConfusion,
  macroAverage,
  matthewsCorrelation,
  microAverage,
} from "../../../src/evaluation/metrics/metrics.js";
import { matrix } from "../small-corpora.js";

fc.configureGlobal({ seed: 63 });

const confusions = fc.integer({ min: 1, max: 5 }).chain((size) =>
  fc.array(fc.array(fc.oneof(fc.constant(0), fc.nat(9)), { minLength: size, maxLength: size }), {
    minLength: size,
    maxLength: size,
  }),
);

const labelsOf = (confusion: Confusion) => confusion.map((_, c) => `class ${c}`);

describe("classMetrics", () => {
  it("agrees with the definitions over the list of documents", () => {
    fc.assert(
      fc.property(confusions, (confusion) => {
        const documents = confusion.flatMap((row, actual) =>
          row.flatMap((count, predicted) => new Array<[number, number]>(count).fill([actual, predicted])),
        );
        for (const [c, { label, precision, recall, f1, support }] of classMetrics(
          confusion,
          labelsOf(confusion),
        ).entries()) {
          const said = documents.filter(([, predicted]) => predicted === c);
          const are = documents.filter(([actual]) => actual === c);
          const right = said.filter(([actual]) => actual === c).length;
          expect([label, support]).toEqual([`class ${c}`, are.length]);
          expect(precision).toBe(said.length === 0 ? 0 : right / said.length);
          expect(recall).toBe(are.length === 0 ? 0 : right / are.length);
          expect(f1).toBeCloseTo(precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall), 12);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("macroAverage", () => {
  it("leaves out a class that neither occurs nor is predicted, and keeps one that does either", () => {
    const absent = matrix([3, 0, 0], [1, 2, 0], [0, 0, 0]);
    expect(macroAverage(classMetrics(absent, ["a", "b", "c"]), absent).recall).toBeCloseTo((1 + 2 / 3) / 2, 14);
    const predictedOnly = matrix([3, 0, 1], [1, 2, 0], [0, 0, 0]);
    expect(macroAverage(classMetrics(predictedOnly, ["a", "b", "c"]), predictedOnly).recall).toBeCloseTo(
      (3 / 4 + 2 / 3) / 3,
      14,
    );
    const testedOnly = matrix([3, 0, 0], [1, 2, 0], [1, 0, 0]);
    expect(macroAverage(classMetrics(testedOnly, ["a", "b", "c"]), testedOnly).precision).toBeCloseTo(
      (3 / 5 + 1) / 3,
      14,
    );
  });
});

describe("microAverage", () => {
  it("equals accuracy three times, and 0 without documents", () => {
    const confusion = matrix([3, 1], [2, 4]);
    expect(microAverage(confusion)).toEqual({ precision: 0.7, recall: 0.7, f1: 0.7 });
    expect(microAverage(emptyConfusion(2))).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});

describe("matthewsCorrelation", () => {
  it("is Pearson's correlation of the two indicators, summed over the classes", () => {
    fc.assert(
      fc.property(confusions, (confusion) => {
        const pairs = confusion.flatMap((row, a) =>
          row.flatMap((n, p) => new Array<readonly [number, number]>(n).fill([a, p])),
        );
        const covariance = (first: 0 | 1, second: 0 | 1) =>
          confusion.reduce((sum, _, c) => {
            const share = (side: 0 | 1) => pairs.filter((pair) => pair[side] === c).length / pairs.length;
            const means = share(first) * share(second);
            return sum + pairs.filter((pair) => pair[first] === c && pair[second] === c).length / pairs.length - means;
          }, 0);
        const root = Math.sqrt(covariance(0, 0) * covariance(1, 1));
        const expected = pairs.length === 0 || root < 1e-9 ? 0 : covariance(0, 1) / root;
        expect(matthewsCorrelation(confusion)).toBeCloseTo(expected, 9);
      }),
      { numRuns: 300 },
    );
  });

  it("is exactly 1 where all are right and two classes occur, and 0 where one does", () => {
    const right = matrix([7, 0, 0], [0, 3, 0], [0, 0, 0]);
    expect(matthewsCorrelation(right)).toBe(1);
    const reversed = matrix([0, 5], [3, 0]);
    expect(matthewsCorrelation(reversed)).toBe(-1);
    const one = matrix([5, 0], [0, 0]);
    expect(matthewsCorrelation(one)).toBe(0);
    expect(matthewsCorrelation(emptyConfusion(3))).toBe(0);
  });
});
