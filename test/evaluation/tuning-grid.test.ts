import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.js";
import {
  candidatesOf,
  DEFAULT_GRID,
  type GridOptions,
  MAX_CANDIDATES,
  widestNgrams,
} from "../../src/evaluation/tuning-grid.js";

describe("the candidates of a grid", () => {
  it("are every combination of its values", () => {
    const alpha = [1, 0.1];
    const candidates = candidatesOf({ classifier: ["bernoulli"], alpha, minDocuments: [1], maxTerms: [5, 10, 20] });
    expect(candidates.map((candidate) => [candidate.alpha, candidate.maxTerms])).toEqual(
      alpha.flatMap((a) => [5, 10, 20].map((terms) => [a, terms])),
    );
    expect(candidates[0]).toEqual({
      classifier: "bernoulli",
      alpha: 1,
      prior: "fit",
      ngrams: [1, 1],
      minCount: 1,
      minDocuments: 1,
      maxDocumentShare: 1,
      dropTop: 0,
      maxTerms: 5,
      selectBy: "count",
    });
  });

  it("are few where nothing is chosen, with every classifier among them", () => {
    const candidates = candidatesOf();
    expect(candidates).toHaveLength(DEFAULT_GRID.classifier.length * 14);
    expect(new Set(candidates.map(({ classifier }) => classifier))).toEqual(new Set(DEFAULT_GRID.classifier));
    expect(candidatesOf({ alpha: undefined })).toEqual(candidates);
  });

  it("count a value once that is given twice", () => {
    const once = candidatesOf({ alpha: [1], ngrams: [[1, 2]] });
    expect(
      candidatesOf({
        alpha: [1, 1.0],
        ngrams: [
          [1, 2],
          [1, 2],
        ],
      }),
    ).toEqual(once);
  });

  const WRONG: readonly (readonly [object, string])[] = [
    [{ alpha: [] }, "tune: alpha: required at least one value, got none"],
    [{ alpha: [1, -1] }, "alpha: required a number from 0 to 1e+100, got -1"],
    [{ alpha: [Number.NaN] }, "alpha: required a number from 0 to 1e+100, got NaN"],
    [{ classifier: ["nearest"] }, "classifier: required one of multinomial, bernoulli"],
    [
      { prior: ["even"] },
      'prior: required "fit", "map", "uniform", "none" or an array of numbers, one a class, got "even"',
    ],
    [{ ngrams: [[2, 1]] }, "ngrams: required 1 <= from <= to <= 8, got 2-1"],
    [{ minDocuments: [1.5] }, "minDocuments: required a whole number of at least 0, got 1.5"],
    [{ maxDocumentShare: [0] }, "maxDocumentShare: required a number above 0, up to 1, got 0"],
    [{ maxTerms: [0] }, "maxTerms: required a whole number of at least 1, got 0"],
    [{ stem: ["porter"] }, "tune: required some of classifier, alpha, prior, ngrams, minCount,"],
    [
      { dropTop: Array.from({ length: 1000 }, (_, n) => n) },
      `tune: required at most ${MAX_CANDIDATES} candidates, got 28000: try fewer values of a choice at a time`,
    ],
  ];
  it.each(WRONG)("are refused where one of the choices is none (%#)", (grid, message) => {
    expect(() => candidatesOf(grid as GridOptions)).toThrow(UsageError);
    expect(() => candidatesOf(grid as GridOptions)).toThrow(message);
  });

  it("are all within the widest range of n-grams", () => {
    const ngrams = [
      [2, 3],
      [1, 1],
      [2, 2],
    ] as const;
    expect(widestNgrams(candidatesOf({ ngrams }))).toEqual([1, 3]);
  });
});
