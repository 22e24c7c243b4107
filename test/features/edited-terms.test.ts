import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesNothing, editedVocabulary, newNumbers, placesIn, termEdits } from "../../src/features/edited-terms.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { forAll } from "../helpers/arbitraries.js";

const words = fc.array(
  fc.oneof(fc.constantFrom("a", "ab", "b", "ba", "é", "漢", "", "z"), fc.string({ maxLength: 3 })),
  {
    maxLength: 12,
  },
);

describe("editing terms", () => {
  it("gives the vocabulary of what is left and what came, and the number of each term in it", () => {
    forAll(300, [words, words, fc.func(fc.boolean())], (before, more, goes) => {
      const [old, own] = [Vocabulary.of(before), Vocabulary.of(more)];
      const oldTerms = [...old];
      const removed = [...oldTerms.keys()].filter((n) => goes(oldTerms[n]) && own.numberOf(oldTerms[n]) < 0);
      const inserted = Array.from(placesIn(old, own), (place, n) => ({ own: n, place })).filter(
        ({ own: n }) => old.numberOf(own.term(n)) < 0,
      );
      const edits = termEdits(old.size, removed, inserted);
      const edited = editedVocabulary(old, own, edits);
      const expected = Vocabulary.of([...oldTerms.filter((_, n) => !removed.includes(n)), ...own]);
      expect([...edited]).toEqual([...expected]);
      expect(edits.size).toBe(expected.size);
      expect(changesNothing(edits, old.size)).toBe([...expected].join("\0") === oldTerms.join("\0"));
      const { to } = newNumbers(edits, old.size);
      for (const [n, term] of oldTerms.entries()) expect(to[n]).toBe(expected.numberOf(term));
      for (const { own: n, to } of edits.inserted) expect(expected.numberOf(own.term(n))).toBe(to);
    });
  });
});
