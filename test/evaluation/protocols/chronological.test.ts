import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import {
  chronologicalFolds,
  chronologicalHoldout,
  datedPart,
} from "../../../src/evaluation/protocols/chronological.js";
import type { Split } from "../../../src/model/fitting/splits.js";
import { matrix } from "../small-corpora.js";

fc.configureGlobal({ seed: 62 });

const times = fc.array(fc.option(fc.integer({ min: -5, max: 12 }), { nil: undefined }), { maxLength: 40 });
const distinct = (list: readonly (number | undefined)[]) => new Set(list.filter((time) => time !== undefined)).size;
const plain = ({ train, test }: Split) => [Array.from(train), Array.from(test)];
const dated = (list: readonly (number | undefined)[]) => [...list.keys()].filter((row) => list[row] !== undefined);

/** Both sides ascending, all of training before all of testing. */
function expectPastThenFuture({ train, test }: Split, list: readonly (number | undefined)[]): void {
  for (const side of [train, test]) {
    expect(side.length).toBeGreaterThan(0);
    expect(side).toEqual(side.toSorted());
  }
  expect(Date.parse(datedPart(train, list).until)).toBeLessThan(Date.parse(datedPart(test, list).from));
}

describe("chronologicalHoldout", () => {
  it("moves the cut to the nearest change of time, to the earlier of two equally near ones", () => {
    expect(plain(chronologicalHoldout([1, 2, 2, 2, 2, 3], 0.34))).toEqual([[0, 1, 2, 3, 4], [5]]);
    expect(plain(chronologicalHoldout([1, 2, 2, 2, 2, 3], 0.5))[0]).toEqual([0]);
    expect(plain(chronologicalHoldout([1, 2], 0.001))).toEqual([[0], [1]]);
    expect(plain(chronologicalHoldout([1, 2], 0.999))).toEqual([[0], [1]]);
  });

  it("puts every dated document on one side, as close to the share as possible", () => {
    fc.assert(
      fc.property(times, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (list, share) => {
        fc.pre(distinct(list) > 1);
        const split = chronologicalHoldout(list, share);
        expectPastThenFuture(split, list);
        const rows = dated(list);
        expect([...split.train, ...split.test].sort((a, b) => a - b)).toEqual(rows);
        const wanted = Math.round(rows.length * share);
        const known = rows.map((row) => list[row] as number);
        const sizes = known.map((time) => known.filter((other) => other >= time).length);
        const possible = sizes.filter((size) => size < rows.length).map((size) => Math.abs(size - wanted));
        expect(Math.abs(split.test.length - wanted)).toBe(Math.min(...possible));
      }),
    );
  });

  it("refuses documents without dates, and documents of the same time", () => {
    const advice = "date them by another source, or measure without dates";
    const none = new DataError(`by-date: none of the 2 documents has a date; ${advice}`);
    expect(() => chronologicalHoldout([undefined, undefined], 0.5)).toThrow(none);
    const same = `by-date: all 2 documents with a date have the same date; ${advice}`;
    expect(() => chronologicalHoldout([7, 7, undefined], 0.5)).toThrow(same);
  });

  it.each([0, 1, Number.NaN])("refuses a share of %d", (share) => {
    expect(() => chronologicalHoldout([1, 2], share)).toThrow(UsageError);
  });
});

describe("chronologicalFolds", () => {
  it("test each block after learning from all before it", () => {
    const blocks = [matrix([4, 5], [2, 3]), matrix([2, 3, 4, 5], [0, 1])];
    expect(chronologicalFolds([6, 5, 4, 3, 2, 1], 2).map(plain)).toEqual(blocks);
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

  it("refuse fewer different times than blocks, and invalid numbers of folds", () => {
    expect(() => chronologicalFolds([1, 1, 2, 2], 2)).toThrow(
      new DataError("by-date: 2 folds need 3 different dates, but there are only 2; take fewer folds"),
    );
    for (const k of [0, 1.5, Number.NaN]) {
      expect(() => chronologicalFolds([1, 2], k)).toThrow(`folds must be a whole number of at least 1, not ${k}`);
    }
  });
});
