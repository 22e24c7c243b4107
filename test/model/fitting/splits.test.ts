import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import { folds, holdouts, type Split } from "../../../src/model/fitting/splits.js";
import { forAll } from "../../helpers/arbitraries.js";

const classes = fc.array(fc.nat(4), { minLength: 2, maxLength: 60 });
const shares = fc.oneof(
  fc.constantFrom(1 / 3, 0.5, 0.1, 0.9, 1e-9, 1 - 1e-9),
  fc.double({ min: 0.001, max: 0.999, noNaN: true }),
);

const plain = (splits: Split[]) => splits.map(({ train, test }) => [Array.from(train), Array.from(test)]);

function sizes(rows: ArrayLike<number>, y: readonly number[]): number[] {
  const counts = new Array<number>(5).fill(0);
  for (const row of Array.from(rows)) counts[y[row]]++;
  return counts;
}

/** Both sides ascending, and every row on one of them. */
function expectPartition({ train, test }: Split, rows: number): void {
  for (const side of [train, test]) expect(Array.from(side)).toEqual(Array.from(side).sort((a, b) => a - b));
  expect([...train, ...test].sort((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, row) => row));
}

describe("holdouts", () => {
  it("withholds round(n · share) documents of each class, at least one and never all", () => {
    forAll(200, [classes, shares, fc.integer({ min: 1, max: 4 }), fc.nat()], (y, share, repeats, seed) => {
      const counts = sizes(Array.from(y.keys()), y);
      fc.pre(counts.some((count) => count >= 2));
      const splits = holdouts(y, share, repeats, seed);
      expect(splits.length).toBe(repeats);
      for (const split of splits) {
        expectPartition(split, y.length);
        expect(sizes(split.test, y)).toEqual(
          counts.map((n) => (n < 2 ? 0 : Math.min(n - 1, Math.max(1, Math.round(n * share))))),
        );
      }
    });
  });

  it("is the same for the same seed, whatever the number of repeats, and another for each repeat and seed", () => {
    forAll(100, [classes, shares, fc.nat()], (y, share, seed) => {
      fc.pre(sizes(Array.from(y.keys()), y).some((count) => count >= 2));
      const five = plain(holdouts(y, share, 5, seed));
      expect(plain(holdouts(y, share, 5, seed))).toEqual(five);
      expect(plain(holdouts(y, share, 2, seed))).toEqual(five.slice(0, 2));
      expect(plain(holdouts(Uint32Array.from(y), share, 2, seed))).toEqual(five.slice(0, 2));
    });
    const y = Array.from({ length: 60 }, (_, row) => row % 3);
    const drawn = [1, 2, 3].flatMap((seed) => plain(holdouts(y, 1 / 3, 3, seed)).map(([, test]) => test.join()));
    expect(new Set(drawn).size).toBe(9);
  });

  it("refuses classes of which nothing can be withheld, and shares of nothing or of all", () => {
    const single = "holdout: every class has only one document: add documents, so that some can be tested";
    for (const y of [[0], [0, 1, 2], []]) expect(() => holdouts(y, 1 / 3, 1, 1)).toThrow(new DataError(single));
    for (const share of [0, 1, -0.5, 2, Number.NaN, Number.POSITIVE_INFINITY]) {
      const refusal = new UsageError(`holdout must be a number above 0 and below 1, not ${share}`);
      expect(() => holdouts([0, 0], share, 1, 1)).toThrow(refusal);
    }
  });
});

describe("folds", () => {
  const choices = classes.chain((y) =>
    fc.record({ y: fc.constant(y), k: fc.integer({ min: 2, max: y.length }), repeats: fc.integer({ min: 1, max: 3 }) }),
  );

  it("test every document once per repeat, in folds whose sizes and classes differ by at most one", () => {
    forAll(200, [choices, fc.nat()], ({ y, k, repeats }, seed) => {
      const counts = sizes(Array.from(y.keys()), y);
      const splits = folds(y, k, seed, repeats);
      expect(splits.length).toBe(k * repeats);
      for (const split of splits) {
        expectPartition(split, y.length);
        expect([Math.floor(y.length / k), Math.ceil(y.length / k)]).toContain(split.test.length);
        for (const [c, n] of sizes(split.test, y).entries()) {
          expect([Math.floor(counts[c] / k), Math.ceil(counts[c] / k)]).toContain(n);
        }
      }
      for (let r = 0; r < repeats; r++) {
        const tested = splits.slice(r * k, (r + 1) * k).flatMap(({ test }) => Array.from(test));
        expect(tested.sort((a, b) => a - b)).toEqual(Array.from(y.keys()));
      }
    });
  });

  it("are the same for the same seed, one repeat if none is named, and another for each repeat and seed", () => {
    forAll(100, [choices, fc.nat()], ({ y, k }, seed) => {
      const three = plain(folds(y, k, seed, 3));
      expect(plain(folds(y, k, seed, 3))).toEqual(three);
      expect(plain(folds(y, k, seed))).toEqual(three.slice(0, k));
    });
    const y = Array.from({ length: 40 }, (_, row) => row % 2);
    const drawn = [1, 2].flatMap((seed) => plain(folds(y, 4, seed, 3)).map(([, test]) => test.join()));
    expect(new Set(drawn).size).toBe(24);
  });

  it("refuse other numbers of folds than documents allow, and of repeats, as hold-outs do", () => {
    for (const k of [1, 0, -2, 4, 2.5, Number.NaN]) {
      const refusal = new UsageError(`folds must be a whole number from 2 to 3, the number of documents, not ${k}`);
      expect(() => folds([0, 0, 1], k, 1)).toThrow(refusal);
    }
    for (const repeats of [0, -1, 1.5, Number.NaN]) {
      const refusal = new UsageError(`repeats must be a whole number of at least 1, not ${repeats}`);
      expect(() => folds([0, 0, 1], 2, 1, repeats)).toThrow(refusal);
      expect(() => holdouts([0, 0], 0.5, repeats, 1)).toThrow(refusal);
    }
  });
});
