import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteTable, type TermTable } from "../../src/text/byte-table.js";
import { compareBytes, sortedTerms } from "../../src/text/sorted-terms.js";
import { WordTable } from "../../src/text/word-table.js";
import { EXAMPLES, slowRuns } from "../helpers/arbitraries.js";

function filled<T extends TermTable>(table: T, terms: readonly string[]): T {
  for (const term of terms) {
    const bytes = Buffer.from(term);
    table.add(bytes, 0, bytes.length);
  }
  return table;
}

/** What both ways give; throws where there is no WebAssembly. */
function bothWays(terms: readonly string[]) {
  const table = WordTable.create();
  if (table === undefined) throw new Error("no WebAssembly");
  return { kernel: filled(table, terms).sorted(), plain: sortedTerms(filled(new ByteTable(), terms)) };
}

describe("sortedTerms", () => {
  const parts = fc.constantFrom("", "a", "b", "\0", "é", "zzzzzzz", "subject:");
  const terms = fc.array(fc.array(parts, { maxLength: 5 }).map((all) => all.join("")));

  it("orders the terms of a table by their bytes", () => {
    fc.assert(
      fc.property(terms, (terms) => {
        const { pool, offsets, numbers } = sortedTerms(filled(new ByteTable(), terms));
        const sorted = Array.from(numbers, (_, n) => Buffer.from(pool.slice(offsets[n], offsets[n + 1])));
        expect(sorted).toEqual([...new Set(terms)].map((term) => Buffer.from(term)).sort(Buffer.compare));
      }),
      EXAMPLES,
    );
  });

  it("is the same by WebAssembly", () => {
    fc.assert(
      fc.property(terms, (terms) => {
        const { kernel, plain } = bothWays(terms);
        expect(kernel).toEqual(plain);
      }),
      { ...EXAMPLES, numRuns: slowRuns(100) },
    );
  });

  it("is the same where many terms have the same first eight bytes", () => {
    const terms = Array.from({ length: 2000 }, (_, i) => `${"same-beginning".slice(0, i % 15)}${(i * 7919) % 2003}`);
    const { kernel, plain } = bothWays([...terms, "", "z"]);
    expect(kernel).toEqual(plain);
  });
});

describe("compareBytes", () => {
  it("orders as Buffer.compare does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5, max: 3 }), fc.uint8Array({ maxLength: 5, max: 3 }), (a, b) => {
        const order = compareBytes(Uint8Array.of(9, ...a, 9), 1, a.length + 1, b, 0, b.length);
        expect(Math.sign(order)).toBe(Buffer.compare(a, b));
      }),
      { numRuns: 500 },
    );
  });
});
