import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { classCounts } from "../../../src/classifiers/bayes/class-counts.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { strengthsOfTerm, strongestTerms } from "../../../src/classifiers/explain/strongest.js";
import { dense } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { datasetOf, matrix, samples } from "../samples.js";

const data = { x: matrix("4 2 0 1", "0 2 1 1"), y: [0, 1], labels: ["a", "b"] };

describe("strongestTerms", () => {
  it("agrees with a plain implementation, the strongest first, as many as asked for", () => {
    forAll(slowRuns(500), [samples(), fc.boolean(), fc.nat(4)], (sample, presence, howMany) => {
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
      expect(strongestTerms({ binary: presence }, counts, "counts", howMany)).toEqual(expected);
    });
  });
});

describe("strongestTerms by weight", () => {
  const counts = classCounts(data);

  it("ranks the terms of a class by their weight above the mean weight for the others", () => {
    const [a, b] = strongestTerms(multinomial().fit(data), counts, "weight", 10);
    // Of 4 terms: a has 4, 2, 0 and 1 of 7 tokens, b 0, 2, 1 and 1 of 4.
    const ratio = (inA: number, inB: number) => Math.log(inA / 11 / (inB / 8));
    expect(a).toEqual([{ term: 0, count: 4, strength: expect.closeTo(ratio(5, 1), 12) }]);
    expect(b).toEqual([
      { term: 2, count: 1, strength: expect.closeTo(-ratio(1, 2), 12) },
      { term: 1, count: 2, strength: expect.closeTo(-ratio(3, 3), 12) },
      { term: 3, count: 1, strength: expect.closeTo(-ratio(2, 2), 12) },
    ]);
    expect(strongestTerms(multinomial().fit(data), counts, "weight", 1)[1]).toHaveLength(1);
  });

  it("begins with terms that rule out the other classes", () => {
    const strength = Number.POSITIVE_INFINITY;
    expect(strongestTerms(multinomial({ alpha: 0 }).fit(data), counts, "weight", 1)).toEqual([
      [{ term: 0, count: 4, strength }],
      [{ term: 2, count: 1, strength }],
    ]);
  });

  it("refuses a model without weights", () => {
    const rank = () => strongestTerms({ binary: false }, counts, "weight", 1);
    expect(rank).toThrow(UsageError);
    expect(rank).toThrow("so its terms have no weights");
  });
});

it("gives a term the strengths by which terms are ranked, and negative ones for the other classes", () => {
  const counts = classCounts(data);
  const model = multinomial().fit(data);
  for (const by of ["counts", "weight"] as const) {
    const ranked = strongestTerms(model, counts, by, 10).flatMap((own, c) => own.map((term) => [c, term] as const));
    expect(ranked.length).toBeGreaterThan(1);
    for (const [c, strong] of ranked) {
      const found = strengthsOfTerm(model, counts, by, strong.term);
      expect(found[c]).toEqual(strong);
      expect(found[1 - c].strength).toBeLessThan(0);
    }
  }
});
