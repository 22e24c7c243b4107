import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteTable } from "../../src/text/byte-table.js";
import { sortedTerms } from "../../src/text/sorted-terms.js";
import type { TermTable } from "../../src/text/term-table.js";
import { WordTable } from "../../src/text/word-table.js";
import { EXAMPLES, slowRuns } from "../helpers/arbitraries.js";

function tableOf<Table extends TermTable>(table: Table, terms: readonly string[]): Table {
  for (const term of terms) {
    const bytes = Buffer.from(term);
    table.add(bytes, 0, bytes.length);
  }
  return table;
}

describe("sortedTerms", () => {
  const parts = fc.constantFrom("", "a", "b", "\0", "é", "zzzzzzz", "subject:");
  const term = fc.array(parts, { maxLength: 5 }).map((all) => all.join(""));
  // Hundreds of terms that begin alike, and some that differ only in the number of zeros at their end.
  const zeros = Array.from({ length: 250 }, (_, n) => `subject:${"\0".repeat(n)}`);
  // Each begins like all longer ones.
  const nested = Array.from({ length: 100 }, (_, n) => "x".repeat(7 * n));
  const terms = fc.oneof(
    fc.array(term),
    fc.array(term, { minLength: 400, maxLength: 500 }),
    fc.constantFrom(zeros, nested),
  );

  it.each([
    ["a plain table", () => new ByteTable(), { ...EXAMPLES, numRuns: slowRuns(20) }],
    ["the table of a kernel", () => WordTable.create() as WordTable, { ...EXAMPLES, numRuns: slowRuns(20) }],
  ])("orders the terms of %s by their bytes", (_name, newTable, runs) => {
    fc.assert(
      fc.property(terms, (terms) => {
        const { pool, offsets, numbers } = sortedTerms(tableOf(newTable(), terms));
        const sorted = Array.from(numbers, (_, n) => Buffer.from(pool.slice(offsets[n], offsets[n + 1])));
        expect(sorted).toEqual([...new Set(terms)].map((term) => Buffer.from(term)).sort(Buffer.compare));
      }),
      runs,
    );
  });
});
