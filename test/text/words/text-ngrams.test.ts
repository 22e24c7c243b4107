import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NGRAM_CHARACTERS, textNgrams } from "../../../src/text/words/text-ngrams.js";
import { EXAMPLES, texts } from "../../helpers/arbitraries.js";

function ngramsOf(text: string, from: number, to: number): string[] {
  const found: string[] = [];
  textNgrams(from, to)(Buffer.from(text), (bytes, start, end) => {
    found.push(Buffer.from(bytes.subarray(start, end)).toString());
  });
  return found;
}

/** From the definition. */
function naive(text: string, from: number, to: number): string[] {
  const plain = Buffer.from(text).toString().toLowerCase().replace(/\s+/gu, " ").trim();
  if (plain === "") return [];
  const characters = [" ", ...Array.from(plain).slice(0, NGRAM_CHARACTERS), " "];
  const found: string[] = [];
  for (let n = from; n <= to; n++) {
    for (let i = 0; i + n <= characters.length; i++) found.push(`~${characters.slice(i, i + n).join("")}`);
  }
  return found;
}

describe("textNgrams", () => {
  it("are those of the docstring", () => {
    expect(ngramsOf("To  be", 4, 4)).toEqual(["~ to ", "~to b", "~o be", "~ be "]);
  });

  it("are all runs of characters, of any script, with one space for white space", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 6 }), fc.nat(3), (text, from, more) => {
        expect(ngramsOf(text, from, from + more)).toEqual(naive(text, from, from + more));
      }),
      EXAMPLES,
    );
  });

  it("are those of the beginning of a long text, and none of an empty one", () => {
    const long = "漢字 ".repeat(NGRAM_CHARACTERS);
    expect(ngramsOf(long, 1, 5)).toEqual(naive(long, 1, 5));
    expect(ngramsOf("", 1, 5)).toEqual([]);
    expect(ngramsOf(" \n", 1, 5)).toEqual([]);
  });

  it.each([
    [0, 2],
    [3, 2],
    [1, 17],
    [1.5, 2],
  ])("refuses the range %d to %d", (from, to) => {
    expect(() => textNgrams(from, to)).toThrow(`n-grams of the text: ${from}-${to} is not a range`);
  });
});
