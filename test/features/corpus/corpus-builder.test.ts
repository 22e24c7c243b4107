import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CorpusBuilder } from "../../../src/features/corpus/corpus-builder.js";
import { ByteTable } from "../../../src/text/byte-table.js";
import { forAll } from "../../helpers/arbitraries.js";

import { entries } from "../dense.js";

const documents = fc.array(fc.array(fc.constantFrom("a", "b", "b", "c", "sea", "fish"), { maxLength: 8 }), {
  maxLength: 6,
});

function rowsOf(corpus: readonly string[][], memory?: number): CorpusBuilder {
  const rows = new CorpusBuilder(new ByteTable(), undefined, memory);
  for (const tokens of corpus) {
    rows.add({
      tokens(sink) {
        for (const token of tokens) sink(Buffer.from(token), 0, token.length);
      },
    });
  }
  return rows;
}

describe("CorpusBuilder", () => {
  it("appends rows of other threads", () => {
    forAll(100, [documents, documents, documents], (first, second, third) => {
      const rows = rowsOf(first);
      // As a thread sends them.
      for (const part of [second, third]) rows.append(structuredClone(rowsOf(part).finishCounted()));
      const { vocabulary, x } = rows.finishPacked();
      const whole = rowsOf([...first, ...second, ...third]).finishPacked();
      expect([...vocabulary]).toEqual([...whole.vocabulary]);
      expect(entries(x)).toEqual(entries(whole.x));
    });
  });

  it("says how much memory rows need that other threads have read, too", () => {
    const [own, part] = [rowsOf([["a", "b"]], 60), rowsOf([["a", "b", "c"], ["sea"]])];
    expect(() => own.append(part.finishCounted())).toThrow(
      expect.objectContaining({
        need: 72,
        message: expect.stringMatching(/^the documents need about .*, and .* allowed/),
      }),
    );
  });
});
