import { describe, expect, it } from "vitest";
import { classifierFor } from "../src/classifiers/table.js";
import { classify } from "../src/classify.js";
import { UsageError } from "../src/errors.js";
import { modelFromBytes } from "../src/model-file.js";
import { PRESET_NAMES, PRESETS, presetOf, withPreset } from "../src/presets.js";
import { modelToBytes } from "../src/save-model.js";
import { counts, DEFAULT_SETTINGS, settingsFrom, type TrainOptions } from "../src/settings.js";
import { train } from "../src/training.js";

const message = (label: string, subject: string, body: string, i: number) => ({
  id: `${label}/${i}`,
  label,
  bytes: Buffer.from(`From: a@b.example\nSubject: ${subject}\n\n${body} w${i % 3}\n`),
});

const CORPUS = Array.from({ length: 12 }, (_, i) =>
  i % 2 === 0
    ? message("ham", "lunch on friday", "shall we meet at the harbour", i)
    : message("spam", "win a prize", "claim the money now, it is don't-miss free", i),
);

// What folds of training parts chose: figures in the README stand for these, and no others.
describe("the presets", () => {
  it("are what was measured", () => {
    const { lecture, fast, best } = PRESETS;
    expect([lecture, fast, ...(best.members ?? []), { ...best, members: "as above" }]).toEqual([
      {
        classifier: "multinomial",
        alpha: 1,
        prior: "fit",
        tf: "count",
        idf: "none",
        norm: "none",
        tokens: "words",
        ngrams: [1, 1],
        charNgrams: null,
        sparseBigrams: null,
      },
      {
        classifier: "complement",
        alpha: 0.1,
        normalize: false,
        prior: "none",
        tf: "sqrt",
        idf: "none",
        norm: "l2",
        tokens: "inner",
        tokenLength: [1, 256],
        fields: ["subject"],
        sparseBigrams: null,
        ngrams: [1, 1],
        charNgrams: null,
      },
      {
        classifier: "complement",
        alpha: 0.1,
        normalize: false,
        prior: "none",
        tf: "sqrt",
        idf: "none",
        norm: "l2",
        kinds: ["words", "fields"],
        weight: 4,
      },
      {
        classifier: "logistic-regression",
        cost: 10,
        intercept: false,
        tf: "log",
        idf: "smooth",
        idfPower: 2,
        norm: "l2",
        kinds: ["words", "fields"],
        weight: 1,
      },
      {
        classifier: "nb-logistic-regression",
        alpha: 0.003,
        cost: 3,
        intercept: false,
        tf: "binary",
        idf: "smooth",
        norm: "l2",
        kinds: ["words", "ngrams", "fields"],
        weight: 2,
      },
      {
        classifier: "nb-logistic-regression",
        alpha: 0.003,
        cost: 3,
        intercept: false,
        tf: "binary",
        idf: "smooth",
        norm: "l2",
        kinds: ["words", "characters", "fields"],
        weight: 2,
      },
      {
        classifier: "combined",
        members: "as above",
        tokens: "inner",
        tokenLength: [1, 256],
        fields: ["subject"],
        sparseBigrams: null,
        ngrams: [1, 2],
        charNgrams: [4, 4],
        calibrate: "isotonic",
      },
    ]);
  });
});

describe.each(PRESET_NAMES)("the preset %s", (preset) => {
  it("is known by its settings, whatever else is chosen", () => {
    expect(presetOf(settingsFrom({ preset, minCount: 2 }))).toBe(preset);
    expect(presetOf({ ...settingsFrom({ preset }), ngrams: [3, 3] })).toBeUndefined();
  });

  it("is made of settings that are allowed together", () => {
    const settings = settingsFrom({ preset });
    expect(settings).toMatchObject(PRESETS[preset]);
    expect(classifierFor(settings).name).toBe(settings.classifier);
    expect(settingsFrom(PRESETS[preset])).toEqual(settings);
  });

  it("trains a model that sorts, and that is the same when it comes from a file", () => {
    const model = train(CORPUS, { preset });
    const again = modelFromBytes(modelToBytes(model));
    for (const [text, label] of [
      ["Subject: prize\n\nfree money", "spam"],
      ["Subject: friday\n\nat the harbour", "ham"],
    ]) {
      const found = classify(model, text);
      expect(found.label).toBe(label);
      expect(classify(again, text)).toEqual(found);
    }
  });

  it("takes what it does not fix beside it, and its own values once more", () => {
    const { ...fixed } = PRESETS[preset];
    const settings = settingsFrom({ ...fixed, preset, takeHalf: true, minDocuments: 2 });
    expect(settings).toEqual({ ...settingsFrom({ preset }), takeHalf: true, minDocuments: 2 });
  });

  it("refuses another classifier, and says what to do", () => {
    const choose = () => settingsFrom({ preset, classifier: "gaussian" });
    expect(choose).toThrow(UsageError);
    expect(choose).toThrow(
      `preset ${preset}: required classifier ${PRESETS[preset].classifier}, which it fixes, got gaussian: leave out one of the two`,
    );
  });
});

describe("the preset best", () => {
  it("is calibrated, and says of no document another class for it", () => {
    const { calibrate, ...uncalibrated } = PRESETS.best;
    expect(calibrate).toBe("isotonic");
    const [raw, model] = [train(CORPUS, uncalibrated), train(CORPUS, { preset: "best" })];
    expect(model.calibration?.steps).toBeDefined();
    for (const { bytes } of CORPUS) {
      const order = (of: typeof model) => classify(of, bytes).ranking.map(({ label }) => label);
      expect(order(model)).toEqual(order(raw));
      expect(classify(model, bytes).probability).not.toBe(classify(raw, bytes).probability);
    }
  });
});

describe("the preset mail", () => {
  it("is what was measured, of presences and made of counts", () => {
    expect(PRESETS.mail).toEqual({
      classifier: "multinomial",
      alpha: 0.03,
      emphasis: 8,
      temper: 1,
      prior: "fit",
      tf: "binary",
      idf: "none",
      norm: "none",
      as: "mail",
      tokens: "inner",
      tokenLength: [3, 256],
      ngrams: [1, 2],
      charNgrams: null,
      sparseBigrams: null,
    });
    expect(counts(settingsFrom({ preset: "mail" }))).toBe(true);
  });

  it("leaves the choice of fields and of what is left out", () => {
    const settings = settingsFrom({ preset: "mail", fields: ["subject"], strip: ["quotes"] });
    expect(settings).toMatchObject({ fields: ["subject"], strip: ["quotes"] });
    expect(presetOf(settings)).toBe("mail");
  });

  it("is what mail is learned by where neither a preset nor a method is named", () => {
    const mail = settingsFrom({ preset: "mail" });
    expect(settingsFrom({ as: "mail" })).toEqual(mail);
    expect(settingsFrom(mail as TrainOptions)).toEqual(mail);
    const { emphasis: _, temper: __, ...plain } = settingsFrom({ classifier: "multinomial", as: "mail" });
    expect(plain).toMatchObject({ alpha: 1, tokens: "words", ngrams: [1, 1] });
    expect(settingsFrom({ preset: "lecture", as: "mail" })).toEqual(plain);
  });

  it("gives way to each option beside it, and its smoothing to another", () => {
    const mail = settingsFrom({ preset: "mail" });
    expect(settingsFrom({ as: "mail", alpha: 1, ngrams: [1, 1] })).toEqual({ ...mail, alpha: 1, ngrams: [1, 1] });
    const { alpha: _, ...others } = mail;
    expect(settingsFrom({ as: "mail", mEstimate: 2 })).toEqual({ ...others, mEstimate: 2, mPrior: "uniform" });
    expect(settingsFrom({ as: "mail", alpha: undefined } as unknown as TrainOptions)).toEqual(mail);
  });

  it("is not taken for the lectures' method, and neither is that with an option more", () => {
    expect(presetOf(settingsFrom({}))).toBe("lecture");
    expect(presetOf(settingsFrom({ emphasis: 8 }))).toBeUndefined();
    expect(() => settingsFrom({ preset: "lecture", temper: 1 })).toThrow(UsageError);
  });
});

describe("withPreset", () => {
  it("leaves options without a preset as they are", () => {
    expect(withPreset({ alpha: 2 })).toEqual({ alpha: 2 });
  });

  it("makes of lecture what a model is by default", () => {
    expect(settingsFrom({ preset: "lecture" })).toEqual(DEFAULT_SETTINGS);
  });

  it.each<[TrainOptions, string]>([
    [{ preset: "fast", alpha: 1 }, "preset fast: required alpha 0.1, which it fixes, got 1"],
    [{ preset: "fast", tokenLength: [2, 9] }, "preset fast: required token-length 1-256, which it fixes, got 2-9"],
    [{ preset: "best", ngrams: [1, 3] }, "preset best: required ngrams 1-2, which it fixes, got 1-3"],
    [{ preset: "best", fields: ["from"] }, "preset best: required fields subject, which it fixes, got from"],
    [
      { preset: "best", alpha: 1 },
      "preset best: required no options of methods beside it, as it fixes its own, got alpha 1: leave out",
    ],
    [
      { preset: "fast", cost: 1 },
      "preset fast: required no options of methods beside it, as it fixes its own, got cost 1",
    ],
    [
      { preset: "lecture", mEstimate: 2 },
      "preset lecture: required no options of methods beside it, as it fixes its own, got m-estimate 2",
    ],
    [
      { preset: "best", calibrate: "temperature" },
      "preset best: required calibrate isotonic, which it fixes, got temp",
    ],
    [{ preset: "quick" as "fast" }, 'preset: required one of lecture, fast, mail, best, got "quick"'],
    [{ preset: "toString" as "fast" }, 'preset: required one of lecture, fast, mail, best, got "toString"'],
  ])("refuses what contradicts it: %j", (options, message) => {
    expect(() => settingsFrom(options)).toThrow(UsageError);
    expect(() => settingsFrom(options)).toThrow(message);
  });
});
