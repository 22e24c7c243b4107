import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Confusion,
  classMetrics,
  emptyConfusion,
  macroAverage,
  matthewsCorrelation,
  microAverage,
  weightedAverage,
} from "../../../src/evaluation/metrics/metrics.js";

fc.configureGlobal({ seed: 63 });

const confusions = fc.integer({ min: 1, max: 5 }).chain((size) =>
  fc.array(fc.array(fc.oneof(fc.constant(0), fc.nat(9)), { minLength: size, maxLength: size }), {
    minLength: size,
    maxLength: size,
  }),
);

const labelsOf = (confusion: Confusion) => confusion.map((_, c) => `class ${c}`);

describe("classMetrics", () => {
  it("is correct for a matrix worked by hand", () => {
    const metrics = classMetrics(
      [
        [5, 1, 0],
        [2, 3, 0],
        [1, 0, 0],
      ],
      ["a", "b", "c"],
    );
    expect(metrics).toEqual([
      { label: "a", precision: 5 / 8, recall: 5 / 6, f1: 10 / 14, support: 6 },
      { label: "b", precision: 3 / 4, recall: 3 / 5, f1: 6 / 9, support: 5 },
      { label: "c", precision: 0, recall: 0, f1: 0, support: 1 },
    ]);
  });

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
  /** The example in scikit-learn's documentation of precision_score, recall_score and f1_score. */
  it("is .22, .33 and .26 for scikit-learn's example", () => {
    const confusion = emptyConfusion(3);
    const predicted = [0, 2, 1, 0, 0, 1];
    for (const [i, actual] of [0, 1, 2, 0, 1, 2].entries()) confusion[actual][predicted[i]]++;
    const { precision, recall, f1 } = macroAverage(classMetrics(confusion, ["0", "1", "2"]), confusion);
    expect(precision).toBeCloseTo(2 / 9, 14);
    expect(recall).toBeCloseTo(1 / 3, 14);
    expect(f1).toBeCloseTo(4 / 15, 14);
  });

  it("leaves out a class that neither occurs nor is predicted, and keeps one that does either", () => {
    const absent = [
      [3, 0, 0],
      [1, 2, 0],
      [0, 0, 0],
    ];
    expect(macroAverage(classMetrics(absent, ["a", "b", "c"]), absent).recall).toBeCloseTo((1 + 2 / 3) / 2, 14);
    const predictedOnly = [
      [3, 0, 1],
      [1, 2, 0],
      [0, 0, 0],
    ];
    expect(macroAverage(classMetrics(predictedOnly, ["a", "b", "c"]), predictedOnly).recall).toBeCloseTo(
      (3 / 4 + 2 / 3) / 3,
      14,
    );
    const testedOnly = [
      [3, 0, 0],
      [1, 2, 0],
      [1, 0, 0],
    ];
    expect(macroAverage(classMetrics(testedOnly, ["a", "b", "c"]), testedOnly).precision).toBeCloseTo(
      (3 / 5 + 1) / 3,
      14,
    );
  });

  it("is the mean over the classes that occur", () => {
    fc.assert(
      fc.property(confusions, (confusion) => {
        const perClass = classMetrics(confusion, labelsOf(confusion));
        const occurring = perClass.filter((_, c) =>
          confusion.some((row, actual) => row[c] > 0 || (actual === c && row.some((n) => n > 0))),
        );
        const average = macroAverage(perClass, confusion);
        for (const key of ["precision", "recall", "f1"] as const) {
          const sum = occurring.reduce((sum, metrics) => sum + metrics[key], 0);
          expect(average[key]).toBe(occurring.length === 0 ? 0 : sum / occurring.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("microAverage", () => {
  it("equals accuracy three times, and 0 without documents", () => {
    const confusion = [
      [3, 1],
      [2, 4],
    ];
    expect(microAverage(confusion)).toEqual({ precision: 0.7, recall: 0.7, f1: 0.7 });
    expect(microAverage(emptyConfusion(2))).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});

describe("weightedAverage", () => {
  it("counts each class as often as it has documents, so that recall is the accuracy", () => {
    fc.assert(
      fc.property(confusions, (confusion) => {
        const perClass = classMetrics(confusion, labelsOf(confusion));
        const documents = perClass.flatMap((metrics) => new Array<typeof metrics>(metrics.support).fill(metrics));
        const average = weightedAverage(perClass);
        for (const key of ["precision", "recall", "f1"] as const) {
          const sum = documents.reduce((sum, metrics) => sum + metrics[key], 0);
          expect(average[key]).toBeCloseTo(documents.length === 0 ? 0 : sum / documents.length, 12);
        }
        expect(average.recall).toBeCloseTo(microAverage(confusion).recall, 12);
      }),
      { numRuns: 300 },
    );
  });
});

describe("matthewsCorrelation", () => {
  /** Of 2 × 2: (TP · TN - FP · FN) over the root of the product of the four sums (Matthews 1975). */
  it("is for two classes Matthews' own formula", () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99)), ([tn, fp, fn, tp]) => {
        const root = Math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn));
        const confusion = [
          [tn, fp],
          [fn, tp],
        ];
        expect(matthewsCorrelation(confusion)).toBeCloseTo(root === 0 ? 0 : (tp * tn - fp * fn) / root, 12);
      }),
      { numRuns: 300 },
    );
  });

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
    const right = [
      [7, 0, 0],
      [0, 3, 0],
      [0, 0, 0],
    ];
    expect(matthewsCorrelation(right)).toBe(1);
    const reversed = [
      [0, 5],
      [3, 0],
    ];
    expect(matthewsCorrelation(reversed)).toBe(-1);
    const one = [
      [5, 0],
      [0, 0],
    ];
    expect(matthewsCorrelation(one)).toBe(0);
    expect(matthewsCorrelation(emptyConfusion(3))).toBe(0);
  });
});

describe("emptyConfusion", () => {
  it("has a row of its own for each class", () => {
    const confusion = emptyConfusion(2);
    confusion[0][1]++;
    expect(confusion).toEqual([
      [0, 1],
      [0, 0],
    ]);
    expect(emptyConfusion(0)).toEqual([]);
  });
});
