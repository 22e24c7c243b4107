import { shown } from "./checks.js";
import { safeText } from "./safe-text.js";

/** The option of a setting: `min-count` for `minCount`. */
export function optionName(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Settings that the command writes as a range, `2-256`. */
const RANGES: ReadonlySet<string> = new Set(["tokenLength", "ngrams", "charNgrams", "textNgrams", "rawNgrams"]);

/** The value of a setting as the command writes it. */
export function settingValue(name: string, value: unknown): string {
  const isPlain = (item: unknown) => ["string", "number", "boolean"].includes(typeof item);
  if (!Array.isArray(value)) return isPlain(value) ? safeText(String(value)) : shown(value);
  return value.every(isPlain) ? safeText(value.join(RANGES.has(name) ? "-" : ",")) : shown(value);
}
