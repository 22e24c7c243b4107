import { describe, expect, it } from "vitest";
import { readingPlan } from "../../../src/evaluation/search/reading-plan.js";

describe("readingPlan", () => {
  it("reads short documents with characters across words, long ones with characters within words", () => {
    const short = readingPlan({ documents: 5000, characters: 60 }, {});
    expect(short.settings).toEqual({ ngrams: [1, 3], textNgrams: [1, 5] });
    expect(short.omitted).toEqual([]);
    const long = readingPlan({ documents: 5000, characters: 2000 }, {});
    expect(long.settings).toEqual({ ngrams: [1, 2], charNgrams: [4, 4] });
    expect(long.omitted).toEqual([]);
  });

  it("reads fewer kinds of terms of a corpus that is large, and says so", () => {
    const { settings, omitted } = readingPlan({ documents: 1e5, characters: 2000 }, {});
    expect(settings).toEqual({ ngrams: [1, 1] });
    expect(omitted).toEqual(["terms of 2 words", "terms of characters"]);
    expect(readingPlan({ documents: 4e5, characters: 80 }, {}).omitted).toEqual([
      "terms of 3 words",
      "terms of characters",
    ]);
  });

  it("leaves terms that are given as they are", () => {
    const size = { documents: 100, characters: 60 };
    const given = readingPlan(size, { charNgrams: [2, 3] });
    expect(given.settings).toEqual({ ngrams: [1, 3] });
    expect(given.read).toEqual({ words: 3, fixed: { charNgrams: [2, 3] }, characters: undefined });
    expect(readingPlan(size, { tokens: "none", textNgrams: [1, 2] }).settings).toEqual({ ngrams: [1, 1] });
  });

  it("reads mail as the preset mail does", () => {
    const { base, settings } = readingPlan({ documents: 100, characters: 60 }, { as: "mail" });
    expect({ ...base, ...settings }).toEqual({ as: "mail", tokens: "inner", tokenLength: [3, 256], ngrams: [1, 2] });
  });
});
