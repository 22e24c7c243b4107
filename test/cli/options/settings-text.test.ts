import { describe, expect, it } from "vitest";
import { commandLine } from "../../../src/base/safe-text.js";
import { optionsFor } from "../../../src/cli/options/settings-text.js";
import { settingsFrom } from "../../../src/model/settings.js";

describe("the options for settings", () => {
  it("are classifier and alpha if everything else is the default", () => {
    expect(optionsFor(settingsFrom({}))).toEqual(["--classifier", "multinomial", "--alpha", "1"]);
  });

  it("leave out the defaults of the method", () => {
    expect(optionsFor(settingsFrom({ classifier: "combined" }))).toEqual(["--classifier", "combined"]);
    const complement = settingsFrom({ classifier: "complement", normalize: true });
    expect(commandLine(optionsFor(complement))).toBe("--classifier complement --alpha 1 --normalize");
    const fitted = settingsFrom({ classifier: "complement", normalize: false, prior: "fit", tf: "log" });
    expect(commandLine(optionsFor(fitted))).toBe("--classifier complement --alpha 1 --prior fit --tf log");
    const logistic = settingsFrom({ classifier: "logistic-regression", cost: 10, intercept: false });
    expect(commandLine(optionsFor(logistic))).toBe("--classifier logistic-regression --cost 10 --no-intercept");
    const given = settingsFrom({ prior: [0.25, 0.75] });
    expect(commandLine(optionsFor(given))).toBe("--classifier multinomial --alpha 1 --prior 0.25,0.75");
  });

  it("are all that is not", () => {
    const settings = settingsFrom({
      classifier: "bernoulli",
      alpha: 0.003,
      prior: "uniform",
      as: "news",
      strip: ["headers", "quotes"],
      encoding: "latin1",
      tokens: "inner",
      takeHalf: true,
      tokenLength: [3, 20],
      ngrams: [1, 2],
      stopWords: "en",
      stem: "porter",
      charNgrams: [3, 5],
      minCount: 1.5,
      minDocuments: 2,
      maxDocumentShare: 0.9,
      dropTop: 1,
      maxTerms: 50,
    });
    expect(commandLine(optionsFor(settings))).toBe(
      "--classifier bernoulli --alpha 0.003 --prior uniform --as news --strip headers,quotes --encoding latin1 " +
        "--tokens inner --take-half --token-length 3-20 --ngrams 1-2 --stop-words en --stem porter " +
        "--char-ngrams 3-5 --min-count 1.5 --min-documents 2 " +
        "--max-document-share 0.9 --drop-top 1 --max-terms 50",
    );
  });
});
