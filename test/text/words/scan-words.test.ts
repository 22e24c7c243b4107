import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { MAX_WORD_LENGTH } from "../../../src/text/words/scan-words.js";
import { slowRuns } from "../../helpers/arbitraries.js";
import { ASCII, awkwardText, brokenText, longWords, mixedScripts } from "../awkward-texts.js";
import { wordsOf } from "../definition.js";
import { tokensOf, utf8, words } from "../tokens.js";

fc.configureGlobal({ seed: 20 });

describe("words", () => {
  it.each([
    ["arbitrary Unicode text", fc.string({ unit: "binary", maxLength: 40 }).map(utf8), 1000],
    ["text of graphemes", fc.string({ unit: "grapheme", maxLength: 40 }).map(utf8), 1000],
    ["printable ASCII text", fc.string({ unit: "grapheme-ascii", maxLength: 60 }).map(utf8), 1000],
    ["text rich in awkward characters", awkwardText, 3000],
    ["words about as long as a word may be", longWords, 500],
    ["text of mixed scripts", mixedScripts, 3000],
    ["arbitrary bytes", fc.uint8Array({ maxLength: 40 }), 2000],
    ["text with bytes that are no UTF-8", brokenText, 2000],
  ])("finds in %s what the regular expression finds", (_, text, numRuns) => {
    const tokenizer = words();
    fc.assert(
      fc.property(text, (bytes) => {
        expect(tokensOf(tokenizer, bytes)).toEqual(wordsOf(bytes));
      }),
      { numRuns: slowRuns(numRuns) },
    );
  });

  it("finds what the regular expression finds for any lengths", () => {
    const lengths = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(lengths, fc.oneof(awkwardText, brokenText, mixedScripts), ([minLength, more], bytes) => {
        const maxLength = minLength + more;
        expect(tokensOf(words({ minLength, maxLength }), bytes)).toEqual(wordsOf(bytes, minLength, maxLength));
      }),
      { numRuns: slowRuns(1000) },
    );
  });

  it("decides between σ and ς by the letters on the far side of every ASCII character", () => {
    const tokenizer = words({ minLength: 1 });
    for (const between of ASCII) {
      for (const text of [`ΑΣ${between}Α`, `Α${between}Σ`, `Α${between}Σ a`, `a${between}${between}Σ${between}b`]) {
        expect(tokensOf(tokenizer, text), JSON.stringify(text)).toEqual(wordsOf(utf8(text), 1));
      }
    }
  });

  it("reads no byte outside the text it is given", () => {
    const around = utf8("xxΑΣ'yy");
    expect(tokensOf(words(), around.subarray(2, around.length - 2))).toEqual(["ας"]);
    expect(tokensOf(words(), around)).toEqual(["xxασ", "yy"]);
  });

  it("passes over a megabyte without a break, and finds the words on both sides", () => {
    for (const letter of ["x", "é", "\u0301", "'"]) {
      const bytes = utf8(`before ${letter.repeat(1e6 / utf8(letter).length)} after`);
      expect(tokensOf(words(), bytes)).toEqual(["before", "after"]);
    }
  });

  it("can be used again, also after a text that ended within a word", () => {
    const tokenizer = words();
    expect(tokensOf(tokenizer, "ends within")).toEqual(["ends", "within"]);
    expect(tokensOf(tokenizer, "é ends")).toEqual(["ends"]);
    expect(tokensOf(tokenizer, "again")).toEqual(["again"]);
  });

  it.each([
    { minLength: 0 },
    { minLength: -1 },
    { minLength: 1.5 },
    { minLength: Number.NaN },
    { minLength: 300 },
    { minLength: 5, maxLength: 4 },
    { maxLength: MAX_WORD_LENGTH + 1 },
    { maxLength: Number.POSITIVE_INFINITY },
    { maxLength: 2.5 },
  ])("refuses %j and says what it found", (options) => {
    const { minLength = 2, maxLength = 256 } = options;
    expect(() => words(options)).toThrow(UsageError);
    expect(() => words(options)).toThrow(
      `token length: ${minLength}-${maxLength} is not a range of whole numbers from 1 to ${MAX_WORD_LENGTH}`,
    );
  });
});
