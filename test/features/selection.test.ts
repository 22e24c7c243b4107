import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { type SelectionRules, selectTerms, termStatistics } from "../../src/features/selection.js";
import { forAll } from "../helpers/arbitraries.js";
import { countMatrices, dense } from "./dense.js";

/** The rules as they are written, in their order, one after the other. */
function naive(rows: readonly (readonly number[])[], columns: number, rules: SelectionRules): number[] {
  const { minCount = 1, minDocuments = 1, maxDocumentShare = 1, dropTop = 0, maxTerms = columns } = rules;
  const terms = Array.from({ length: columns }, (_, term) => ({
    term,
    count: rows.reduce((sum, row) => sum + row[term], 0),
    documents: rows.filter((row) => row[term] !== 0).length,
  }))
    .filter(({ documents }) => documents > 0)
    .filter(({ count }) => count >= minCount)
    .filter(({ documents }) => documents >= minDocuments && !(documents / rows.length > maxDocumentShare))
    .sort((a, b) => b.count - a.count || a.term - b.term);
  const kept = terms.slice(dropTop).slice(0, maxTerms);
  return kept.map(({ term }) => term).sort((a, b) => a - b);
}

const rules: fc.Arbitrary<SelectionRules> = fc.record(
  {
    minCount: fc.oneof(fc.nat(8), fc.double({ min: 0, max: 8, noNaN: true })),
    minDocuments: fc.nat(4),
    maxDocumentShare: fc.oneof(
      fc.double({ min: 0, minExcluded: true, max: 1, noNaN: true }),
      fc.constantFrom(0.25, 0.5, 1 / 3, 2 / 3, 1),
    ),
    dropTop: fc.nat(4),
    maxTerms: fc.integer({ min: 1, max: 8 }),
  },
  { requiredKeys: [] },
);

describe("termStatistics", () => {
  it("counts occurrences and documents of the rows asked for", () => {
    forAll(300, [countMatrices(), fc.option(fc.array(fc.nat()), { nil: undefined })], ({ x }, drawn) => {
      const rows = x.rows === 0 ? undefined : drawn?.map((n) => n % x.rows);
      const all = dense(x);
      const chosen = rows === undefined ? all : rows.map((r) => all[r]);
      const { counts, documents, total } = termStatistics(x, rows);
      expect(total).toBe(chosen.length);
      for (let term = 0; term < x.columns; term++) {
        expect(counts[term]).toBe(chosen.reduce((sum, row) => sum + row[term], 0));
        expect(documents[term]).toBe(chosen.filter((row) => row[term] !== 0).length);
      }
    });
  });
});

describe("selectTerms", () => {
  it("keeps what a plain reading of the rules keeps, ties included", () => {
    forAll(1000, [countMatrices(10), rules], ({ x, columns }, rules) => {
      const kept = selectTerms(termStatistics(x), rules);
      expect(Array.from(kept)).toEqual(naive(dense(x), columns, rules));
    });
  });

  it("keeps a term that is in exactly the greatest share of the documents, whatever the numbers", () => {
    for (let total = 1; total <= 120; total++) {
      for (let documents = 1; documents <= total; documents++) {
        const statistics = { counts: Float64Array.of(documents), documents: Uint32Array.of(documents), total };
        const kept = selectTerms(statistics, { maxDocumentShare: documents / total });
        expect(kept.length, `${documents} of ${total} documents`).toBe(1);
      }
    }
  });

  const none = { counts: new Float64Array(0), documents: new Uint32Array(0), total: 0 };

  it.each([
    ["minCount", "a number of at least 0", [-1, Number.NaN, Number.POSITIVE_INFINITY]],
    ["minDocuments", "a whole number of at least 0", [-1, 1.5, Number.NaN]],
    ["dropTop", "a whole number of at least 0", [-1, 0.5, Number.POSITIVE_INFINITY]],
    ["maxTerms", "a whole number of at least 1", [0, 2.5, Number.NaN, Number.NEGATIVE_INFINITY]],
    ["maxDocumentShare", "a number above 0 and at most 1", [0, -0.5, 1.01, Number.NaN]],
  ])("refuses a %s that is not %s, also before there are any terms", (rule, required, values) => {
    for (const value of values) {
      const select = () => selectTerms(none, { [rule]: value });
      expect(select).toThrow(new UsageError(`${rule} must be ${required}, not ${value}`));
    }
  });
});
