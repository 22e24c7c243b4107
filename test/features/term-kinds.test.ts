import { describe, expect, it } from "vitest";
import { analyzerFor } from "../../src/features/analyzer.js";
import { codesOf, isCode, kindOfCode, sourceOfCode, TERM_KINDS, TERM_SOURCES } from "../../src/features/term-kinds.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { DEFAULT_SETTINGS, settingsFrom } from "../../src/model/settings.js";
import { STEMMER_NAMES } from "../../src/text/words/stemming.js";
import type { TermSettings } from "../../src/text/words/term-settings.js";
import { termsOf } from "../../src/text/words/terms.js";
import { tokensOf } from "../text/tokens.js";

describe("codesOf", () => {
  it.each([
    ["word", "words", "texts"],
    ["a@b.example", "words", "texts"],
    ["two words", "ngrams", "texts"],
    ["~ing", "characters", "texts"],
    ["~|a|", "characters", "texts"],
    ["subject:word", "fields", "header"],
    ["x-links:two words", "fields", "header"],
    ["link:a.example", "fields", "made"],
    ["received:two words", "fields", "made"],
    ["fact:html deep", "fields", "made"],
  ])("takes %j for one of the %s, from the %s of a message", (term, kind, source) => {
    const [code] = codesOf(Vocabulary.of([term]));
    expect([TERM_KINDS[kindOfCode(code)], TERM_SOURCES[sourceOfCode(code)]]).toEqual([kind, source]);
    expect([isCode(code), isCode(5)]).toEqual([true, false]);
  });

  it("gives the kind of each term in the order of the vocabulary, and does not read into the next term", () => {
    const vocabulary = Vocabulary.of(["subject:a", "b c", "b", "~b", "9", ":x"]);
    expect([...vocabulary]).toEqual(["9", ":x", "b", "b c", "subject:a", "~b"]);
    const kinds = Array.from(codesOf(vocabulary), (index) => TERM_KINDS[index]);
    expect(kinds).toEqual(["words", "fields", "words", "ngrams", "fields", "characters"]);
  });

  it.each<[string, Partial<TermSettings>]>([
    ["words", { tokens: "inner" }],
    ["ngrams", { ngrams: [2, 3] }],
    ["characters", { tokens: "none", charNgrams: [1, 8] }],
  ])("tells that a text was read for its %s", (kind, settings) => {
    const tokenizer = termsOf({ ...DEFAULT_SETTINGS, ...settings });
    const terms = tokensOf(tokenizer, "Don't re-use ~ing +1 of a_b@c.example: 3.14");
    expect(terms.length).toBeGreaterThan(3);
    const kinds = codesOf(Vocabulary.of([...new Set(terms)]));
    expect(new Set(Array.from(kinds, (index) => TERM_KINDS[index]))).toEqual(new Set([kind]));
  });
});

describe("other terms", () => {
  it("are recognized by spaces, other kinds by marks and joints that no word or stem has", () => {
    const words = ["running", "it's", "Grüße", "l'été", "ΣΊΣΥΦΟΣ", "пожалуйста", "漢字", "a_b", "niños", "şey", "x1"];
    for (const stem of STEMMER_NAMES) {
      const { tokenizer } = analyzerFor(settingsFrom({ stem, tokenLength: [1, 1000] }));
      for (const token of words.flatMap((word) => tokensOf(tokenizer, word))) expect(token).not.toMatch(/[ ~+.@'-]/);
    }
  });
});
