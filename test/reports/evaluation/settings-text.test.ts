import { describe, expect, it } from "vitest";
import type { TrainOptions } from "../../../src/model/options.js";
import { DEFAULT_SETTINGS, named, settingsFrom } from "../../../src/model/settings.js";
import { classifierText, settingRows } from "../../../src/reports/evaluation/settings-text.js";

describe("classifierText", () => {
  it("says method, smoothing and weighting, and how probabilities are calibrated", () => {
    expect(classifierText(named(settingsFrom({})))).toBe("multinomial naive Bayes, alpha 1");
    const fast = named(settingsFrom({ preset: "fast", calibrate: "isotonic" }));
    expect(classifierText(fast)).toBe("chosen naive Bayes or linear SVM, calibrated (isotonic)");
  });

  it("says of a combination which methods it is of, each once", () => {
    expect(classifierText(named(settingsFrom({ preset: "best" })))).toBe(
      "a learned combination of complement naive Bayes, linear support vector machines and linear support vector machines on naive Bayes features, calibrated (auto)",
    );
    const one = named(settingsFrom({ classifier: "combined", members: [{ classifier: "bernoulli", weight: 1 }] }));
    expect(classifierText(one)).toBe("a combination of Bernoulli naive Bayes");
  });
});

describe("the rows of settings", () => {
  it("have the names of options, and ranges and lists in one word", () => {
    const rows = settingRows({ ...DEFAULT_SETTINGS, strip: ["headers", "quotes"], minCount: 3 });
    const shown = { "token-length": "2-256", ngrams: "1-1", strip: "headers,quotes", "min-count": "3" };
    expect(Object.fromEntries(rows)).toMatchObject(shown);
  });

  it("name the kinds of terms that are chosen, none among them", () => {
    const rows = settingRows({ ...DEFAULT_SETTINGS, tokens: "none", charNgrams: [3, 5], takeHalf: true });
    expect(Object.fromEntries(rows)).toMatchObject({ tokens: "none", "char-ngrams": "3-5", "take-half": "true" });
    expect(settingRows({ intercept: false, takeHalf: false })).toEqual([["intercept", "false"]]);
  });

  it("tell each member or candidate of a combination: its weight, its method and its terms", () => {
    const rows = settingRows(settingsFrom({ preset: "best" }));
    expect(Object.fromEntries(rows)).toMatchObject({
      "candidate 1":
        "complement naive Bayes, alpha 0.1, tf log, idf smooth, norm l2; on words, ngrams, fields of at least 2 documents",
      "candidate 2":
        "linear support vector machines, cost 1, tf log, idf smooth, idf-power 2, norm l2; on words, fields",
    });
    // Each member has a weighting of its own: that of the whole would mislead.
    expect(rows.map(([name]) => name)).not.toContain("tf");
    const members = [{ classifier: "bernoulli", weight: 0.5 }];
    expect(settingRows({ members })).toEqual([["member 1", "0.5 × Bernoulli naive Bayes"]]);
  });

  it("leave out settings without effect beside the others", () => {
    const names = (options: TrainOptions) => settingRows(settingsFrom(options)).map(([name]) => name);
    expect(names({})).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:idf-power|select-by)$/)]));
    expect(names({ idf: "smooth", maxTerms: 9 })).toEqual(expect.arrayContaining(["idf-power", "select-by"]));
  });
});
