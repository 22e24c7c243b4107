import { UsageError } from "./errors.js";
import { safeText } from "./safe-text.js";

/**
 * Checks of options and arguments of the library. Each `name` is that of the option or argument, for the message. The
 * types are checked too, because callers may use plain JavaScript.
 */

/**
 * A range of numbers. `from` and `to` are inclusive, `above` and `below` are exclusive. `{}` allows all finite numbers.
 */
export interface NumberRange {
  readonly from?: number;
  readonly above?: number;
  readonly to?: number | undefined;
  readonly below?: number;
}

/** @throws UsageError unless the value is a number in the range. */
export function requireNumber(name: string, value: unknown, range: NumberRange): asserts value is number {
  const { from = Number.NEGATIVE_INFINITY, above = Number.NEGATIVE_INFINITY } = range;
  const { to = Number.MAX_VALUE, below = Number.POSITIVE_INFINITY } = range;
  if (typeof value === "number" && value >= from && value > above && value <= to && value < below) return;
  throw new UsageError(`${name} must be a number ${rangeText(range)}, not ${shown(value)}`);
}

/** Writes a range for a message: `from 1 to 5`, `above 0 and below 1`. */
function rangeText({ from, above, to, below }: NumberRange): string {
  if (from !== undefined && to !== undefined) return `from ${from} to ${to}`;
  if (from === undefined && above === undefined) return to === undefined ? "that is finite" : `of at most ${to}`;
  const least = above === undefined ? `of at least ${from}` : `above ${above}`;
  if (below !== undefined) return `${least} and below ${below}`;
  return to === undefined ? least : `${least} and at most ${to}`;
}

/** @throws UsageError unless the value is a whole number of at least `least` and, if given, at most `most`. */
export function requireWhole(name: string, value: unknown, least: number, most?: number): asserts value is number {
  const isInside = (n: number) => n >= least && (most === undefined || n <= most);
  if (Number.isSafeInteger(value) && isInside(value as number)) return;
  const range = rangeText({ from: least, to: most });
  throw new UsageError(`${name} must be a whole number ${range}, not ${shown(value)}`);
}

/** @throws UsageError unless the value is true or false. */
export function requireBoolean(name: string, value: unknown): asserts value is boolean {
  if (typeof value !== "boolean") throw new UsageError(`${name} must be true or false, not ${shown(value)}`);
}

/** @throws UsageError unless the value is one of the choices. */
export function requireOneOf<T extends string>(
  name: string,
  value: unknown,
  choices: readonly T[],
): asserts value is T {
  if ((choices as readonly unknown[]).includes(value)) return;
  throw new UsageError(`${name} must be one of ${choices.join(", ")}, not ${shown(value)}`);
}

/** @throws UsageError unless the value is a function, or undefined. */
export function requireCallback(name: string, value: unknown): void {
  if (value === undefined || typeof value === "function") return;
  throw new UsageError(`${name} must be a function, not ${shown(value)}`);
}

/** @throws UsageError unless the value is an object. An array or a promise is refused, too. */
export function requireOptions(name: string, value: unknown): asserts value is object {
  if (!isRecord(value) || value instanceof Promise)
    throw new UsageError(`${name}: the options must be an object, not ${shown(value)}`);
}

/** @throws UsageError unless the value is a string. @param name the function that takes the path */
export function requirePath(name: string, value: unknown): asserts value is string {
  if (!isText(value)) throw new UsageError(`${name}: the path must be a string, not ${shown(value)}`);
}

/** Maximum length of a value in a message, in characters. A forged value can have any length. */
const MAX_VALUE_LENGTH = 300;

/** Writes a value of any type on one line for a message. A long value is cut. */
export function shown(value: unknown): string {
  if (typeof value === "number" || typeof value === "symbol") return String(value);
  if (typeof value === "function") return "a function";
  if (value instanceof Promise) return "a promise: await it first";
  try {
    const json = JSON.stringify(value) ?? "undefined";
    return json.length > MAX_VALUE_LENGTH ? `${json.slice(0, MAX_VALUE_LENGTH)}…` : json;
  } catch {
    // JSON has no BigInt, and no object that contains itself.
    return typeof value === "bigint" ? `${value}n` : "an object that is no JSON";
  }
}

/** Names the type of a value in a message. */
export function typeName(value: unknown): string {
  if (value instanceof Promise) return shown(value);
  return value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
}

/** Whether a value read from JSON is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a value is a whole number of at least 0. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Returns the command-line option of a setting: `min-count` for `minCount`. */
export function optionName(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Settings that the command line writes as a range, `2-256`. */
const RANGES: ReadonlySet<string> = new Set(["token-length", "ngrams", "char-ngrams", "text-ngrams", "raw-ngrams"]);

/** Writes the value of a setting, or of an option, as on the command line. An empty list is `none`. */
export function settingValue(name: string, value: unknown): string {
  const isPlain = (item: unknown) => ["string", "number", "boolean"].includes(typeof item);
  if (Array.isArray(value) && value.length === 0) return "none";
  if (!Array.isArray(value)) return isPlain(value) ? safeText(String(value)) : shown(value);
  return value.every(isPlain) ? safeText(value.join(RANGES.has(optionName(name)) ? "-" : ",")) : shown(value);
}
