import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multinomial } from "../../src/classifiers/multinomial.js";
import { DataError, UsageError } from "../../src/errors.js";
import { chronologicalFolds, chronologicalHoldout, timeSpan } from "../../src/evaluation/chronological.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import type { Split } from "../../src/evaluation/splits.js";
import { splitTrials, testTrial } from "../../src/evaluation/trial.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";

fc.configureGlobal({ seed: 62 });

const times = fc.array(fc.option(fc.integer({ min: -5, max: 12 }), { nil: undefined }), { maxLength: 40 });
const distinct = (list: readonly (number | undefined)[]) => new Set(list.filter((time) => time !== undefined)).size;
const plain = ({ train, test }: Split) => [Array.from(train), Array.from(test)];
const dated = (list: readonly (number | undefined)[]) => [...list.keys()].filter((row) => list[row] !== undefined);

/** Both sides ascending, all of training before all of testing. */
function expectPastThenFuture({ train, test }: Split, list: readonly (number | undefined)[]): void {
  for (const side of [train, test]) {
    expect(side.length).toBeGreaterThan(0);
    expect(Array.from(side)).toEqual(Array.from(side).sort((a, b) => a - b));
  }
  expect(timeSpan(train, list).until).toBeLessThan(timeSpan(test, list).from);
}

describe("chronologicalHoldout", () => {
  it("learns from the past and tests on the share that is latest", () => {
    expect(plain(chronologicalHoldout([5, 1, 4, 2, 3, 6], 1 / 3))).toEqual([
      [1, 2, 3, 4],
      [0, 5],
    ]);
  });

  it("leaves documents without a time out of both parts", () => {
    expect(plain(chronologicalHoldout([undefined, 2, 1, undefined], 0.5))).toEqual([[2], [1]]);
  });

  it("moves the cut to the nearest change of time, of two the earlier", () => {
    expect(plain(chronologicalHoldout([1, 2, 2, 2, 2, 3], 0.34))).toEqual([[0, 1, 2, 3, 4], [5]]);
    expect(plain(chronologicalHoldout([1, 2, 2, 2, 2, 3], 0.5))[0]).toEqual([0]);
    expect(plain(chronologicalHoldout([1, 2], 0.001))).toEqual([[0], [1]]);
    expect(plain(chronologicalHoldout([1, 2], 0.999))).toEqual([[0], [1]]);
  });

  it("puts every dated document on one side, and none nearer to the share would do", () => {
    fc.assert(
      fc.property(times, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (list, share) => {
        fc.pre(distinct(list) > 1);
        const split = chronologicalHoldout(list, share);
        expectPastThenFuture(split, list);
        const rows = dated(list);
        expect([...split.train, ...split.test].sort((a, b) => a - b)).toEqual(rows);
        const wanted = Math.round(rows.length * share);
        const sizes = rows.map(
          (row) => rows.filter((other) => (list[other] as number) >= (list[row] as number)).length,
        );
        const possible = sizes.filter((size) => size < rows.length).map((size) => Math.abs(size - wanted));
        expect(Math.abs(split.test.length - wanted)).toBe(Math.min(...possible));
      }),
    );
  });

  it("refuses documents without any date, and of one time", () => {
    expect(() => chronologicalHoldout([undefined, undefined], 0.5)).toThrow(DataError);
    expect(() => chronologicalHoldout([undefined, undefined], 0.5)).toThrow(
      "by-date: required documents with a date, found none among 2: date them by another source, or measure without dates",
    );
    expect(() => chronologicalHoldout([7, 7, undefined], 0.5)).toThrow(
      "by-date: required at least 2 different times, found one for all 2 documents with a date: date them by another source",
    );
  });

  it.each([0, 1, Number.NaN])("refuses a share of %d", (share) => {
    expect(() => chronologicalHoldout([1, 2], share)).toThrow(UsageError);
  });
});

describe("chronologicalFolds", () => {
  it("test each block after learning from all before it", () => {
    expect(chronologicalFolds([6, 5, 4, 3, 2, 1], 2).map(plain)).toEqual([
      [
        [4, 5],
        [2, 3],
      ],
      [
        [2, 3, 4, 5],
        [0, 1],
      ],
    ]);
  });

  it("test all dated documents but the first block once, in order of time", () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 8 }), (list, k) => {
        fc.pre(distinct(list) > k);
        const splits = chronologicalFolds(list, k);
        expect(splits.length).toBe(k);
        for (const [fold, split] of splits.entries()) {
          expectPastThenFuture(split, list);
          const known = [...split.train, ...split.test].sort((a, b) => a - b);
          expect(known).toEqual(fold + 1 < k ? Array.from(splits[fold + 1].train) : dated(list));
        }
      }),
    );
  });

  it("are blocks of equal size within one, where every time is different", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 9 }), (n, k) => {
        fc.pre(n > k);
        const splits = chronologicalFolds(
          Array.from({ length: n }, (_, row) => row),
          k,
        );
        for (const size of [splits[0].train.length, ...splits.map(({ test }) => test.length)]) {
          expect(Math.abs(size - n / (k + 1))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("refuse fewer different times than blocks, and a number of folds that is none", () => {
    expect(() => chronologicalFolds([1, 1, 2, 2], 2)).toThrow(DataError);
    expect(() => chronologicalFolds([1, 1, 2, 2], 2)).toThrow(
      "by-date: required at least 3 different times, found 2: take fewer folds",
    );
    for (const k of [0, 1.5, Number.NaN]) {
      expect(() => chronologicalFolds([1, 2], k)).toThrow(`folds: required a whole number of at least 1, got ${k}`);
    }
  });

  it("measure what training from scratch on the past alone does, though rows are in neither part", () => {
    const rows = [
      [1, 0, 2],
      [0, 0, 1],
      [2, 5, 0],
      [0, 1, 1],
      [5, 1, 0],
      [0, 0, 4],
    ];
    const y = [0, 1, 0, 1, 0, 1];
    const labels = ["a", "b"];
    const part = (picked: ArrayLike<number>, columns: readonly number[]) => ({
      x: matrixFromRows(Array.from(picked, (row) => columns.map((column) => rows[row][column]))),
      y: Array.from(picked, (row) => y[row]),
      labels,
    });
    const splits = chronologicalFolds([1, 2, undefined, 3, 4, 5], 2);
    const together = evaluate(splitTrials(part([0, 1, 2, 3, 4, 5], [0, 1, 2]), splits), multinomial(), labels);
    const scratch = splits.map(({ train, test }) => {
      const columns = [0, 1, 2].filter((column) => train.some((row) => rows[row][column] > 0));
      return evaluate([testTrial(part(train, columns), part(test, columns))], multinomial(), labels).logProbabilities;
    });
    // The second term is only in the row without a time, and in one that the first split tests.
    expect(splits.map(({ train }) => Array.from(train))).toEqual([
      [0, 1],
      [0, 1, 3],
    ]);
    expect(Array.from(together.logProbabilities)).toEqual(scratch.flatMap((logs) => Array.from(logs)));
  });
});
