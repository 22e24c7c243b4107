import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { STOP_WORD_LANGUAGES, stopWords, withoutStopWords } from "../../../src/text/words/stop-words.js";
import { inSegments } from "../../../src/text/words/unspaced.js";
import { innerWords, lines, through, tokensOf, uncutWords, words } from "../tokens.js";

fc.configureGlobal({ seed: 23 });

describe("withoutStopWords", () => {
  it("leaves out what a filter would leave out", () => {
    const token = fc.oneof(
      fc.constantFrom("the", "The", "th", "then", "__proto__", "constructor", "é", "e\u0301", ""),
      fc.string({ unit: fc.constantFrom("a", "b", "漢") }),
    );
    fc.assert(
      fc.property(fc.array(token, { minLength: 1 }), fc.array(token), (tokens, list) => {
        const text = tokens.join("\n");
        const expected = text === "" ? [] : tokens.filter((word) => !list.includes(word));
        expect(tokensOf(through(lines, withoutStopWords(list)), text)).toEqual(expected);
        expect(tokensOf(through(lines, withoutStopWords(new Set(list).values())), text)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("stopWords", () => {
  it("leaves the words of content", () => {
    const english = through(words(), withoutStopWords(stopWords("en")));
    expect(tokensOf(english, "The cat is on the roof of a house")).toEqual(["cat", "roof", "house"]);
    const german = through(words(), withoutStopWords(stopWords("de")));
    expect(tokensOf(german, "Die Katze ist auf dem Dach und der Hund nicht")).toEqual(["katze", "dach", "hund"]);
  });

  it.each(STOP_WORD_LANGUAGES)("has a list for %s, of lower-cased words, as the tokens are", (language) => {
    const list = stopWords(language);
    expect(list.length).toBeGreaterThan(10);
    expect(list.filter((word) => typeof word !== "string" || word === "")).toEqual([]);
    expect(list.filter((word) => word !== word.toLowerCase())).toEqual([]);
  });

  it.each(["bn", "gu", "hi", "mr"])("has a list for %s whose words are tokens, with their vowel signs", (language) => {
    const whole = stopWords(language).filter((word) => tokensOf(words({ minLength: 1 }), word).join() === word);
    expect(whole.length).toBeGreaterThan(0.98 * stopWords(language).length);
  });

  it("are left out of the words that a dictionary finds", () => {
    const chinese = through(uncutWords(), inSegments, withoutStopWords(stopWords("zh")));
    expect(tokensOf(chinese, "我们和他们")).not.toContain("和");
    const thai = through(uncutWords(), inSegments, withoutStopWords(stopWords("th")));
    expect(tokensOf(thai, "แมวและสุนัข")).toEqual(["แมว", "สุนัข"]);
  });

  it.each([
    ["en", "We’ve said you don't, they're sure I'll go, it isn't so; she'd won't couldnʼt I'm", "sure go so"],
    ["fr", "C'est l’eau, qu'il d'accord jusqu'ici lorsqu'elle quelqu'un", "eau accord"],
    ["it", "Dell'arte quest'anno un'altra c'è", "arte anno altra"],
    ["ca", "L'home d'una casa", "home casa"],
  ])("have what contractions leave, in %s", (language, text, left) => {
    const list = stopWords(language);
    for (const minLength of [1, 2]) {
      expect(tokensOf(through(words({ minLength }), withoutStopWords(list)), text).join(" ")).toBe(left);
    }
    const wholes = innerWords({ minLength: 1 }, withoutStopWords(list));
    const others = tokensOf(wholes, text).filter((token) => token.includes("'"));
    expect(others.filter((whole) => !left.split(" ").some((word) => whole.endsWith(`'${word}`)))).toEqual([]);
  });

  it("are by the rules before as they were then", () => {
    const tokens = tokensOf(through(words({ rules: 2 }), withoutStopWords(stopWords("en", 2), 2)), "I don't, itʼs");
    expect(tokens).toEqual(["don", "itʼs"]);
  });

  it.each(["xx", "", "EN", "eng", "__proto__", "constructor"])("refuses %j and lists the languages", (name) => {
    const languages = STOP_WORD_LANGUAGES.join(", ");
    const message = `stop words: there is no list for ${JSON.stringify(name)}; the languages are ${languages}`;
    expect(() => stopWords(name)).toThrow(new UsageError(message));
  });
});
