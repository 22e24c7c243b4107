import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { DEFAULT_SETTINGS } from "../../../src/model/settings.js";
import type { TermSettings } from "../../../src/text/words/term-settings.js";
import { termsOf } from "../../../src/text/words/terms.js";
import { tokensOf } from "../tokens.js";

/** The terms of a text in their order. */
function tokens(text: string, settings: Partial<TermSettings> = {}): string[] {
  return tokensOf(termsOf({ ...DEFAULT_SETTINGS, ...settings }), text);
}

describe("the terms of a text", () => {
  it("have what inner punctuation joins beside the words, if that is asked for, out of stems and n-grams", () => {
    const settings = { tokens: "inner", stopWords: "en", stem: "porter", ngrams: [1, 2] } as const;
    const terms = tokens("the over-running of horses' e-mails", settings);
    expect(terms.join()).toBe("run,over-running,hors,run hors,mail,hors mail,e-mails");
  });

  it("have the characters of words beside the words, as they are before stop words are left out and stems made", () => {
    const settings = { charNgrams: [4, 4], stopWords: "en", stem: "porter" } as const;
    expect(tokens("the cats", settings)).toEqual(["~|the", "~the|", "cat", "~|cat", "~cats", "~ats|"]);
    expect(tokens("the cat", { tokens: "none", charNgrams: [4, 4] })).toEqual(["~|the", "~the|", "~|cat", "~cat|"]);
    expect(tokens("送餐快", { tokens: "none", charNgrams: [2, 2] })).toEqual(["~|送", "~送餐", "~餐快", "~快|"]);
  });

  it("are made of half of the words, and have half of what punctuation joins, if half is asked for", () => {
    const text = "one two three four five";
    expect(tokens(text, { takeHalf: true })).toEqual(["one", "three", "five"]);
    expect(tokens(text, { takeHalf: true, ngrams: [2, 2] })).toEqual(["one three", "three five"]);
    expect(tokens("the dog and the cat", { takeHalf: true, stopWords: "en" })).toEqual(["cat"]);
    expect(tokens("a1.b1 c1.d1", { takeHalf: true, tokens: "inner" })).toEqual(["a1", "a1.b1", "c1"]);
    expect(tokens("送餐很快", { takeHalf: true })).toEqual(["送餐", "很快"]);
  });

  it("are pairs of Chinese characters, syllables of Thai and pairs of them, whatever the limits of length", () => {
    expect(tokens("我爱iPhone手机, 好")).toEqual(["我爱", "iphone", "手机", "好"]);
    expect(tokens("我爱a手机", { tokenLength: [5, 9] })).toEqual(["我爱", "手机"]);
    expect(tokens("送餐很快 ok", { ngrams: [1, 2] }).join()).toBe("送餐,餐很,送餐 餐很,很快,餐很 很快,ok,很快 ok");
    expect(tokens("มาแล้ว")).toEqual(["มา", "แล้", "ว", "มาแล้", "แล้ว"]);
  });

  it("are the words of a dictionary, if that is asked for", () => {
    expect(tokens("我喜欢手机 a I'm 한국어를", { segment: true })).toEqual(["我", "喜欢", "手机", "한국어를"]);
    expect(tokens("我喜欢手机", { segment: true, stopWords: "zh" })).toEqual(["喜欢", "手机"]);
    expect(tokens("ภาษาไทย plain हिन्दी", { segment: true })).toEqual(["ภาษา", "ไทย", "plain", "हिन्दी"]);
  });

  it("are never such that two kinds could have made them", () => {
    const text = "the a-b running ~ing 1 +1 2 .net don't |a| over_the+1top e-mail";
    const kinds: Partial<TermSettings>[] = [
      { tokens: "words", ngrams: [1, 3] },
      { tokens: "none", charNgrams: [1, 8] },
    ];
    const made = kinds.map((kind) => new Set(tokens(text, { ...kind, tokenLength: [1, 256] })));
    const wholes = new Set(tokens(text, { tokens: "inner", tokenLength: [1, 256] }));
    for (const word of tokens(text, { tokenLength: [1, 256] })) wholes.delete(word);
    const sets = [...made, wholes];
    expect(sets.every((set) => set.size > 0)).toBe(true);
    expect(new Set(sets.flatMap((set) => [...set])).size).toBe(sets.reduce((sum, set) => sum + set.size, 0));
  });

  const characters = { tokens: "none", charNgrams: [3, 5] } as const;
  it.each<[string, object]>([
    ['tokens: there is no kind "lines"; use words, inner, none', { tokens: "lines" }],
    ['tokens: "none" leaves no terms at all: choose words or inner, or add charNgrams', { tokens: "none" }],
    ['ngrams: 1-2 has no effect with tokens "none": choose words or inner', { ...characters, ngrams: [1, 2] }],
    ['stopWords: "en" has no effect with tokens "none": choose words or inner', { ...characters, stopWords: "en" }],
    ['stem: "porter" has no effect with tokens "none": choose words or inner', { ...characters, stem: "porter" }],
    ['segment: true has no effect with tokens "none": choose words or inner', { ...characters, segment: true }],
    ["segment: it has no effect beside a tokenizer of your own: leave out one", { tokenizer: "own", segment: true }],
    ["stopWords: Japanese is cut into pairs of characters or syllables, not into words", { stopWords: "ja" }],
    ["segment: 1 is neither true nor false", { segment: 1 }],
    ["wordRules: 4 is not 2 or 3: update Thresher", { wordRules: 4 }],
    ["takeHalf: 1 is neither true nor false", { takeHalf: 1 }],
    ["charNgrams: [3] is not a pair of numbers [from, to]", { charNgrams: [3] }],
    ["character n-grams: 3-99 is not a range of whole numbers from 1 to 16", { charNgrams: [3, 99] }],
  ])("are refused with the error %s", (message, settings) => {
    const make = () => termsOf({ ...DEFAULT_SETTINGS, ...settings });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(message);
  });
});

describe("n-grams of short texts alone", () => {
  const limited = { ngrams: [1, 2], ngramBytes: 7 } as const;

  it("are made of texts up to a number of bytes", () => {
    expect(tokens("one two", limited)).toEqual(["one", "two", "one two"]);
    expect(tokens("one two ", limited)).toEqual(["one", "two"]);
    expect(tokens("één twé", limited)).toEqual(["één", "twé"]);
  });

  it("refuse a limit below 1, and a range without single words", () => {
    expect(() => tokens("", { ...limited, ngramBytes: 0 })).toThrow(UsageError);
    expect(() => tokens("", { ...limited, ngrams: [2, 2] })).toThrow(/long texts would have no terms/);
  });
});
