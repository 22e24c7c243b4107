import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { CALIBRATION_METHODS } from "../../../src/classifiers/calibration/calibration.js";
import { classify } from "../../../src/model/classify.js";
import { encodeSafetensors } from "../../../src/model/file/encode-safetensors.js";
import { deserialize, load, loadToFilter, storedSettings } from "../../../src/model/file/model-file.js";
import { decodeSafetensors } from "../../../src/model/file/safetensors.js";
import { serialize } from "../../../src/model/file/save-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { train } from "../../../src/model/training.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { changedFile, MANY } from "./model-files.js";

describe("the settings of a model file", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const warnings = () => vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);

  it("are refused if they name no rules for words, as in version 0.1, with the command that makes the model again", () => {
    const documents = ["ham", "spam"].map((label) => ({ label, text: label }));
    const { arrays, metadata } = decodeSafetensors(serialize(train(documents)));
    const { wordRules, ...settings } = JSON.parse(metadata.settings);
    expect(wordRules).toBe(3);
    const path = join(temporaryFolder(), "old.model");
    writeFileSync(path, encodeSafetensors({ arrays, metadata: { ...metadata, settings: JSON.stringify(settings) } }));
    const message =
      "old.model: made by Thresher 0.1, whose models are no longer read: make it again with thresher train";
    for (const read of [load, loadToFilter]) expect(() => read(path)).toThrow(message);
  });

  it("are refused if they are missing or no object", () => {
    for (const json of [undefined, "null", "5", "[]", '"mail"']) {
      expect(() => storedSettings(json), json).toThrow(new UsageError("its settings are missing"));
    }
  });

  it("find words by the rules that they name", () => {
    const settings = settingsFrom({ segment: true });
    expect(settings).toMatchObject({ wordRules: 3, segment: true, icu: process.versions.icu });
    const warn = warnings();
    expect(JSON.stringify(storedSettings(JSON.stringify(settings)))).toBe(JSON.stringify(settings));
    expect(warn).not.toHaveBeenCalled();
    expect(settingsFrom({ segment: false })).toEqual(settingsFrom({}));
  });

  it("name the version of the dictionaries only where these had something to cut", () => {
    const icuOf = (...texts: string[]) => {
      const documents = texts.map((text, i) => ({ label: String(i), text }));
      const { metadata } = decodeSafetensors(serialize(train(documents, { segment: true })));
      return (JSON.parse(metadata.settings) as { icu?: string }).icu;
    };
    expect(icuOf("red sea", "Grüße, naïve – “fish” 🐟")).toBeUndefined();
    expect(icuOf("red sea", "很好吃")).toBe(process.versions.icu);
    expect(icuOf("red sea", "ไม่อร่อย")).toBe(process.versions.icu);
  });

  it("warn of dictionaries of another version", () => {
    const warn = warnings();
    const settings = storedSettings(JSON.stringify({ ...settingsFrom({ segment: true }), icu: "60.1\n" }));
    expect(settings.icu).toBe("60.1\n");
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0][0]).toMatch(
      /^this model was trained with the dictionaries of ICU 60\.1\S+, and this Node\.js has ICU [\d.]+: Chinese, .* may be cut into other words\. Train the model again/,
    );
  });
});

const SHAPES: Readonly<Record<string, readonly string[]>> = {
  temperature: [],
  beta: ["calibration.beta"],
  isotonic: ["calibration.curve-from", "calibration.curve-to"],
};

/** The names of the arrays of a calibration. */
function namesOf(options: TrainOptions): string[] {
  const { arrays } = decodeSafetensors(serialize(train(MANY, options)));
  return Object.keys(arrays).filter((name) => name.startsWith("calibration."));
}

describe("the calibration in a model file", () => {
  it("is what the settings name", () => {
    for (const [calibrate, shape] of Object.entries(SHAPES)) {
      const names = namesOf({ calibrate } as TrainOptions);
      expect(names.toSorted()).toEqual(["calibration.temperature", ...shape].sort());
    }
    const ofAuto = namesOf({ calibrate: "auto" }).filter((name) => name !== "calibration.temperature");
    expect(Object.values(SHAPES).map((shape) => shape.join())).toContain(ofAuto.sort().join());
    expect(namesOf({})).toEqual([]);
  });

  it.each(CALIBRATION_METHODS)("comes back, even if no document says how sure the model may be: %s", (calibrate) => {
    const apart = ["ham", "spam"].flatMap((label) => Array(4).fill({ label, text: `${label} ${label} ${label}` }));
    for (const model of [train(MANY, { calibrate, seed: 3 }), train(apart, { alpha: 0, calibrate })]) {
      const again = deserialize(serialize(model));
      expect(again.calibration).toEqual(model.calibration);
      expect(classify(again, "prize home")).toEqual(classify(model, "prize home"));
    }
  });

  const isotonic = serialize(train(MANY, { calibrate: "isotonic" }));
  const beta = serialize(train(MANY, { calibrate: "beta" }));
  const sound = { "curve-from": "0 1", "curve-to": "0.2 0.4" };
  const withArrays = (file: Uint8Array, lists: Readonly<Record<string, string | undefined>>) => {
    const numbersIn = (list: string) => Float64Array.from(list.split(" ").filter(Boolean), Number);
    const arrays = Object.entries(lists).map(([name, list]) => [`calibration.${name}`, list && numbersIn(list)]);
    return () => deserialize(changedFile(file, Object.fromEntries(arrays)));
  };

  it("is read with other arrays that are sound, and refused where one is missing or does not fit", () => {
    expect(withArrays(isotonic, sound)().calibration?.shape).toMatchObject({ from: Float64Array.of(0, 1) });
    const wrong = {
      temperature: [undefined, "1", "1 NaN", "Infinity 1"],
      "curve-from": [undefined, "0 1 2", "1 1", "0 NaN", "0 5e-324", "0 Infinity"],
      "curve-to": [undefined, "0.4 0.2", "0.4 0.4", "0 Infinity"],
      beta: [undefined, "1 1", "0 1 0", "1 -1 0", "1 NaN 0", "1 1 Infinity"],
    };
    for (const [name, lists] of Object.entries(wrong)) {
      for (const list of lists) {
        const changed =
          name === "beta" ? withArrays(beta, { beta: list }) : withArrays(isotonic, { ...sound, [name]: list });
        expect(changed, `${name} ${list}`).toThrow(/damaged: calibration/);
      }
    }
    for (const point of ["0", "1"]) {
      expect(withArrays(isotonic, { "curve-from": point, "curve-to": point })).toThrow(/damaged: calibration/);
    }
  });
});
