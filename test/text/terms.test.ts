import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { type TermSettings, termsOf } from "../../src/text/terms.js";
import { tokensOf } from "./tokens.js";

/** The terms of a text in their order. */
function tokens(text: string, settings: Partial<TermSettings> = {}): string[] {
  return tokensOf(termsOf({ ...DEFAULT_SETTINGS, ...settings }), text);
}

describe("the terms of a text", () => {
  it("have what inner punctuation joins beside the words, if that is asked for, out of stems and n-grams", () => {
    const settings = { tokens: "inner", stopWords: "en", stem: "porter", ngrams: [1, 2] } as const;
    expect(tokens("the over-running of horses' e-mails", settings)).toEqual([
      "run",
      "over-running",
      "hors",
      "run hors",
      "mail",
      "hors mail",
      "e-mails",
    ]);
  });

  it("have the characters of words beside the words, as they are before stop words are left out and stems made", () => {
    const settings = { charNgrams: [4, 4], stopWords: "en", stem: "porter" } as const;
    expect(tokens("the cats", settings)).toEqual(["~|the", "~the|", "cat", "~|cat", "~cats", "~ats|"]);
  });

  it("have sparse pairs of what stop words and stems leave, beside the n-grams", () => {
    const settings = { sparseBigrams: 3, stopWords: "en", stem: "porter", ngrams: [1, 2] } as const;
    expect(tokens("the cats of dogs", settings)).toEqual(["cat", "dog", "cat dog", "cat +1 dog"]);
  });

  it("are of characters or of pairs alone, if words are not asked for", () => {
    expect(tokens("the cat", { tokens: "none", charNgrams: [4, 4] })).toEqual(["~|the", "~the|", "~|cat", "~cat|"]);
    expect(tokens("the cat", { tokens: "none", sparseBigrams: 2, stem: "porter" })).toEqual(["the +1 cat"]);
  });

  it("are made of half of the words, and have half of what punctuation joins, if half is asked for", () => {
    const text = "one two three four five";
    expect(tokens(text, { takeHalf: true })).toEqual(["one", "three", "five"]);
    expect(tokens(text, { takeHalf: true, ngrams: [2, 2] })).toEqual(["one three", "three five"]);
    expect(tokens("the dog and the cat", { takeHalf: true, stopWords: "en" })).toEqual(["cat"]);
    expect(tokens("a1.b1 c1.d1", { takeHalf: true, tokens: "inner" })).toEqual(["a1", "a1.b1", "c1"]);
  });

  it("are never such that two kinds could have made them", () => {
    const text = "the a-b running ~ing 1 +1 2 .net don't |a| over_the+1top e-mail";
    const kinds: Partial<TermSettings>[] = [
      { tokens: "words", ngrams: [1, 3] },
      { tokens: "none", charNgrams: [1, 8] },
      { tokens: "none", sparseBigrams: 10 },
    ];
    const made = kinds.map((kind) => new Set(tokens(text, { ...kind, tokenLength: [1, 256] })));
    const wholes = new Set(tokens(text, { tokens: "inner", tokenLength: [1, 256] }));
    for (const word of tokens(text, { tokenLength: [1, 256] })) wholes.delete(word);
    const sets = [...made, wholes];
    expect(sets.every((set) => set.size > 0)).toBe(true);
    expect(new Set(sets.flatMap((set) => [...set])).size).toBe(sets.reduce((sum, set) => sum + set.size, 0));
  });

  it.each<[string, Partial<TermSettings>, RegExp]>([
    ["kind of token", { tokens: "lines" as "words" }, /^tokens: required one of words, inner, none, got "lines"$/],
    [
      "choice of no terms",
      { tokens: "none" },
      /^tokens: required words or inner, or charNgrams or .*, got "none" alone$/,
    ],
    [
      "n-gram of no words",
      { tokens: "none", sparseBigrams: 5, ngrams: [1, 2] },
      /^ngrams: required tokens to make them of, words or inner, got 1-2 of "none"$/,
    ],
    [
      "list of stop words for characters",
      { tokens: "none", charNgrams: [3, 5], stopWords: "en" },
      /^stopWords: required terms of whole words, got "en" with characters alone$/,
    ],
    [
      "stemmer for characters",
      { tokens: "none", charNgrams: [3, 5], stem: "porter" },
      /^stem: required terms of whole words, got "porter" with characters alone$/,
    ],
    ["half", { takeHalf: 1 as unknown as boolean }, /^takeHalf: required true or false, got 1$/],
    [
      "pair of numbers",
      { charNgrams: [3] as unknown as [number, number] },
      /^charNgrams: required two numbers, \[from, to\], got \[3\]$/,
    ],
    ["number of characters", { charNgrams: [3, 99] }, /^character n-grams: required .*, got 3-99$/],
    ["window", { sparseBigrams: 1 }, /^sparse bigrams: required a window of 2 to 10 tokens, got 1$/],
  ])("are refused with a wrong %s by a UsageError that says what is required", (_, settings, message) => {
    const make = () => termsOf({ ...DEFAULT_SETTINGS, ...settings });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(message);
  });
});
