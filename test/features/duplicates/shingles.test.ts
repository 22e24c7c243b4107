import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainWords, shingles } from "../../../src/features/duplicates/shingles.js";
import { forAll, texts } from "../../helpers/arbitraries.js";
import { wordsOf } from "../../text/definition.js";
import { utf8 } from "../../text/tokens.js";

const plain = (text: string) => Buffer.from(plainWords(Buffer.from(text))).toString();
const shinglesOf = (text: string) => shingles(plainWords(Buffer.from(text)));

describe("plainWords", () => {
  it("leaves words in lower case with a space between, and nothing else", () => {
    expect(plain("  Grüße,\r\n\tdear  A.N. Other!  ")).toBe("grüße dear a n other");
    // In lower case, these words are longer.
    expect(plain("ȺȺȺ ȺȺȺȺ")).toBe("ⱥⱥⱥ ⱥⱥⱥⱥ");
    forAll(100, [texts], (text) => {
      expect(plain(text)).toBe(wordsOf(utf8(text), 1, 1000).join(" "));
    });
  });
});

describe("shingles", () => {
  it("are empty for fewer than five words, and one for five", () => {
    const texts = ["", "one two three four", "one two three four five"];
    expect(texts.map((text) => shinglesOf(text).length)).toEqual([0, 0, 1]);
  });

  it("are the same numbers on every machine", () => {
    expect(shinglesOf("The quick brown fox jumps over the lazy dog").join(" ")).toBe(
      "2443515860526220 2635024030820995 2881525567416079 3603155222243662 5175782019760146",
    );
  });

  it("differ for parts of words and for another order", () => {
    const numbers = ["ab c d e f", "a bc d e f", "f e d c ab", "ab c d f e", "b ac d e f"].flatMap((text) =>
      Array.from(shinglesOf(text)),
    );
    expect(new Set(numbers).size).toBe(5);
  });

  it("are as many as there are different runs of five words: whole, ascending, below 2^53", () => {
    forAll(100, [fc.array(fc.constantFrom("a", "é"), { maxLength: 80 })], (words) => {
      const runs = words.slice(4).map((_, i) => words.slice(i, i + 5).join(" "));
      const found = Array.from(shinglesOf(words.join(" ")));
      expect(found).toHaveLength(new Set(runs).size);
      for (const [i, number] of found.entries()) {
        expect(Number.isSafeInteger(number) && number >= 0 && (i === 0 || number > found[i - 1])).toBe(true);
      }
    });
  });
});
