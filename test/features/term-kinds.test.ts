import { describe, expect, it } from "vitest";
import { kindsOf, TERM_KINDS } from "../../src/features/term-kinds.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { type TermSettings, termsOf } from "../../src/text/terms.js";
import { tokensOf } from "../text/tokens.js";

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

  it("looks at no byte of the term that comes next", () => {
    const kinds = kindsOf(Vocabulary.of(["9", ":x"]));
    expect(Array.from(kinds, (index) => TERM_KINDS[index])).toEqual(["words", "fields"]);
  });

  it.each<[string, Partial<TermSettings>]>([
    ["words", { tokens: "inner" }],
    ["ngrams", { ngrams: [2, 3] }],
    ["sparse-bigrams", { tokens: "none", sparseBigrams: 5 }],
    ["characters", { tokens: "none", charNgrams: [1, 8] }],
  ])("tells that a text was read for its %s", (kind, settings) => {
    const terms = tokensOf(
      termsOf({ ...DEFAULT_SETTINGS, ...settings }),
      "Don't re-use ~ing +1 of a_b@c.example: 3.14",
    );
    expect(terms.length).toBeGreaterThan(3);
    const kinds = kindsOf(Vocabulary.of([...new Set(terms)]));
    expect(new Set(Array.from(kinds, (index) => TERM_KINDS[index]))).toEqual(new Set([kind]));
  });
});
