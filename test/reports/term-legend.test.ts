import { describe, expect, it } from "vitest";
import { termLegend } from "../../src/reports/term-legend.js";

describe("what is said of terms that are no words", () => {
  it("is nothing of words, neighbouring words and words of a field", () => {
    expect(termLegend(["orbit", "the orbit", "subject:orbit", "don't", "c++", "a +b"], {})).toEqual([]);
  });

  it("is what the characters and pairs among them are, each once", () => {
    const characters = "~abc is characters within a word, | its beginning or end";
    const pair = "a +2 b is two words, the second so many places after the first";
    expect(termLegend(["orbit", "~|orb", "~rbit"], {})).toEqual([characters]);
    expect(termLegend(["to +3 orbit", "~|orb"], {})).toEqual([characters, pair]);
  });

  it("fits the terminal", () => {
    expect(termLegend(["~|orb"], { columns: 30 })).toEqual([
      "~abc is characters within a",
      "word, | its beginning or end",
    ]);
  });
});
