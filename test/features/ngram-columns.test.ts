import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzerFor } from "../../src/analyzer.js";
import { readCorpus } from "../../src/dataset.js";
import { UsageError } from "../../src/errors.js";
import { ngramColumns } from "../../src/features/ngram-columns.js";
import { selectColumns } from "../../src/features/sparse-matrix.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { settingsFrom } from "../../src/settings.js";
import { STEMMER_NAMES } from "../../src/text/stemming.js";
import { corpora, EXAMPLES } from "../helpers/arbitraries.js";
import { tokensOf } from "../text/tokens.js";
import { entries } from "./dense.js";

const ranges = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }));

describe("the columns of a range of n-grams", () => {
  it("are what reading with that range gives, entry by entry, with stop words, stems and other kinds of terms too", () => {
    const text = fc.record({
      stopWords: fc.constantFrom("en", undefined),
      stem: fc.constantFrom("porter", "lancaster", "fr", undefined),
      tokenLength: fc.constantFrom([1, 1000] as const, [2, 256] as const),
      tokens: fc.constantFrom("words" as const, "inner" as const),
      charNgrams: fc.constantFrom([1, 3] as const, undefined),
      sparseBigrams: fc.constantFrom(3, undefined),
      takeHalf: fc.boolean(),
    });
    fc.assert(
      fc.property(corpora, ranges, ranges, text, (documents, [a, b], [c, d], choices) => {
        const [from, , , to] = [a, b, c, d].sort();
        const [low, high] = [a, b].sort();
        const read = (ngrams: readonly [number, number]) => readCorpus(documents, settingsFrom({ ...choices, ngrams }));
        const wide = read([from, to]);
        const narrow = read([low, high]);
        const { kept, map } = ngramColumns(wide.vocabulary, low, high);
        expect([...wide.vocabulary.subset(kept)]).toEqual([...narrow.vocabulary]);
        expect(entries(selectColumns(wide.x, map))).toEqual(entries(narrow.x));
      }),
      EXAMPLES,
    );
  });

  it("are told by their spaces, and others by marks and joints, which no word and no stem has", () => {
    const words = ["running", "it's", "Grüße", "l'été", "ΣΊΣΥΦΟΣ", "пожалуйста", "漢字", "a_b", "niños", "şey", "x1"];
    for (const stem of STEMMER_NAMES) {
      const { tokenizer } = analyzerFor(settingsFrom({ stem, tokenLength: [1, 1000] }));
      for (const token of words.flatMap((word) => tokensOf(tokenizer, word))) expect(token).not.toMatch(/[ ~+.@'-]/);
    }
  });

  it("have what inner punctuation keeps together among them, but not n-grams of words that have some", () => {
    const vocabulary = Vocabulary.of(["a", "a-b", "a-b c", "a b", "~a", "~| b", "a +1 b"]);
    const kept = (from: number, to: number) => [...vocabulary.subset(ngramColumns(vocabulary, from, to).kept)];
    expect(kept(1, 1)).toEqual(["a", "a +1 b", "a-b", "~a", "~| b"]);
    expect(kept(2, 2)).toEqual(["a +1 b", "a b", "a-b", "a-b c", "~a", "~| b"]);
  });

  it("take the empty word for one word", () => {
    const vocabulary = Vocabulary.of(["", " ", "a", "a b", "a  b"]);
    const kept = (from: number, to: number) => [...vocabulary.subset(ngramColumns(vocabulary, from, to).kept)];
    expect([kept(1, 1), kept(2, 2), kept(3, 3), kept(1, 2)]).toEqual([
      ["", "a"],
      [" ", "a b"],
      ["a  b"],
      ["", " ", "a", "a b"],
    ]);
  });

  it("are none of a range that there is not", () => {
    expect(() => ngramColumns(Vocabulary.of(["a"]), 2, 1)).toThrow(UsageError);
    expect(() => ngramColumns(Vocabulary.of(["a"]), 2, 1)).toThrow("ngrams: required 1 <= from <= to <= 8, got 2-1");
  });
});
