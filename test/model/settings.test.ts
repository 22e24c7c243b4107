import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { CLASSIFIER_NAMES, METHOD_OPTIONS, methodDefaults } from "../../src/classifiers/table.js";
import { canDropTerms } from "../../src/features/selection.js";
import type { TrainOptions } from "../../src/model/options.js";
import { DEFAULT_SETTINGS, resolve, type Settings, settingsFrom, settingsOfEach } from "../../src/model/settings.js";
import { forAll, trainOptions } from "../helpers/arbitraries.js";

describe("settingsFrom", () => {
  it("fills in the defaults", () => {
    expect(settingsFrom({})).toEqual(DEFAULT_SETTINGS);
    expect(settingsFrom({ stem: undefined, stopWords: undefined })).toEqual(DEFAULT_SETTINGS);
    expect(settingsFrom({ alpha: 0, prior: "uniform" })).toEqual({ ...DEFAULT_SETTINGS, alpha: 0, prior: "uniform" });
  });

  it("keeps the columns of a table, which are names", () => {
    const columns = (textColumns: unknown) => settingsFrom({ textColumns });
    const textColumns = ["Subject", "Description"];
    expect(columns(textColumns)).toEqual({ ...DEFAULT_SETTINGS, textColumns });
    for (const wrong of ["text", [], [1], {}, null]) {
      expect(() => columns(wrong)).toThrow(/^textColumns must be names of columns, not /);
    }
  });

  it.each(CLASSIFIER_NAMES)("holds of the options of methods those of %s alone, each made", (classifier) => {
    const [settings, own] = [settingsFrom({ classifier }), methodDefaults(classifier)];
    expect(settings).toMatchObject({ ...own, classifier });
    const others = METHOD_OPTIONS.filter((option) => Object.hasOwn(settings, option) && !Object.hasOwn(own, option));
    expect(others).toEqual([]);
  });

  it("says no limit as JSON can say it", () => {
    expect(settingsFrom({ maxTerms: Number.POSITIVE_INFINITY }).maxTerms).toBe(null);
    expect(settingsFrom({ maxTerms: 10 }).maxTerms).toBe(10);
    expect(resolve(DEFAULT_SETTINGS).rules.maxTerms).toBe(Number.POSITIVE_INFINITY);
  });

  it("takes the settings of files that hold sparseBigrams: null, and refuses those that use it", () => {
    const old = { ...settingsFrom({}), sparseBigrams: null } as unknown as TrainOptions;
    expect(settingsFrom(old)).toEqual(settingsFrom({}));
    expect(() => settingsFrom({ ...old, sparseBigrams: 5 } as unknown as TrainOptions)).toThrow(
      /^sparseBigrams: pairs of words at a distance are no longer supported: train the model again without them/,
    );
  });

  it("gives what a model file can hold: the same after JSON, and the same when given again", () => {
    forAll(100, [trainOptions], (options) => {
      const settings = settingsFrom(options);
      expect(JSON.parse(JSON.stringify(settings))).toEqual(settings);
      expect(settingsFrom(JSON.parse(JSON.stringify(settings), (_, value) => value ?? undefined))).toEqual(settings);
      const defaults = { ...DEFAULT_SETTINGS, ...methodDefaults(settings.classifier) };
      for (const [name, value] of Object.entries(options)) {
        const expected = value ?? defaults[name as keyof Settings];
        expect(settings[name as keyof Settings]).toEqual(expected === Number.POSITIVE_INFINITY ? null : expected);
      }
    });
  });

  it.each<[TrainOptions, RegExp]>([
    [{ classifier: "svm" }, /^there is no classifier "svm"; choose one of multinomial, bernoulli, /],
    [{ classifier: "toString" }, /^there is no classifier "toString"; /],
    [{ ngrams: 2 as never }, /^ngrams: .* is not a pair of numbers/],
    [{ ngrams: "1-2" as never }, /^ngrams: .* is not a pair of numbers/],
    [{ alpha: -1 }, /alpha must be a number from 0 to 1e\+100, not -1$/],
    [{ minCount: -1 }, /^minCount must be a number of at least 0, not -1$/],
    [{ encoding: "x-none" }, /^encoding: /],
    [{ ngrams: [0, 1] }, /^ngrams: /],
    [{ tokenLength: [1, 1001] }, /^token length: /],
    [{ stopWords: "xx" }, /^stop words: /],
    [{ stem: "xx" }, /^stem: /],
    [{ as: "mailbox" as "text" }, /^as must be one of /],
    [{ strip: ["subject" as "quotes"] }, /^strip must be one of /],
    [{ classifier: "combined", alpha: 1 }, /^combined has no option alpha: leave it out/],
  ])("refuses %o with a UsageError that says what is allowed", (options, message) => {
    expect(() => settingsFrom(options)).toThrow(UsageError);
    expect(() => settingsFrom(options)).toThrow(message);
  });
});

describe("settingsOfEach", () => {
  it("gives each method those of the options that it has", () => {
    const names = ["multinomial", "logistic-regression", "nb-svm"];
    const options = { alpha: 0.1, cost: 3, tolerance: 0.1, tf: "log", minCount: 2 } as const;
    const [bayes, logistic, both] = settingsOfEach(names, options);
    expect(bayes).toEqual(settingsFrom({ classifier: "multinomial", alpha: 0.1, tf: "log", minCount: 2 }));
    const { alpha: _, ...withoutAlpha } = options;
    expect(logistic).toEqual(settingsFrom({ classifier: "logistic-regression", ...withoutAlpha }));
    expect(both).toEqual(settingsFrom({ classifier: "nb-svm", ...options }));
  });

  it("refuses an option that none of the methods has, and a value that one of them does not take", () => {
    const given = (other: string, options: TrainOptions) => () => settingsOfEach(["multinomial", other], options);
    expect(given("bernoulli", { cost: 3 })).toThrow(/^multinomial has no option cost: /);
    expect(given("complement", { alpha: 0 })).toThrow(/^complement: alpha must be a number above 0/);
  });
});

describe("resolve", () => {
  it("makes the analyzer, the classifier and the rules of a settings object once", () => {
    const settings = settingsFrom({ preset: "mail" });
    expect(resolve(settings)).toBe(resolve(settings));
    expect(resolve(settings)).toMatchObject({ isCounting: true, classifier: { name: "multinomial" } });
    expect(resolve(settingsFrom({ preset: "best" })).isCounting).toBe(false);
  });

  it("gives rules that restrict the terms for each rule by itself, and for no other settings", () => {
    expect(canDropTerms(resolve(DEFAULT_SETTINGS).rules)).toBe(false);
    const others = settingsFrom({ minCount: 1, minDocuments: 0, alpha: 3, ngrams: [1, 3] });
    expect(canDropTerms(resolve(others).rules)).toBe(false);
    const rules = { minCount: 1.5, minDocuments: 2, maxDocumentShare: 0.99, dropTop: 1, maxTerms: 10 };
    for (const rule of Object.entries(rules)) {
      expect(canDropTerms(resolve(settingsFrom(Object.fromEntries([rule]))).rules)).toBe(true);
    }
  });
});
