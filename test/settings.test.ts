import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLASSIFIER_NAMES, METHOD_OPTIONS, methodDefaults } from "../src/classifiers/table.js";
import { UsageError } from "../src/errors.js";
import {
  DEFAULT_SETTINGS,
  rulesOf,
  type Settings,
  selects,
  settingsFrom,
  settingsOfEach,
  type TrainOptions,
} from "../src/settings.js";
import { EXAMPLES, trainOptions } from "./helpers/arbitraries.js";

describe("settingsFrom", () => {
  it("fills in the defaults", () => {
    expect(settingsFrom({})).toEqual(DEFAULT_SETTINGS);
    expect(settingsFrom({ stem: undefined, stopWords: undefined })).toEqual(DEFAULT_SETTINGS);
    expect(settingsFrom({ alpha: 0, prior: "uniform" })).toEqual({ ...DEFAULT_SETTINGS, alpha: 0, prior: "uniform" });
  });

  it("refuses a choice that there is none of, such as one that is misspelt", () => {
    const misspelt = { alfa: 3 } as unknown as TrainOptions;
    expect(() => settingsFrom(misspelt)).toThrow(UsageError);
    expect(() => settingsFrom(misspelt)).toThrow(/^options: required some of classifier, .*, got "alfa"$/);
  });

  it.each(CLASSIFIER_NAMES)("holds of the options of methods those of %s alone, each made", (classifier) => {
    const settings = settingsFrom({ classifier });
    const own = methodDefaults(classifier);
    const others = METHOD_OPTIONS.filter((option) => !Object.hasOwn(own, option));
    expect(settings).toMatchObject({ ...own, classifier });
    for (const option of others) expect(Object.keys(settings)).not.toContain(option);
  });

  it("refuses an option that the method does not have, and says which it has", () => {
    const wrong = () => settingsFrom({ classifier: "combined", alpha: 1 });
    expect(wrong).toThrow(UsageError);
    expect(wrong).toThrow(
      "alpha: required one of the options of combined (members), got 1 for one that it does not have: choose multinomial, bernoulli, categorical, complement, nb-logistic-regression, nearest-neighbours or locally-weighted, or leave it out",
    );
  });

  it("refuses a name that is no string, though it could be a key", () => {
    const classifier = ["multinomial"] as unknown as string;
    expect(() => settingsFrom({ classifier })).toThrow(/^classifier: required one of .*, got \["multinomial"\]$/);
  });

  it.each([2, [1], "1-2"])("refuses %j for a range", (ngrams) => {
    expect(() => settingsFrom({ ngrams } as unknown as TrainOptions)).toThrow(/^ngrams: required two numbers/);
  });

  it("says no limit as JSON can say it", () => {
    expect(settingsFrom({ maxTerms: Number.POSITIVE_INFINITY }).maxTerms).toBe(null);
    expect(settingsFrom({ maxTerms: 10 }).maxTerms).toBe(10);
    expect(rulesOf(DEFAULT_SETTINGS).maxTerms).toBe(Number.POSITIVE_INFINITY);
  });

  it("gives what a model file can hold: the same after JSON, and the same when given again", () => {
    fc.assert(
      fc.property(trainOptions, (options) => {
        const settings = settingsFrom(options);
        expect(JSON.parse(JSON.stringify(settings))).toEqual(settings);
        expect(settingsFrom(JSON.parse(JSON.stringify(settings), (_, value) => value ?? undefined))).toEqual(settings);
        const defaults = { ...DEFAULT_SETTINGS, ...methodDefaults(settings.classifier) };
        for (const [name, value] of Object.entries(options)) {
          const expected = value ?? defaults[name as keyof Settings];
          expect(settings[name as keyof Settings]).toEqual(expected === Number.POSITIVE_INFINITY ? null : expected);
        }
      }),
      EXAMPLES,
    );
  });

  it.each<[TrainOptions, RegExp]>([
    [{ classifier: "svm" }, /^classifier: required one of multinomial, bernoulli, .*, got "svm"$/],
    [{ classifier: "toString" }, /^classifier: .*got "toString"$/],
    [{ alpha: -1 }, /alpha: required a number from 0 to 1e\+100, got -1$/],
    [{ alpha: Number.NaN }, /alpha: .*got NaN$/],
    [{ alpha: Number.POSITIVE_INFINITY }, /alpha: .*got Infinity$/],
    [{ minCount: -1 }, /^minCount: required a number of at least 0, got -1$/],
    [{ minCount: Number.NaN }, /^minCount: .*got NaN$/],
    [{ minDocuments: 0.5 }, /^minDocuments: required a whole number of at least 0, got 0.5$/],
    [{ maxDocumentShare: 0 }, /^maxDocumentShare: required a number above 0, up to 1, got 0$/],
    [{ maxDocumentShare: 1.01 }, /^maxDocumentShare: .*got 1.01$/],
    [{ dropTop: -1 }, /^dropTop: required a whole number of at least 0, got -1$/],
    [{ maxTerms: 0 }, /^maxTerms: required a whole number of at least 1, got 0$/],
    [{ encoding: "x-none" }, /^encoding: /],
    [{ ngrams: [0, 1] }, /^ngrams: /],
    [{ tokenLength: [1, 1001] }, /^token length: /],
    [{ stopWords: "xx" }, /^stop words: /],
    [{ stem: "xx" }, /^stem: /],
    [{ as: "mailbox" as "text" }, /^as: /],
    [{ strip: ["subject" as "quotes"] }, /^strip: /],
  ])("refuses %o with a UsageError that says what is allowed", (options, message) => {
    expect(() => settingsFrom(options)).toThrow(UsageError);
    expect(() => settingsFrom(options)).toThrow(message);
  });
});

describe("settingsOfEach", () => {
  it("gives each method those of the options that it has", () => {
    const names = ["multinomial", "logistic-regression", "nb-logistic-regression"];
    const options = { alpha: 0.1, cost: 3, intercept: false, tf: "log", minCount: 2 } as const;
    const [bayes, logistic, both] = settingsOfEach(names, options);
    expect(bayes).toEqual(settingsFrom({ classifier: "multinomial", alpha: 0.1, tf: "log", minCount: 2 }));
    const { alpha: _, ...withoutAlpha } = options;
    expect(logistic).toEqual(settingsFrom({ classifier: "logistic-regression", ...withoutAlpha }));
    expect(both).toEqual(settingsFrom({ classifier: "nb-logistic-regression", ...options }));
  });

  it("refuses an option that none of the methods has, and a value that one of them does not take", () => {
    expect(() => settingsOfEach(["multinomial", "bernoulli"], { cost: 3 })).toThrow(UsageError);
    expect(() => settingsOfEach(["multinomial", "bernoulli"], { cost: 3 })).toThrow(
      /^cost: required one of the options/,
    );
    const mixed = () => settingsOfEach(["multinomial", "complement"], { alpha: 0 });
    expect(mixed).toThrow(/^complement: alpha: required a number above 0/);
  });
});

describe("selects", () => {
  it("is true of settings that can leave out a term, each rule by itself, and of no others", () => {
    expect(selects(DEFAULT_SETTINGS)).toBe(false);
    expect(selects(settingsFrom({ minCount: 1, minDocuments: 0, alpha: 3, ngrams: [1, 3] }))).toBe(false);
    const rules: TrainOptions[] = [
      { minCount: 1.5 },
      { minDocuments: 2 },
      { maxDocumentShare: 0.99 },
      { dropTop: 1 },
      { maxTerms: 10 },
    ];
    for (const rule of rules) expect(selects(settingsFrom(rule))).toBe(true);
  });
});
