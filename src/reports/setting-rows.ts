import { optionName } from "./option-name.js";

/** Settings that the command takes as a range, `2-256`. */
const RANGES: ReadonlySet<string> = new Set(["tokenLength", "ngrams", "charNgrams"]);

/** The settings that are something, each as the command has it: `["min-count", "3"]`. */
export function settingRows(settings: object): [name: string, value: string][] {
  return Object.entries(settings)
    .filter(([name, value]) => isSomething(name, value))
    .map(([name, value]) => [optionName(name), settingValue(name, value)]);
}

/** The value of a setting as the command takes it. */
export function settingValue(name: string, value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  return value.some((item) => typeof item === "object")
    ? JSON.stringify(value)
    : value.join(RANGES.has(name) ? "-" : ",");
}

/** Whether a setting does anything: "none" of most does not, and half of the tokens are taken or there is nothing to say. */
function isSomething(name: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (value === "none") return name === "tokens";
  if (value === false) return name !== "takeHalf";
  return !(Array.isArray(value) && value.length === 0);
}
