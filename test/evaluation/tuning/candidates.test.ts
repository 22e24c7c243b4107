import { describe, expect, it } from "vitest";
import { firstReading, laterReadings, neighboursOf, type Reading } from "../../../src/evaluation/tuning/candidates.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { matrix } from "../small-corpora.js";

/** The kinds of terms of each reading, or the preset. */
const shown = (readings: readonly Reading[]) =>
  readings.map(({ settings, candidates }) => {
    const { ngrams, textNgrams } = settings;
    return candidates[0].preset ?? (textNgrams ? `~${textNgrams.join("-")}` : ngrams.join("-"));
  });

describe("the candidates of a search", () => {
  it("use the terms of their reading, and each is listed once", () => {
    const { readings } = laterReadings({}, 10, 100);
    for (const { settings, candidates } of [firstReading({}), ...readings]) {
      expect(new Set(candidates.map((one) => JSON.stringify(one.settings))).size).toBe(candidates.length);
      for (const { settings: own } of candidates) {
        const { tokens, ngrams, textNgrams, fields } = own;
        expect({ tokens, ngrams, textNgrams, fields }).toEqual({
          ...{ tokens: settings.tokens, ngrams: settings.ngrams },
          ...{ textNgrams: settings.textNgrams, fields: settings.fields },
        });
      }
    }
  });

  const LATER: readonly [string, TrainOptions, documents: number, words: number, string[], tooLarge: string[]][] = [
    ["short texts", {}, 10, 100, ["1-2", "~1-4", "fast", "best"], []],
    ["long texts", {}, 10, 5000, ["fast", "best"], []],
    ["mail", { as: "mail" }, 10, 100, ["mail", "mail-best"], []],
    ["many short texts", {}, 1e6, 2e6, ["1-2", "fast", "best"], ["terms of characters"]],
    ["very many", {}, 1e6, 2e7, ["fast", "best"], ["pairs of words", "terms of characters"]],
    ["given n-grams of characters", { charNgrams: [2, 3] }, 10, 100, [], []],
  ];
  it.each(LATER)("suit %s", (_, given, documents, words, expected, tooLarge) => {
    const later = laterReadings(given, documents, words);
    expect([shown(later.readings), later.tooLarge]).toEqual([expected, tooLarge]);
  });
});

describe("neighboursOf", () => {
  it("takes a step up and down in cost and smoothing, and toggles terms of one document", () => {
    const settings = settingsFrom({ classifier: "nb-svm", cost: 0.3, alpha: 0.01 });
    const next = neighboursOf({ settings }).map((one) => one.settings);
    const told = next.map(({ cost, alpha, minDocuments }) => [cost, alpha, minDocuments]);
    expect(told).toEqual(matrix([0.1, 0.01, 1], [1, 0.01, 1], [0.3, 0.003, 1], [0.3, 0.03, 1], [0.3, 0.01, 2]));
    expect(neighboursOf({ settings: settingsFrom({ preset: "fast" }), preset: "fast" })).toEqual([]);
  });
});
