import { describe, expect, it } from "vitest";
import { classifierText } from "../../src/reports/classifier-text.js";
import { named, settingsFrom } from "../../src/settings.js";

describe("classifierText", () => {
  it("says method, smoothing and weighting, and how probabilities are calibrated", () => {
    expect(classifierText(named(settingsFrom({})))).toBe("multinomial naive Bayes, alpha 1");
    expect(classifierText(named(settingsFrom({ preset: "fast", calibrate: "isotonic" })))).toBe(
      "complement naive Bayes, alpha 0.1, tf sqrt, norm l2, calibrated (isotonic)",
    );
  });

  it("says of a combination which methods it is of, each once", () => {
    expect(classifierText(named(settingsFrom({ preset: "best" })))).toBe(
      "a combination of complement naive Bayes, logistic regression and logistic regression on naive Bayes features, calibrated (isotonic)",
    );
    const members = [{ classifier: "bernoulli", weight: 1 }];
    expect(classifierText(named(settingsFrom({ classifier: "combined", members })))).toBe(
      "a combination of Bernoulli naive Bayes",
    );
  });

  it("takes the name of a method that there is not from a file as it is", () => {
    expect(classifierText({ name: "magic", members: [] })).toBe("magic of none");
  });
});
