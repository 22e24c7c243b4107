import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classCounts } from "../../src/classifiers/class-counts.js";
import { strongestTerms } from "../../src/classifiers/strongest.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { dense } from "../features/dense.js";
import { datasetOf, samples } from "./samples.js";

fc.configureGlobal({ seed: 58 });

const data = {
  x: matrixFromRows([
    [4, 2, 0, 1],
    [0, 2, 1, 1],
  ]),
  y: [0, 1],
  labels: ["a", "b"],
};

describe("strongestTerms", () => {
  it("ranks the terms of a class by their share of the expected log odds, with add-one smoothing", () => {
    const [a, b] = strongestTerms(classCounts(data), false, 10);
    expect(a.map(({ term, count }) => [term, count])).toEqual([[0, 4]]);
    expect(a[0].strength).toBeCloseTo((5 / 11) * Math.log(5 / 11 / (1 / 8)), 14);
    expect(b.map(({ term, count }) => [term, count])).toEqual([
      [2, 1],
      [1, 2],
      [3, 1],
    ]);
    expect(b[0].strength).toBeCloseTo((2 / 8) * Math.log(2 / 8 / (1 / 11)), 14);
  });

  it("takes shares of documents for a model of presences", () => {
    const [a, b] = strongestTerms(classCounts(data, true), true, 10);
    expect(a).toEqual([{ term: 0, count: 1, strength: (2 / 3) * Math.log(2 / 3 / (1 / 3)) }]);
    expect(b).toEqual([{ term: 2, count: 1, strength: (2 / 3) * Math.log(2 / 3 / (1 / 3)) }]);
  });

  it("agrees with a plain implementation, gives the strongest first, and no more than asked for", () => {
    fc.assert(
      fc.property(samples(), fc.boolean(), fc.nat(4), (sample, presence, howMany) => {
        const counts = classCounts(datasetOf(sample), presence);
        const terms = dense(counts.terms);
        const totals = Array.from(presence ? counts.documents : counts.totals);
        const all = totals.reduce((sum, total) => sum + total, 0);
        const outcomes = presence ? 2 : sample.columns;
        const expected = sample.labels.map((_, c) =>
          terms
            .map((row, term) => {
              const others = row.reduce((sum, count) => sum + count, 0) - row[c];
              const inside = (row[c] + 1) / (totals[c] + outcomes);
              const outside = (others + 1) / (all - totals[c] + outcomes);
              return { term, count: row[c], strength: inside * Math.log(inside / outside) };
            })
            .filter(({ count, strength }) => count > 0 && strength > 0)
            .sort((a, b) => b.strength - a.strength || a.term - b.term)
            .slice(0, howMany),
        );
        expect(strongestTerms(counts, presence, howMany)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
