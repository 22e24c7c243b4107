import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { MAX_WORD_LENGTH } from "../../../src/text/words/scan-words.js";
import { slowRuns } from "../../helpers/arbitraries.js";
import { ASCII, awkwardText, brokenText, longWords, mixedScripts } from "../awkward-texts.js";
import { cut, isUnspaced, runsOf, textOf, wordsOf } from "../definition.js";
import { innerWords, rangesIn, tokensOf, utf8, words } from "../tokens.js";

fc.configureGlobal({ seed: 20 });

/** The definition of words and wholes: what the regular expression finds in the whole text, after its words. */
function wholesOf(bytes: Uint8Array, min = 2, max = 256): string[] {
  const isToken = (token: string) => [...token].length >= min && [...token].length <= max;
  const tokens: string[] = [];
  let whole: string[] = [];
  const endWhole = () => {
    if (whole.length > 1 && isToken(whole.join(""))) tokens.push(whole.join(""));
    whole = [];
  };
  let end = 0;
  const text = textOf(bytes)
    .replace(/[\u2019\u2018\u201b\u02bc\u02bb\u2032\u00b4\uff07]/g, "'")
    .replace(/[\u2010\u2011\uff0d]/g, "-")
    .replaceAll("．", ".")
    .replaceAll("＠", "@");
  for (const run of runsOf(text)) {
    const start = text.indexOf(run, end);
    const between = text.slice(end, start);
    if (isUnspaced(run) || !/^[.@'-]+$/.test(between)) endWhole();
    if (isUnspaced(run) || isToken(run)) tokens.push(...cut(run));
    if (!isUnspaced(run)) whole.push(...(whole.length > 0 ? [between] : []), run);
    end = start + run.length;
  }
  endWhole();
  return tokens;
}

const joints = fc.constantFrom(..."aé漢𝒜.@-'':^’ʼ＠\u2011 ", "bc", "Def", "ΑΣ", "..");
const joined = fc.array(joints, { maxLength: 16 }).map((pieces) => utf8(pieces.join("")));
const longWholes = fc
  .array(fc.constantFrom("a".repeat(254), "b".repeat(300), "é".repeat(253), "x", ".", "-", " ", ".".repeat(250)), {
    maxLength: 6,
  })
  .map((pieces) => utf8(pieces.join("")));

describe.each([
  ["words", words, wordsOf],
  ["words with inner punctuation", innerWords, wholesOf],
] as const)("%s", (_, tokenizerOf, definition) => {
  it.each([
    ["arbitrary Unicode text", fc.string({ unit: "binary", maxLength: 40 }).map(utf8), 1000],
    ["text of graphemes", fc.string({ unit: "grapheme", maxLength: 40 }).map(utf8), 1000],
    ["printable ASCII text", fc.string({ unit: "grapheme-ascii", maxLength: 60 }).map(utf8), 1000],
    ["text rich in awkward characters", awkwardText, 3000],
    ["text rich in joints", joined, 3000],
    ["text of mixed scripts", mixedScripts, 3000],
    ["words about as long as a word may be", longWords, 500],
    ["wholes about as long as a token may be", longWholes, 500],
    ["arbitrary bytes", fc.uint8Array({ maxLength: 40 }), 2000],
    ["text with bytes that are no UTF-8", brokenText, 2000],
  ])("are in %s what the regular expression finds", (_, text, numRuns) => {
    const tokenizer = tokenizerOf();
    fc.assert(
      fc.property(text, (bytes) => {
        expect(tokensOf(tokenizer, bytes)).toEqual(definition(bytes));
      }),
      { numRuns: slowRuns(numRuns) },
    );
  });

  it("are what the regular expression finds for any lengths", () => {
    const lengths = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 6 }));
    const texts = fc.oneof(joined, awkwardText, brokenText, mixedScripts);
    fc.assert(
      fc.property(lengths, texts, ([minLength, more], bytes) => {
        const maxLength = minLength + more;
        expect(tokensOf(tokenizerOf({ minLength, maxLength }), bytes)).toEqual(definition(bytes, minLength, maxLength));
      }),
      { numRuns: slowRuns(1500) },
    );
  });
});

describe("words", () => {
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

  it.each(rangesIn(`0-9, -1-9, 1.5-9, NaN-9, 300-256, 5-4, 2-${MAX_WORD_LENGTH + 1}, 2-Infinity, 2-2.5`))(
    "refuses lengths from %d to %d and says what it found",
    (minLength, maxLength) => {
      const message = `token length: ${minLength}-${maxLength} is not a range of whole numbers from 1 to ${MAX_WORD_LENGTH}`;
      expect(() => words({ minLength, maxLength })).toThrow(new UsageError(message));
    },
  );
});

const ADDRESS = "jo.doe@mail.example";

describe("words with inner punctuation", () => {
  it("are by the rules before as they were then", () => {
    expect(tokensOf(innerWords({ rules: 2 }), "can’t wert\u00adpapier")).toEqual(["can", "wert", "papier"]);
    expect(tokensOf(innerWords({ rules: 2 }), "donʼt")).toEqual(["donʼt"]);
  });

  it.each([
    ["Don't write to jo.doe@mail.example!", ["don", "don't", "write", "to", "jo", "doe", "mail", "example", ADDRESS]],
    ["version 3.14, e-mail", ["version", "14", "3.14", "mail", "e-mail"]],
    ["the end. 'quoted' -- and so on...", ["the", "end", "quoted", "and", "so", "on"]],
    ["a--b .net", ["a--b", "net"]],
    ["can\u2019t", ["can", "can't"]],
    ["donʼt, don\uff07t, don´t; don‘t", ["don", "don't", "don", "don't", "don", "don't", "don", "don't"]],
    ["‘quoted’ e‑mail jo＠mail．example", ["quoted", "mail", "e-mail", "jo", "mail", "example", "jo@mail.example"]],
    ["l\u00ad'\u2060é\u00adté", ["été", "l'été"]],
    ["l'été à Saint-Étienne", ["été", "l'été", "saint", "étienne", "saint-étienne"]],
    ["почта@пример.рф", ["почта", "пример", "рф", "почта@пример.рф"]],
    ["", []],
  ])("are in %j these", (text, tokens) => {
    expect(tokensOf(innerWords(), text)).toEqual(tokens);
  });
});
