import { methodDefaults, methodWeighting } from "../classifiers/table.js";
import { optionName } from "../reports/option-name.js";
import { settingValue } from "../reports/setting-value.js";
import { DEFAULT_SETTINGS, type Settings } from "../settings.js";

/** The options that give these settings, without those that are as the method has them by default; classifier and alpha always. */
export function optionsFor(settings: Settings): string[] {
  const { classifier } = settings;
  const defaults = { ...DEFAULT_SETTINGS, ...methodDefaults(classifier), ...methodWeighting(classifier) };
  return Object.entries(settings).flatMap(([name, value]) => {
    const isDefault = String(value) === String(defaults[name as keyof Settings]);
    if (isDefault && name !== "classifier" && name !== "alpha") return [];
    if (typeof value === "boolean") return [`--${value ? "" : "no-"}${optionName(name)}`];
    return [`--${optionName(name)}`, settingValue(name, value)];
  });
}

/** A command line that a POSIX shell takes apart into these words again. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}
