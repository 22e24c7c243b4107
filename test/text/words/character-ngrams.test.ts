import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characterNgrams, NGRAM_CHARACTERS, rawNgrams, textNgrams } from "../../../src/text/words/character-ngrams.js";
import { EXAMPLES, slowRuns, texts } from "../../helpers/arbitraries.js";
import { lines, rangesIn, rangeUpTo, through, tokensOf, words } from "../tokens.js";

/** As `test/vectors/character-ngrams.json` holds it: see its own account of where the figures come from. */
const { cases } = JSON.parse(
  readFileSync(new URL("../../vectors/character-ngrams.json", import.meta.url), "utf8"),
) as Readonly<{
  cases: readonly Readonly<{ text: string; range: readonly [number, number]; counts: Record<string, number> }>[];
}>;

/** The definition: all sequences of the characters, of each length in turn. */
const sequencesOf = (characters: readonly string[], lengths: readonly number[]) =>
  lengths.flatMap((n) =>
    Array.from({ length: Math.max(0, characters.length + 1 - n) }, (_, i) => `~${characters.slice(i, i + n).join("")}`),
  );

const lengthsOf = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** For one word: scikit-learn's definition, read off its source. A word that is too short gives itself once. */
function naive(word: string, from: number, to: number): string[] {
  const padded = ["|", ...word, "|"];
  const lengths = lengthsOf(from, to).filter((n) => n <= Math.max(from, padded.length));
  return sequencesOf(
    padded,
    lengths.map((n) => Math.min(n, padded.length)),
  );
}

describe("character n-grams", () => {
  it.each(cases)("of $text, $range, are scikit-learn's, as often", ({ text, range: [from, to], counts }) => {
    const found = new Map<string, number>();
    for (const token of tokensOf(through(words({ minLength: 1 }), characterNgrams(from, to)), text)) {
      const term = token.slice(1).replaceAll("|", " ");
      found.set(term, (found.get(term) ?? 0) + 1);
    }
    expect(Object.fromEntries(found)).toEqual(counts);
  });

  it("are those of a plain implementation for every word and range", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "漢", "𝒜"), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), rangeUpTo(16), (list, [from, to]) => {
        expect(tokensOf(through(lines, characterNgrams(from, to)), list.join("\n"))).toEqual(
          list.flatMap((one) => naive(one, from, to)),
        );
      }),
      { seed: 24, numRuns: slowRuns(1000) },
    );
  });
});

const textNgramsOf = (text: string, from: number, to: number) => tokensOf(textNgrams(from, to), text);

/** For a text. */
function naiveOfText(text: string, from: number, to: number): string[] {
  const plain = Buffer.from(text).toString().toLowerCase().replace(/\s+/gu, " ").trim();
  const all = Array.from(plain);
  const lengths = lengthsOf(from, to);
  const nearest = lengths.reduce((best, n) => (Math.abs(n - 4) < Math.abs(best - 4) ? n : best));
  const characters = plain === "" ? [] : [" ", ...all.slice(0, NGRAM_CHARACTERS), " "];
  return sequencesOf(characters, all.length > NGRAM_CHARACTERS ? [nearest] : lengths);
}

describe("textNgrams", () => {
  it("are all runs of characters, of any script, with one space for white space", () => {
    expect(textNgramsOf("To  be", 4, 4)).toEqual(["~ to ", "~to b", "~o be", "~ be "]);
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 6 }), fc.nat(3), (text, from, more) => {
        expect(textNgramsOf(text, from, from + more)).toEqual(naiveOfText(text, from, from + more));
      }),
      EXAMPLES,
    );
  });

  it("are those of one length from the beginning of a long text, and none of an empty one", () => {
    const long = "漢字 ".repeat(NGRAM_CHARACTERS);
    for (const [from, to] of rangesIn("1-5, 1-3, 6-8")) {
      expect(textNgramsOf(long, from, to)).toEqual(naiveOfText(long, from, to));
    }
    expect(["", " \n"].flatMap((text) => textNgramsOf(text, 1, 5))).toEqual([]);
  });
});

describe("a range of n-grams", () => {
  it.each(rangesIn("0-3, 4-3, 3-17, 1.5-3, 3-NaN"))("is refused if it goes from %d to %d characters", (from, to) => {
    const message = `n-grams: ${from}-${to} is not a range of whole numbers from 1 to 16`;
    expect(() => characterNgrams(from, to)).toThrow(`character ${message}`);
    expect(() => textNgrams(from, to)).toThrow(message.replace("n-grams", "n-grams of the text"));
    expect(() => rawNgrams(from, to)).toThrow(`raw ${message}`);
  });
});

describe("the n-grams of raw text", () => {
  it("are all runs of characters, as they stand", () => {
    expect(tokensOf(rawNgrams(4, 4), "To be")).toEqual(["~To b", "~o be"]);
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 6 }), fc.nat(3), (text, from, more) => {
        const expected = sequencesOf([...Buffer.from(text).toString()], lengthsOf(from, from + more));
        expect(tokensOf(rawNgrams(from, from + more), text)).toEqual(expected);
      }),
      EXAMPLES,
    );
  });
});
