import { describe, expect, it } from "vitest";
import { neighboursOf, presetCandidate, searchCandidates } from "../../../src/evaluation/search/candidates.js";
import { viewOf } from "../../../src/evaluation/search/text-views.js";
import { resolve, settingsFrom } from "../../../src/model/settings.js";
import { matrix } from "../small-corpora.js";

const characters = { kind: "textNgrams", range: [1, 5] } as const;

describe("searchCandidates", () => {
  it("lists each candidate once, with settings that models can have", () => {
    const candidates = searchCandidates({ words: 3, size: 1000, characters });
    expect(new Set(candidates.map((candidate) => JSON.stringify(candidate))).size).toBe(candidates.length);
    for (const candidate of candidates) expect(() => resolve(settingsFrom(candidate))).not.toThrow();
    expect(new Set(candidates.map(({ classifier }) => classifier)).size).toBeGreaterThanOrEqual(8);
  });

  it("leaves out terms that the corpus was not read with", () => {
    const views = searchCandidates({ words: 1, size: 1000 }).map(viewOf);
    for (const view of views) expect(view).toEqual(viewOf({ ngrams: [1, 1] }));
    const fixed = { charNgrams: [2, 3] } as const;
    for (const { charNgrams } of searchCandidates({ words: 2, size: 1000, fixed })) expect(charNgrams).toEqual([2, 3]);
    for (const { ngrams } of searchCandidates({ words: 2, size: 1000, isMail: true })) expect(ngrams).toEqual([1, 2]);
  });

  it("leaves out terms of one document where there are many terms, but not words", () => {
    const candidates = searchCandidates({ words: 2, size: 1e6, characters });
    for (const { ngrams, textNgrams, minDocuments } of candidates) {
      expect(minDocuments).toBe(ngrams[1] === 1 && textNgrams === undefined ? 1 : 2);
    }
  });
});

describe("neighboursOf", () => {
  it("takes a step up and down in cost and smoothing, and toggles terms of one document", () => {
    const [candidate] = searchCandidates({ words: 1, size: 0 }).filter(({ classifier }) => classifier === "nb-svm");
    const next = neighboursOf({ ...candidate, cost: 0.3, alpha: 0.01 });
    const told = next.map(({ cost, alpha, minDocuments }) => [cost, alpha, minDocuments]);
    expect(told).toEqual(matrix([0.1, 0.01, 1], [1, 0.01, 1], [0.3, 0.003, 1], [0.3, 0.03, 1], [0.3, 0.01, 2]));
  });

  it("leaves presets as they are", () => {
    expect(neighboursOf(presetCandidate("fast", settingsFrom({ preset: "fast" })))).toEqual([]);
  });
});
