import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samplesOf, stratified } from "../../../src/evaluation/search/samples.js";
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

describe("samplesOf", () => {
  const y = Array.from({ length: 6000 }, (_, row) => row % 3);
  const all = folds(y, 5, 1);

  it("doubles the documents up to those of a fold", () => {
    const sizes = (first: number) => samplesOf(y, all, first, 1).map(([{ train }]) => train.length);
    expect(sizes(500)).toEqual([500, 1000, 2000, 4800]);
    expect(sizes(4000)).toEqual([4800]);
  });

  it("tests documents that are not learned from, and as many folds as have 2,000 in the last round", () => {
    const samples = samplesOf(y, all, 500, 1);
    for (const [{ train, test }, ...others] of samples.slice(0, -1)) {
      expect([others.length, test.length]).toEqual([0, 2000]);
      expect(new Set([...train, ...test]).size).toBe(train.length + 2000);
      expect(train).toEqual(train.slice().sort());
    }
    expect(samples[3]).toEqual(all.slice(0, 2));
  });
});
