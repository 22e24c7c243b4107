import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characterNgrams } from "../../src/text/character-ngrams.js";
import { everySecond } from "../../src/text/half.js";
import { ngrams } from "../../src/text/ngrams.js";
import { sparseBigrams } from "../../src/text/sparse-bigrams.js";
import { stemmed } from "../../src/text/stemming.js";
import { together } from "../../src/text/together.js";
import { asTheyAre, type TokenFilter } from "../../src/text/tokenizer.js";
import { words } from "../../src/text/words.js";
import { tokensOf } from "./tokens.js";

const KINDS: readonly TokenFilter[] = [
  asTheyAre,
  (tokens) => ngrams(tokens, 1, 2),
  (tokens) => stemmed(tokens, "porter"),
  (tokens) => sparseBigrams(tokens, 3),
  (tokens) => characterNgrams(tokens, 2, 3),
  (tokens) => everySecond(tokens),
  (tokens) => together(tokens, [(same) => ngrams(same, 2, 2), (same) => characterNgrams(same, 3, 3)]),
];

describe("terms of several kinds together", () => {
  it("are those of each kind alone, from one pass, text after text", () => {
    const text = fc.array(fc.constantFrom("running", "a", "cats", "été", "\n")).map((list) => list.join(" "));
    fc.assert(
      fc.property(fc.subarray([...KINDS], { minLength: 1 }), fc.array(text, { maxLength: 3 }), (kinds, texts) => {
        const mixed = together(words(), kinds);
        const alone = kinds.map((kind) => kind(words()));
        for (const one of texts) {
          const expected = alone.flatMap((tokenizer) => tokensOf(tokenizer, one));
          expect(tokensOf(mixed, one).sort()).toEqual(expected.sort());
        }
      }),
      { seed: 26, numRuns: 200 },
    );
  });

  it("come token by token, kind by kind", () => {
    const kinds: TokenFilter[] = [(tokens) => ngrams(tokens, 1, 2), (tokens) => characterNgrams(tokens, 3, 3)];
    expect(tokensOf(together(words(), kinds), "ab cd")).toEqual(["ab", "~|ab", "~ab|", "cd", "ab cd", "~|cd", "~cd|"]);
  });
});
