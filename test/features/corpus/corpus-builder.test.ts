import { describe, expect, it } from "vitest";
import { CorpusBuilder } from "../../../src/features/corpus/corpus-builder.js";
import { ByteTable } from "../../../src/text/byte-table.js";

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
