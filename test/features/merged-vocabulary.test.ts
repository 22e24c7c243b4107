import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergedVocabulary } from "../../src/features/merged-vocabulary.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { ByteTable } from "../../src/text/byte-table.js";

const words = fc.array(
  fc.oneof(fc.constantFrom("a", "ab", "b", "ba", "é", "漢", "", "z"), fc.string({ maxLength: 3 })),
  { maxLength: 12 },
);

describe("mergedVocabulary", () => {
  it("has the terms that stay and those that came, and says where each comes from", () => {
    fc.assert(
      fc.property(words, words, fc.func(fc.boolean()), (before, more, leaves) => {
        const old = Vocabulary.of(before);
        const added = [...new Set(more)].filter((term) => old.numberOf(term) < 0);
        const table = new ByteTable();
        for (const term of added.map((text) => Buffer.from(text))) table.add(term, 0, term.length);
        const all = [...old, ...added];
        const gone = [...all.keys()].filter((n) => leaves(all[n]));
        const { vocabulary, sources } = mergedVocabulary(
          old,
          gone.filter((n) => n < old.size),
          table,
          (id) => !gone.includes(old.size + id),
        );
        expect([...vocabulary]).toEqual([...Vocabulary.of(all.filter((_, n) => !gone.includes(n)))]);
        expect(Array.from(sources, (source) => all[source])).toEqual([...vocabulary]);
      }),
      { numRuns: 300 },
    );
  });
});
