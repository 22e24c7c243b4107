import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.js";
import { sparseBigrams } from "../../src/text/sparse-bigrams.js";
import { words } from "../../src/text/words.js";
import { lines, tokensOf } from "./tokens.js";

/** The definition: each token with every one before it in the window, the nearest first. */
function naive(tokens: readonly string[], window: number): string[] {
  return tokens.flatMap((token, last) => {
    const pairs: string[] = [];
    for (let d = 1; d < window && d <= last; d++) pairs.push(`${tokens[last - d]} +${d} ${token}`);
    return pairs;
  });
}

describe("sparse bigrams", () => {
  it("are four a token in the window of the paper, which is five tokens wide", () => {
    const pairs = tokensOf(sparseBigrams(words()), "do you feel lucky today");
    expect(pairs.slice(-4)).toEqual(["lucky +1 today", "feel +2 today", "you +3 today", "do +4 today"]);
    expect(pairs).toHaveLength(4 + 3 + 2 + 1);
  });

  it("are those of a plain implementation for every window", () => {
    const token = fc.oneof(
      fc.constantFrom("a", "b", "é"),
      fc.string({ unit: fc.constantFrom("x", "漢"), minLength: 1 }),
    );
    fc.assert(
      fc.property(
        fc.array(token, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 2, max: 10 }),
        (tokens, window) => {
          expect(tokensOf(sparseBigrams(lines, window), tokens.join("\n"))).toEqual(naive(tokens, window));
        },
      ),
      { seed: 25, numRuns: 1000 },
    );
  });

  it("are right for tokens of all lengths", () => {
    const tokens = Array.from({ length: 300 }, (_, i) => `${"t".repeat((i * 7919) % 5000)}${i}`);
    expect(tokensOf(sparseBigrams(lines, 4), tokens.join("\n"))).toEqual(naive(tokens, 4));
  });

  it("do not cross from one document into the next", () => {
    const pairs = sparseBigrams(words(), 3);
    expect(["one two", "three", "", "four five"].map((text) => tokensOf(pairs, text))).toEqual([
      ["one +1 two"],
      [],
      [],
      ["four +1 five"],
    ]);
  });

  it("are fewer than the window times the tokens", () => {
    let count = 0;
    sparseBigrams(words(), 10)(Buffer.from("ab ".repeat(100_000)), () => count++);
    expect(count).toBe(9 * 100_000 - 45);
  });

  it.each([1, 0, 11, 2.5, Number.NaN])("have no window of %d", (window) => {
    expect(() => sparseBigrams(lines, window)).toThrow(UsageError);
    expect(() => sparseBigrams(lines, window)).toThrow(
      `sparse bigrams: required a window of 2 to 10 tokens, got ${window}`,
    );
  });
});
