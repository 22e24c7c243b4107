import { shown } from "./checks.js";
import { safeText } from "./safe-text.js";

/** Returns the command-line option of a setting: `min-count` for `minCount`. */
export function optionName(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Settings that the command line writes as a range, `2-256`. */
const RANGES: ReadonlySet<string> = new Set(["token-length", "ngrams", "char-ngrams", "text-ngrams", "raw-ngrams"]);

/** Writes the value of a setting, or of an option, as on the command line. */
export function settingValue(name: string, value: unknown): string {
  const isPlain = (item: unknown) => ["string", "number", "boolean"].includes(typeof item);
  if (!Array.isArray(value)) return isPlain(value) ? safeText(String(value)) : shown(value);
  return value.every(isPlain) ? safeText(value.join(RANGES.has(optionName(name)) ? "-" : ",")) : shown(value);
}
