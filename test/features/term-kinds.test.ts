import { describe, expect, it } from "vitest";
import { kindsOf, TERM_KINDS } from "../../src/features/term-kinds.js";
import { Vocabulary } from "../../src/features/vocabulary.js";

describe("kindsOf", () => {
  it.each([
    ["word", "words"],
    ["e-mail", "words"],
    ["a@b.example", "words"],
    ["über", "words"],
    ["two words", "ngrams"],
    ["three more words", "ngrams"],
    ["one +1 other", "sparse-bigrams"],
    ["~ing", "characters"],
    ["~|a|", "characters"],
    ["subject:word", "fields"],
    ["subject:two words", "fields"],
  ])("takes %j for one of the %s", (term, kind) => {
    expect(Array.from(kindsOf(Vocabulary.of([term])), (index) => TERM_KINDS[index])).toEqual([kind]);
  });

  it("tells each term of a vocabulary, in its order", () => {
    const vocabulary = Vocabulary.of(["subject:a", "b c", "b", "~b"]);
    expect([...vocabulary]).toEqual(["b", "b c", "subject:a", "~b"]);
    expect(Array.from(kindsOf(vocabulary), (index) => TERM_KINDS[index])).toEqual([
      "words",
      "ngrams",
      "fields",
      "characters",
    ]);
  });
});
