import { describe, expect, it } from "vitest";
import { type SearchContext, searchSentences, searchWhy } from "../../../src/reports/tuning/search-text.js";
import { tuningText } from "../../../src/reports/tuning/tuning-text.js";
import { CONTEXT, sampleTuning, tuned } from "./tuning-sample.js";

const [one, other] = [tuned(0.9, [0, 0]), tuned(0.8, [0.1, 0], { classifier: "bernoulli" })];

function context(changes: Partial<SearchContext> = {}): SearchContext {
  const rounds = [
    { documents: 2000, tested: 40, dropped: 0 },
    { documents: 4000, tested: 12, dropped: 2 },
  ];
  const whole = { isWhole: true, rounds, candidates: 40, refinements: 3, untried: [], unfinished: [] };
  return { ...whole, minutes: 2, tooLarge: [], ...changes };
}

describe("a search for people", () => {
  it("says how it went, and that nothing was left out", () => {
    expect(searchSentences(context())).toEqual([
      "Candidates tested: 40 on 2,000 documents, 12 on 4,000 documents; then 3 next to the best.",
      "No candidate was left out for lack of time (limit 2 minutes).",
    ]);
    expect(searchWhy(context())).toBe("the best of 43 candidates, found on samples and compared on all folds");
  });

  it("says what was left out for lack of time, and for the size of the corpus", () => {
    const untried = [one.candidate, other.candidate, one.candidate];
    const [, line] = searchSentences(
      context({ untried, unfinished: [other.candidate], tooLarge: ["terms of characters"] }),
    );
    expect(line).toBe(
      "Not tried: for lack of time, 2 multinomial, 1 bernoulli; on all folds, for lack of time, 1 candidate; for the size of the corpus, terms of characters.",
    );
  });

  it("says where the figures come from if there was no time for all folds", () => {
    const rounds = [{ documents: 2000, tested: 2, dropped: 38 }];
    const search = context({ isWhole: false, rounds, refinements: 0 });
    expect(searchWhy(search)).toBe(
      "the best of 40 candidates that learned from 2,000 documents: there was no time for all folds, so try more --minutes",
    );
    const tuning = sampleTuning({ splits: 1, documents: { train: 2000, test: 1500 } });
    const text = tuningText(tuning, { ...CONTEXT, search });
    expect(text).toContain("by accuracy over samples of 2,000 documents to learn from and 1,500 to test of news");
    expect(text).not.toContain("┤");
    expect(text).not.toContain("the smallest that was tried");
  });
});
