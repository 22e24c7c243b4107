import { optionName } from "../reports/option-name.js";
import { DEFAULT_SETTINGS, type Settings } from "../settings.js";

/** The options that give these settings, without those that are as they are by default; classifier and alpha always. */
export function optionsFor(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const isDefault = String(value) === String(DEFAULT_SETTINGS[name as keyof Settings]);
    if (isDefault && name !== "classifier" && name !== "alpha") return [];
    if (value === true) return [`--${optionName(name)}`];
    return [`--${optionName(name)}`, Array.isArray(value) ? value.join(name === "strip" ? "," : "-") : String(value)];
  });
}

/** A command line that a POSIX shell takes apart into these words again. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}
