/** The option of a setting: `min-count` for `minCount`. */
export function optionName(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Settings that the command writes as a range, `2-256`. */
const RANGES: ReadonlySet<string> = new Set(["tokenLength", "ngrams", "charNgrams", "textNgrams", "rawNgrams"]);

/** The value of a setting as the command writes it. */
export function settingValue(name: string, value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  return value.some((item) => typeof item === "object")
    ? JSON.stringify(value)
    : value.join(RANGES.has(name) ? "-" : ",");
}
