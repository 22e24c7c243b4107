import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { MAX_NGRAM, ngrams } from "../../../src/text/words/tokens.js";
import { slowRuns } from "../../helpers/arbitraries.js";
import { lines, rangesIn, rangeUpTo, through, tokensOf, words } from "../tokens.js";

fc.configureGlobal({ seed: 22 });

/** The definition: after each token, the n-grams that end with it, shortest first. */
function naive(tokens: readonly string[], from: number, to: number): string[] {
  return tokens.flatMap((_, last) => {
    const ending: string[] = [];
    for (let n = from; n <= to && n <= last + 1; n++) ending.push(tokens.slice(last + 1 - n, last + 1).join(" "));
    return ending;
  });
}

describe("ngrams", () => {
  it("gives the n-grams of every range, as a plain implementation does", () => {
    const token = fc.oneof(
      fc.constantFrom("a", "b", "é", "𝒜"),
      fc.string({ unit: fc.constantFrom("x", "漢"), minLength: 1 }),
      fc.nat(1000).map((length) => "t".repeat(length + 1)),
    );
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 30 }), rangeUpTo(MAX_NGRAM), (tokens, [from, to]) => {
        expect(tokensOf(through(lines, ngrams(from, to)), tokens.join("\n"))).toEqual(naive(tokens, from, to));
      }),
      { numRuns: slowRuns(1000) },
    );
  });

  it("joins only the first tokens of each text, if there is a limit", () => {
    const first = through(lines, ngrams(1, 2, 2));
    expect(tokensOf(first, "a\nb\nc\nd")).toEqual(["a", "b", "a b", "c", "d"]);
    expect(tokensOf(first, "x\ny\nz")).toEqual(["x", "y", "x y", "z"]);
    expect(tokensOf(through(lines, ngrams(2, 3, 3)), "a\nb\nc\nd")).toEqual(["a b", "b c", "a b c"]);
    expect(tokensOf(through(lines, ngrams(1, 3, 0)), "a\nb")).toEqual(["a", "b"]);
  });

  it("lets no n-gram cross from one document into the next", () => {
    const pairs = through(words(), ngrams(1, 2));
    const documents = ["one two three", "four", "", "five six"];
    const found = documents.map((text) => tokensOf(pairs, text).join());
    expect(found).toEqual(["one,two,one two,three,two three", "four", "", "five,six,five six"]);
    expect(tokensOf(through(words(), ngrams(3, 4)), "one two")).toEqual([]);
  });

  it.each(rangesIn("0-1, -1-2, 2-1, 1-9, 1.5-2, 1-2.5, NaN-2, 1-Infinity"))(
    "refuses %d to %d and says what it found",
    (from, to) => {
      expect(() => ngrams(from, to)).toThrow(UsageError);
      expect(() => ngrams(from, to)).toThrow(
        `ngrams: ${from}-${to} is not a range of whole numbers from 1 to ${MAX_NGRAM}`,
      );
    },
  );
});
