import { describe, expect, it } from "vitest";
import { chosenText } from "../../../src/cli/options/settings-text.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { settingsFrom } from "../../../src/model/settings.js";

const chosen = (options: TrainOptions) => chosenText(settingsFrom(options));

describe("the text about chosen settings", () => {
  it("is empty for defaults and for settings in the name of the method", () => {
    expect(chosen({})).toBe("");
    expect(chosen({ preset: "lecture" })).toBe("");
    expect(chosen({ alpha: 0.1, tf: "log", calibrate: "isotonic" })).toBe("");
    expect(chosen({ classifier: "nearest-neighbours", k: 5 })).toBe("");
  });

  it("names the preset and its settings", () => {
    expect(chosen({ preset: "fast" })).toBe(
      "preset fast, fields subject, tokens inner, token-length 1-256, ngrams 1-2, ngram-bytes 500",
    );
    expect(chosen({ preset: "best" })).toBe(
      "preset best, fields subject, tokens inner, token-length 1-256, ngrams 1-2, text-ngrams 1-5, segment",
    );
    expect(chosen({ preset: "fast", maxTerms: 500 })).toMatch(/^preset fast, .*, max-terms 500, ngram-bytes 500$/);
  });

  it("names the fields of mail if they are others than by default", () => {
    expect(chosen({ preset: "mail" })).toBe("preset mail, as mail, tokens inner, token-length 1-256, ngrams 1-2");
    expect(chosen({ classifier: "multinomial", as: "mail", fields: ["subject", "cc"] })).toBe(
      "as mail, fields subject,cc",
    );
    expect(chosen({ as: "news", fields: ["subject"] })).toBe("as news, fields subject");
  });

  it("is every option by its name", () => {
    expect(chosen({ strip: ["headers", "quotes"], ngrams: [1, 2], prior: "uniform" })).toBe(
      "prior uniform, strip headers,quotes, ngrams 1-2",
    );
    expect(chosen({ classifier: "logistic-regression", intercept: false, takeHalf: true })).toBe(
      "intercept false, take-half",
    );
    expect(chosen({ tokens: "none", charNgrams: [3, 5] })).toBe("tokens none, char-ngrams 3-5");
  });
});
