import { describe, expect, it } from "vitest";
import { samplesOf } from "../../../src/evaluation/search/samples.js";
import { folds } from "../../../src/model/fitting/splits.js";

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
