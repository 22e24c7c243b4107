import { describe, expect, it } from "vitest";
import { candidatesOf } from "../../../src/evaluation/tuning/grid.js";
import { type Settings, settingsFrom } from "../../../src/model/settings.js";
import {
  candidateText,
  choiceText,
  choiceValues,
  presentChoices,
  tellingChoices,
} from "../../../src/reports/tuning/choices.js";

const candidates = (...choices: Partial<Settings>[]) =>
  choices.map((each) => ({ settings: { ...settingsFrom({}), ...each } }));

describe("the choices of a tuning", () => {
  it("are named if they differ from the defaults", () => {
    const rules = { minCount: 3, minDocuments: 2, maxDocumentShare: 0.5, dropTop: 10, maxTerms: 50 };
    const others = candidates({}, { alpha: 0.1, tf: "log", norm: "l2", prior: "uniform", ngrams: [1, 2] }, rules);
    expect(others.map(candidateText)).toEqual([
      "multinomial, alpha 1",
      "multinomial, alpha 0.1, prior uniform, tf log, norm l2, ngrams 1-2",
      "multinomial, alpha 1, min-count 3, min-documents 2, max-document-share 0.5, drop-top 10, max-terms 50",
    ]);
    expect(candidateText({ settings: settingsFrom({ preset: "fast" }), preset: "fast" })).toBe("preset fast");
  });

  it("tell candidates apart where they differ, or are printed with the method", () => {
    expect(tellingChoices(candidates({}, {}))).toEqual(["alpha"]);
    const telling = tellingChoices(candidates({ norm: "l1" }, { norm: "l2", maxTerms: 5, tokens: "none" }));
    expect(telling).toEqual(["alpha", "norm", "maxTerms", "tokens"]);
  });

  it("do not tell candidates apart where methods have them in ways of their own", () => {
    const tried = candidatesOf({ classifier: ["multinomial", "complement"], alpha: [1], minDocuments: [1] });
    expect(tried.map(({ settings }) => settings.prior)).toEqual(["fit", "none"]);
    expect(tellingChoices(tried)).toEqual(["alpha"]);
    expect(tried.map(candidateText)).toEqual(["multinomial, alpha 1", "complement, alpha 1"]);
    const [normalized] = candidatesOf({ classifier: ["complement"], normalize: [true, false] });
    expect(candidateText(normalized)).toBe("complement, alpha 1, normalize");
  });

  it("are not there of a method without them", () => {
    const { alpha: _, ...without } = settingsFrom({});
    const all = [{ settings: without }, { settings: without }];
    expect(tellingChoices(all)).toEqual([]);
    expect(presentChoices(all)).not.toContain("alpha");
    expect(choiceValues(all, "alpha")).toEqual([]);
  });

  it("have each value once, and are written as the command takes them", () => {
    expect(choiceValues(candidates({ alpha: 1 }, { alpha: 0 }, { alpha: 1 }), "alpha")).toEqual([1, 0]);
    expect(choiceValues(candidates({ ngrams: [1, 2] }, { ngrams: [1, 2] }), "ngrams")).toEqual([[1, 2]]);
    const [one] = candidates({ ngrams: [1, 2], alpha: 0.5 });
    const choices = ["maxTerms", "alpha", "norm", "ngrams", "cost", "tokens"] as const;
    expect(choices.map((choice) => choiceText(one, choice))).toEqual(["all", "0.5", "none", "1-2", "", ""]);
  });
});
