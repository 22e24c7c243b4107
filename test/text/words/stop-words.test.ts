import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { STOP_WORD_LANGUAGES, stopWords, withoutStopWords } from "../../../src/text/words/stop-words.js";
import { words } from "../../../src/text/words/words.js";
import { lines, tokensOf } from "../tokens.js";

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
        expect(tokensOf(withoutStopWords(lines, list), text)).toEqual(expected);
        expect(tokensOf(withoutStopWords(lines, new Set(list).values()), text)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it("hands on every token if the list is empty", () => {
    expect(tokensOf(withoutStopWords(words(), []), "the cat")).toEqual(["the", "cat"]);
  });
});

describe("stopWords", () => {
  it("leaves the words of content", () => {
    const english = withoutStopWords(words(), stopWords("en"));
    expect(tokensOf(english, "The cat is on the roof of a house")).toEqual(["cat", "roof", "house"]);
    const german = withoutStopWords(words(), stopWords("de"));
    expect(tokensOf(german, "Die Katze ist auf dem Dach und der Hund nicht")).toEqual(["katze", "dach", "hund"]);
  });

  it.each(STOP_WORD_LANGUAGES)("has a list for %s, of lower-cased words, as the tokens are", (language) => {
    const list = stopWords(language);
    expect(list.length).toBeGreaterThan(10);
    expect(list.filter((word) => typeof word !== "string" || word === "")).toEqual([]);
    expect(list.filter((word) => word !== word.toLowerCase())).toEqual([]);
  });

  it.each(["xx", "", "EN", "eng", "__proto__", "constructor", "toString"])(
    "refuses %j and lists the languages",
    (name) => {
      expect(() => stopWords(name)).toThrow(UsageError);
      expect(() => stopWords(name)).toThrow(
        `stop words: there is no list for ${JSON.stringify(name)}; the languages are ${STOP_WORD_LANGUAGES.join(", ")}`,
      );
    },
  );
});
