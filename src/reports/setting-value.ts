/** Settings that the command takes as a range, `2-256`. */
const RANGES: ReadonlySet<string> = new Set(["tokenLength", "ngrams", "charNgrams"]);

/** The value of a setting as the command takes it. */
export function settingValue(name: string, value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  return value.some((item) => typeof item === "object")
    ? JSON.stringify(value)
    : value.join(RANGES.has(name) ? "-" : ",");
}
