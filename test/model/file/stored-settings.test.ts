import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { load, loadToFilter } from "../../../src/model/file/model-file.js";
import { decodeSafetensors, encodeSafetensors } from "../../../src/model/file/safetensors.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { storedSettings } from "../../../src/model/file/stored-settings.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { train } from "../../../src/model/training.js";
import { temporaryFolder } from "../../helpers/folder.js";

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
