import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundsOf, stratified } from "../../../src/evaluation/search/samples.js";
import { classSizes, folds } from "../../../src/model/fitting/splits.js";

fc.configureGlobal({ seed: 20261122 });

const classes = fc.array(fc.nat(3), { minLength: 2, maxLength: 200 });

describe("stratified", () => {
  it("orders all rows so that every beginning has the share of each class, to one document", () => {
    fc.assert(
      fc.property(classes, fc.nat(), fc.nat(), (y, seed, cut) => {
        const order = stratified(y, seed, 0);
        expect([...order].sort((a, b) => a - b)).toEqual([...y.keys()]);
        const size = cut % (y.length + 1);
        const all = classSizes(y, 4);
        const some = classSizes(
          Array.from(order.slice(0, size), (row) => y[row]),
          4,
        );
        for (let c = 0; c < 4; c++) expect(Math.abs(some[c] - (size / y.length) * all[c])).toBeLessThan(4);
      }),
    );
  });

  it("depends on the seed and the stream alone", () => {
    const y = Array.from({ length: 50 }, (_, row) => row % 3);
    expect(stratified(y, 1, 2)).toEqual(stratified(y, 1, 2));
    expect(stratified(y, 1, 2)).not.toEqual(stratified(y, 2, 2));
    expect(stratified(y, 1, 2)).not.toEqual(stratified(y, 1, 3));
  });
});

describe("roundsOf", () => {
  const y = Array.from({ length: 6000 }, (_, row) => row % 3);
  const all = folds(y, 5, 1);

  it("doubles the documents up to those of a fold", () => {
    expect(roundsOf(y, all, 500, 1).map(({ documents }) => documents)).toEqual([500, 1000, 2000, 4800]);
    expect(roundsOf(y, all, 4000, 1).map(({ documents }) => documents)).toEqual([4800]);
  });

  it("tests documents that are not learned from, and as many folds as have 2,000 in the last round", () => {
    const rounds = roundsOf(y, all, 500, 1);
    for (const { documents, splits } of rounds.slice(0, -1)) {
      const [{ train, test }] = splits;
      expect([splits.length, train.length, test.length]).toEqual([1, documents, 2000]);
      expect(new Set([...train, ...test]).size).toBe(documents + 2000);
      expect(train).toEqual(train.slice().sort());
    }
    expect(rounds[3].splits).toEqual(all.slice(0, 2));
  });
});
