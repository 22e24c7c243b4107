import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SpillingRows } from "../../../src/features/corpus/spilling-rows.js";
import { ByteTable } from "../../../src/text/byte-table.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { entries } from "../dense.js";

const documents = fc.array(fc.array(fc.constantFrom("a", "b", "b", "c", "sea", "fish"), { maxLength: 8 }), {
  maxLength: 6,
});
const memory = fc.constantFrom(0, 40, 100, Number.POSITIVE_INFINITY);

function rowsOf(corpus: readonly string[][], limit: number): SpillingRows {
  const rows = new SpillingRows(new ByteTable(), limit);
  for (const tokens of corpus) {
    rows.add({
      tokens(sink) {
        for (const token of tokens) sink(Buffer.from(token), 0, token.length);
      },
    });
  }
  return rows;
}

describe("SpillingRows", () => {
  it("appends rows of other threads, wherever they are, in any order of runs", () => {
    fc.assert(
      fc.property(documents, documents, documents, memory, memory, memory, (first, second, third, m1, m2, m3) => {
        const rows = rowsOf(first, m1);
        const parts = [rowsOf(second, m2), rowsOf(third, m3)].map((part) => {
          // As a thread sends them.
          return rows.appender(structuredClone(part.finishCounted()));
        });
        const cut = Math.floor(second.length / 2);
        parts[0](0, cut);
        parts[1](0, third.length);
        parts[0](cut, second.length);
        const { vocabulary, x } = rows.finish();
        const ordered = [...first, ...second.slice(0, cut), ...third, ...second.slice(cut)];
        const whole = rowsOf(ordered, Number.POSITIVE_INFINITY).finish();
        expect([...vocabulary]).toEqual([...whole.vocabulary]);
        expect(entries(x)).toEqual(entries(whole.x));
        rows.close();
      }),
      EXAMPLES,
    );
  });
});
