import { optionName, settingValue } from "../base/checks.js";
import {
  METHOD_LISTS,
  type MethodOptions,
  methodDefaults,
  methodWeighting,
  titleOptions,
} from "../classifiers/table.js";
import { NO_WEIGHTING } from "../features/weighting.js";
import { mailFields } from "../mail/fields/fields.js";
import type { PresetName } from "../model/options.js";
import { PRESETS, presetOf } from "../model/presets.js";
import { DEFAULT_SETTINGS, type Settings } from "../model/settings.js";
import { settingRows } from "../reports/evaluation/settings-text.js";
import { SETTABLE } from "./settings.js";

/** Settings that `classifierText` shows already, and `icu`, which `segment` implies. */
const NOT_SHOWN = ["classifier", ...METHOD_LISTS, "calibrate", "icu", ...Object.keys(NO_WEIGHTING)];

/**
 * Returns the preset, and the settings that differ from the defaults, as one safe line of text; empty if there
 * are none.
 */
export function chosenText(settings: Settings): string {
  const { classifier } = settings;
  // A given option may replace another one, so the defaults depend on the settings.
  const defaults = defaultsFor(settings, methodDefaults(classifier, settings));
  // The name of the method is followed by its main options, so they are not repeated.
  const hidden = new Set([...NOT_SHOWN, ...titleOptions(classifier)]);
  const chosen = Object.entries(settings).filter(
    ([name, value]) => !hidden.has(name) && String(value) !== String(defaults[name as keyof Settings]),
  );
  const preset = presetOf(settings);
  return [
    // The defaults are a preset too.
    ...(preset === undefined || preset === "lecture" ? [] : [`preset ${preset}`]),
    ...settingRows(Object.fromEntries(chosen)).map(([name, value]) => (value === "true" ? name : `${name} ${value}`)),
  ].join(", ");
}

/**
 * Returns the options that give these settings. Leaves out the defaults of the method, except for classifier and alpha.
 *
 * @param preset the preset to name in place of the settings that it fixes. Default: none
 */
export function optionsFor(settings: Settings, preset?: PresetName): string[] {
  const fixed = preset === undefined ? [] : Object.keys(PRESETS[preset]);
  // A command line starts from the method alone.
  const defaults = defaultsFor(settings, methodDefaults(settings.classifier));
  const open = Object.entries(settings).flatMap(([name, value]) => {
    // `icu` records what `segment` was made with, and has no option.
    if (name === "icu" || fixed.includes(name)) return [];
    const isDefault = String(value) === String(defaults[name as keyof Settings]);
    if (isDefault && name !== "classifier" && name !== "alpha") return [];
    return wordsOfSetting(name, value);
  });
  return preset === undefined ? open : ["--preset", preset, ...open];
}

/** Returns the defaults for the method and the form of documents of some settings. */
function defaultsFor({ classifier, as }: Settings, ofMethod: MethodOptions): Settings {
  const fields = as === "mail" ? mailFields() : DEFAULT_SETTINGS.fields;
  return { ...DEFAULT_SETTINGS, ...ofMethod, ...methodWeighting(classifier), fields };
}

/** Returns a setting as words of a command line: `--alpha 1`, `--set temper=0.5`. */
function wordsOfSetting(name: string, value: unknown): string[] {
  if (SETTABLE.includes(name)) return ["--set", `${optionName(name)}=${settingValue(name, value)}`];
  if (typeof value === "boolean") return [`--${value ? "" : "no-"}${optionName(name)}`];
  return [`--${optionName(name)}`, settingValue(name, value)];
}
