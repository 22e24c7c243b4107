import { describe, expect, it } from "vitest";
import { commandLine } from "../../src/base/shell-words.js";
import { chosenText, optionsFor } from "../../src/jobs/chosen-settings.js";
import type { TrainOptions } from "../../src/model/options.js";
import { settingsFrom } from "../../src/model/settings.js";

/** The words and pairs that most presets take. */
const WORDS = "fields subject, tokens inner, token-length 1-256, ngrams 1-2";

describe("the text about chosen settings", () => {
  const chosen = (options: TrainOptions) => chosenText(settingsFrom(options));

  it("is empty for defaults and for settings in the name of the method", () => {
    const usual: TrainOptions[] = [{}, { preset: "lecture" }, { classifier: "nearest-neighbours", k: 5 }];
    expect(usual.map(chosen)).toEqual(["", "", ""]);
    expect(chosen({ alpha: 0.1, tf: "log", calibrate: "isotonic" })).toBe("");
  });

  it.each<[TrainOptions, string]>([
    [{ preset: "fast" }, `preset fast, ${WORDS}, ngram-bytes 500`],
    [{ preset: "best" }, `preset best, ${WORDS}, text-ngrams 1-5, segment`],
    [{ preset: "fast", maxTerms: 500 }, `preset fast, ${WORDS}, max-terms 500, ngram-bytes 500`],
    [{ preset: "mail" }, "preset mail, as mail, tokens inner, token-length 1-256, ngrams 1-2"],
    [{ classifier: "multinomial", as: "mail", fields: ["subject", "cc"] }, "as mail, fields subject,cc"],
    [{ classifier: "multinomial", as: "mail", fields: ["none"], prior: "none" }, "prior none, as mail, fields none"],
    [{ as: "news", fields: ["subject"] }, "as news, fields subject"],
    [{ strip: ["headers", "quotes"], prior: "uniform" }, "prior uniform, strip headers,quotes"],
    [{ classifier: "logistic-regression", intercept: false, takeHalf: true }, "intercept false, take-half"],
    [{ tokens: "none", charNgrams: [3, 5] }, "tokens none, char-ngrams 3-5"],
  ])("names the preset, and every other option: of %j", (options, text) => {
    expect(chosen(options)).toBe(text);
  });
});

describe("the options for settings", () => {
  it.each<[TrainOptions, string]>([
    [{}, "--classifier multinomial --alpha 1"],
    [{ classifier: "combined" }, "--classifier combined"],
    [{ classifier: "complement", normalize: true }, "--classifier complement --alpha 1 --set normalize=true"],
    [
      { classifier: "complement", normalize: false, prior: "fit", tf: "log" },
      "--classifier complement --alpha 1 --prior fit --tf log",
    ],
    [
      { classifier: "logistic-regression", cost: 10, intercept: false },
      "--classifier logistic-regression --cost 10 --set intercept=false",
    ],
    [
      { classifier: "multinomial", as: "mail", fields: ["none"] },
      "--classifier multinomial --alpha 1 --as mail --fields none",
    ],
    [{ prior: [0.25, 0.75] }, "--classifier multinomial --alpha 1 --prior 0.25,0.75"],
    [
      {
        ...{ classifier: "bernoulli", alpha: 0.003, prior: "uniform", as: "news", strip: ["headers", "quotes"] },
        ...{ encoding: "latin1", tokens: "inner", takeHalf: true, tokenLength: [3, 20], ngrams: [1, 2] },
        ...{ stopWords: "en", stem: "porter", charNgrams: [3, 5], minCount: 1.5, minDocuments: 2 },
        ...{ maxDocumentShare: 0.9, dropTop: 1, maxTerms: 50 },
      },
      "--classifier bernoulli --alpha 0.003 --prior uniform --as news --strip headers,quotes --encoding latin1 " +
        "--tokens inner --set take-half=true --set token-length=3-20 --ngrams 1-2 --stop-words en --stem porter " +
        "--char-ngrams 3-5 --min-count 1.5 --set min-documents=2 --set max-document-share=0.9 --drop-top 1 --max-terms 50",
    ],
  ])("are classifier and alpha, and what is not the default of the method: of %j", (options, words) => {
    expect(commandLine(optionsFor(settingsFrom(options)))).toBe(words);
  });
});
