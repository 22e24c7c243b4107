import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { packedRows, packRows } from "../../../src/features/viewed-rows.js";
import { Vocabulary } from "../../../src/features/vocabulary.js";
import { marksIn, termsBy } from "../../../src/labelling/pile/marks.js";
import { settingsFrom } from "../../../src/model/settings.js";

const TERMS = ["and", "oars", "oven", "rye", "sail"];
const vocabulary = Vocabulary.of(TERMS);
const termsOf = termsBy(settingsFrom({ tokens: "inner", tokenLength: [1, 256] }));

/** Documents of the class "sea" and of others, by the terms that they have. */
const DOCUMENTS: readonly (readonly [isOfClass: boolean, ...terms: string[]])[] = [
  [true, "sail"],
  [true, "and", "sail"],
  [true, "and", "oars", "sail"],
  [true, "and", "oars", "sail"],
  [false, "and", "oven", "rye"],
  [false, "and", "oars", "rye"],
  [false, "and"],
  [false, "and", "oven"],
];
const counts = matrixFromRows(DOCUMENTS.map(([, ...terms]) => TERMS.map((term) => Number(terms.includes(term)))));
const examples = DOCUMENTS.map(([isOfClass], row) => ({ row, isOfClass }));

/** The words of a text that are marked, with their weights. */
function marked(text: string, x = counts, given = examples) {
  return marksIn(text, given, x, vocabulary, termsOf).map(({ start, end, weight }) => [text.slice(start, end), weight]);
}

describe("the marks in a text", () => {
  it.each([
    ["plain", counts],
    ["packed", packedRows(packRows(counts))],
  ])("are at the words that are three times likelier in the class (%s rows)", (_, x) => {
    // sail: (4 + 1/2) / 5 = .9 beside (0 + 1/2) / 5 = .1; oars: .5 beside .3.
    expect(marked("Sail and oars, rye and OVEN, unknown", x)).toEqual([["Sail", 0.9]]);
  });

  it("follow from the latest thousand documents", () => {
    const old = Array.from({ length: 1000 }, () => ({ row: 0, isOfClass: false }));
    const thousand = Array.from({ length: 125 }, () => examples).flat();
    expect(marked("sail", counts, [...old, ...examples])).toEqual([]);
    expect(marked("sail", counts, [...old, ...thousand])).toEqual([["sail", 500.5 / 501 / (500.5 / 501 + 0.5 / 501)]]);
  });

  it("are at words only: blanks and commas are none, and Chinese words are those of a dictionary", () => {
    const words = Vocabulary.of(["，", " ", "巧克", "等了"]);
    const hours = [0, 1, 2, 3].map((term) => Number(words.term(term) === "巧克"));
    const given = [0, 1].map((row) => ({ row, isOfClass: true }));
    const others = Array.from({ length: 30 }, () => ({ row: 2, isOfClass: false }));
    const all = matrixFromRows([hours, hours, [0, 0, 0, 0]]);
    const text = "送餐, 巧克力，好";
    const marks = marksIn(text, [...given, ...others], all, words, termsOf);
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(["巧克力"]);
  });

  it("are at no word without a document of the class, however few it has, and at none while it is the only class", () => {
    const others = Array.from({ length: 20 }, () => ({ row: 6, isOfClass: false }));
    const one = [...others, { row: 0, isOfClass: true }];
    expect(marked("unknown oven sail", counts, one)).toEqual([["sail", expect.closeTo(0.97, 2)]]);
    expect(marked("unknown oven sail", counts, others)).toEqual([]);
    expect(marked("sail and rye", counts, examples.slice(0, 4))).toEqual([]);
  });
});
