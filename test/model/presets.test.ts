import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { classify } from "../../src/model/classify.js";
import { deserialize } from "../../src/model/file/model-file.js";
import { serialize } from "../../src/model/file/save-model.js";
import { learn } from "../../src/model/learning/learn.js";
import { newModel } from "../../src/model/learning/remembering-model.js";
import { PRESET_NAMES, type TrainOptions } from "../../src/model/options.js";
import { PRESETS, presetOf, withFewLabelDefaults, withPreset } from "../../src/model/presets.js";
import { DEFAULT_SETTINGS, named, resolve, settingsFrom } from "../../src/model/settings.js";
import { train } from "../../src/model/training.js";

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

describe.each(PRESET_NAMES)("the preset %s", (preset) => {
  it("trains a model that sorts, and that is the same when it comes from a file", () => {
    const model = train(CORPUS, { preset });
    const again = deserialize(serialize(model));
    for (const [text, label] of [
      ["Subject: prize\n\nfree money", "spam"],
      ["Subject: friday\n\nat the harbour", "ham"],
    ]) {
      const found = classify(model, text);
      expect(found.label).toBe(label);
      expect(classify(again, text)).toEqual(found);
    }
  });

  it("takes options that it does not fix, by which it is still known, and its own values again, but no others", () => {
    const settings = settingsFrom({ ...PRESETS[preset], preset, takeHalf: true, minDocuments: 2 });
    expect(settings).toEqual({ ...settingsFrom({ preset }), takeHalf: true, minDocuments: 2 });
    expect(presetOf(settings)).toBe(preset);
    expect(presetOf({ ...settings, ngrams: [3, 3] })).toBeUndefined();
    const own = `the preset ${preset} fixes classifier ${PRESETS[preset].classifier}`;
    const refusal = `${own}, so it cannot be gaussian: leave out one of the two`;
    expect(() => settingsFrom({ preset, classifier: "gaussian" })).toThrow(refusal);
  });
});

describe("the preset fast", () => {
  it("is calibrated unless asked not to, also in its file, and says of no document another class for it", () => {
    const [raw, model] = [train(CORPUS, { preset: "fast", calibrate: "none" }), train(CORPUS, { preset: "fast" })];
    expect(raw.calibration).toBeUndefined();
    expect(model.calibration).toBeDefined();
    expect(deserialize(serialize(model)).calibration).toEqual(model.calibration);
    const shaped = train("corpora/newsgroups", { preset: "fast" });
    expect(shaped.calibration?.shape).toBeDefined();
    expect(deserialize(serialize(shaped)).calibration).toEqual(shaped.calibration);
    expect(named(model.settings, true).calibrate).toBe("auto");
    for (const { bytes } of CORPUS) expect(classify(model, bytes).label).toBe(classify(raw, bytes).label);
  });
});

describe("the preset best", () => {
  it("is calibrated, and says of no document another class for it", () => {
    const { calibrate, ...uncalibrated } = PRESETS.best;
    expect(calibrate).toBe("auto");
    const [raw, model] = [train(CORPUS, uncalibrated), train(CORPUS, { preset: "best" })];
    expect(raw.calibration).toBeUndefined();
    for (const { bytes } of CORPUS) {
      const order = (of: typeof model) => classify(of, bytes).ranking.map(({ label }) => label);
      expect(order(model)).toEqual(order(raw));
      expect(classify(model, bytes).probability).not.toBe(classify(raw, bytes).probability);
    }
  });
});

describe("the preset mail", () => {
  it("counts messages with a term, not its occurrences, takes pairs and fields, and can learn on", () => {
    const model = train(CORPUS, { preset: "mail" });
    const probability = (body: string) => classify(model, `Subject: now\n\n${body}\n`).probability;
    expect(probability("money money harbour")).toBe(probability("money harbour"));
    expect(probability("the money")).not.toBe(probability("money the"));
    expect([...model.vocabulary]).toEqual(
      expect.arrayContaining(["money", "it", "the money", "don't-miss", "subject:prize"]),
    );
    expect(resolve(model.settings).isCounting).toBe(true);
  });

  it("is what mail is learned by where neither a preset nor a method is named", () => {
    const mail = settingsFrom({ preset: "mail" });
    expect(settingsFrom({ as: "mail" })).toEqual(mail);
    expect(settingsFrom(mail as unknown as TrainOptions)).toEqual(mail);
    const { emphasis: _, temper: __, ...plain } = settingsFrom({ classifier: "multinomial", as: "mail" });
    expect(plain).toMatchObject({ alpha: 1, tokens: "words", ngrams: [1, 1] });
    expect(settingsFrom({ preset: "lecture", as: "mail" })).toEqual(plain);
  });

  it("lets each given option override it, and another smoothing replace its own", () => {
    const mail = settingsFrom({ preset: "mail" });
    expect(settingsFrom({ as: "mail", alpha: 1, ngrams: [1, 1] })).toEqual({ ...mail, alpha: 1, ngrams: [1, 1] });
    const { alpha: _, ...others } = mail;
    expect(settingsFrom({ as: "mail", mEstimate: 2 })).toEqual({ ...others, mEstimate: 2, mPrior: "uniform" });
    expect(settingsFrom({ as: "mail", alpha: undefined } as unknown as TrainOptions)).toEqual(mail);
  });
});

describe("withPreset", () => {
  it("leaves options without a preset as they are, and makes of lecture what a model is by default", () => {
    expect(withPreset({ alpha: 2 })).toEqual({ alpha: 2 });
    expect(settingsFrom({ preset: "lecture" })).toEqual(DEFAULT_SETTINGS);
    expect([presetOf(settingsFrom({})), presetOf(settingsFrom({ emphasis: 8 }))]).toEqual(["lecture", undefined]);
    expect(() => settingsFrom({ preset: "lecture", temper: 1 })).toThrow(UsageError);
  });

  const own = (option: string, preset: string) =>
    `${option} cannot be combined with the preset ${preset}, which fixes its own method: leave out one of the two`;
  const fixed = (preset: string, setting: string, value: string) =>
    `the preset ${preset} fixes ${setting}, so it cannot be ${value}: leave out one of the two`;
  const missing = (preset: string) =>
    `there is no preset "${preset}"; choose one of lecture, fast, mail, mail-best, best`;

  it.each<[TrainOptions, string]>([
    [{ preset: "fast", alpha: 1 }, own("alpha 1", "fast")],
    [{ preset: "fast", cost: 1 }, own("cost 1", "fast")],
    [{ preset: "best", alpha: 1 }, own("alpha 1", "best")],
    [{ preset: "lecture", mEstimate: 2 }, own("m-estimate 2", "lecture")],
    [{ preset: "fast", tokenLength: [2, 9] }, fixed("fast", "token-length 1-256", "2-9")],
    [{ preset: "best", ngrams: [1, 3] }, fixed("best", "ngrams 1-2", "1-3")],
    [{ preset: "best", fields: ["from"] }, fixed("best", "fields subject", "from")],
    [{ preset: "best", calibrate: "temperature" }, fixed("best", "calibrate auto", "temperature")],
    [{ preset: "quick" as "fast" }, missing("quick")],
    [{ preset: "toString" as "fast" }, missing("toString")],
  ])("refuses what contradicts it: %j", (options, message) => {
    expect(() => settingsFrom(options)).toThrow(new UsageError(message));
  });
});

describe("the preset mail-best", () => {
  it("cannot learn one message at a time, and does not take characters of the header for known words", () => {
    const refusal = "a learned combination with these settings cannot learn single documents";
    expect(() => learn(newModel({ preset: "mail-best" }), CORPUS.slice(0, 1))).toThrow(refusal);
    const model = train(CORPUS, { ...PRESETS["mail-best"] });
    expect(model.settings).toEqual(settingsFrom({ preset: "mail-best" }));
    const known = (text: string) => model.knowsWords(model.rowOf(text));
    expect(known("Subject: 1\n\nxyzzy")).toBe(false);
    expect(known("Subject: 1\n\nharbour")).toBe(true);
    expect(known("")).toBe(false);
  });
});

describe("withFewLabelDefaults", () => {
  it("fills in missing options, and does not change presets and methods", () => {
    const given = { minCount: 2, tf: "binary" } as const;
    expect(withFewLabelDefaults(given)).toMatchObject({ classifier: "linear-svm", fields: ["subject"], ...given });
    for (const named of [{ preset: "fast" }, { classifier: "bernoulli" }] as const) {
      expect(withFewLabelDefaults(named)).toBe(named);
    }
    // The fields of mail and the words of a tokenizer stay as they are.
    expect(settingsFrom(withFewLabelDefaults({ as: "mail" })).fields.length).toBeGreaterThan(1);
    const tokenizer = (text: string) => text.split(" ");
    const own = { tokenizer: "own", classifier: "linear-svm" };
    expect(settingsFrom(withFewLabelDefaults({ tokenizer }))).toMatchObject(own);
  });
});
