import { optionName } from "../../base/checks.js";
import { orElse, UsageError } from "../../base/errors.js";
import { either } from "../../base/lists.js";

/** The value of an option or argument is wrong. The message says what to give. */
export class InvalidValue extends UsageError {
  /** Commander recognizes the error by this code, and puts the option and the value before the message. */
  readonly code = "commander.invalidArgument";
}

/** Makes a parser. @param read returns undefined for a text that is not a value @param advice what to give instead */
export function parser<T>(read: (text: string) => T | undefined, advice: string): (text: string) => T {
  return (text) => {
    const value = read(text);
    if (value === undefined) throw new InvalidValue(advice);
    return value;
  };
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, before?: readonly string[]): string[] {
  return [...(before ?? []), value];
}

/** An option of commander. The filter, which also imports this file, starts without commander. */
interface CommanderOption {
  readonly parseArg?: ((text: string, before: never) => unknown) | undefined;
  readonly argChoices?: readonly string[] | undefined;
}

/**
 * Whether an option may be given several times: its parser also takes the value so far. The parser of
 * choices ignores it.
 */
export function isRepeatable({ parseArg, argChoices }: CommanderOption): boolean {
  return argChoices === undefined && parseArg !== undefined && parseArg.length > 1;
}

/** Parses a whole number of at least `least`. */
export function whole(least: number): (text: string) => number {
  const isWhole = (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= least;
  return parser((text) => (isWhole(text) ? Number(text) : undefined), `give a whole number of at least ${least}`);
}

/** Parses a finite number. The library checks its range. */
export const number = numberThat(() => true, "give a number");

/** Parses a number in the range that the advice describes. */
export function numberThat(isAllowed: (value: number) => boolean, advice: string): (text: string) => number {
  return parser((text) => numberIn(text, isAllowed), advice);
}

/** Reads a finite number. Returns undefined for a text that is none, or a number that is not allowed. */
function numberIn(text: string, isAllowed: (value: number) => boolean = () => true): number | undefined {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) && isAllowed(value) ? value : undefined;
}

/** Parses a time to wait, in seconds. */
export function seconds(most: number): (text: string) => number {
  return numberThat((value) => value > 0 && value <= most, `give seconds, more than 0 and at most ${most}`);
}

/** Parses a day such as 2026-01-31: its beginning in UTC. */
export const day = parser((text) => {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : Number.NaN);
  // February 30 would become March 2.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : undefined;
}, "give a day such as 2026-01-31");

/** k, M and G are powers of 1,000, as in printed sizes. */
const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

/** Parses a size, as whole bytes. */
export const size = parser((text) => {
  const match = /^(\d{1,12}(?:\.\d{1,6})?) ?([kmg]?)b?$/i.exec(text.trim());
  return match === null ? undefined : Math.floor(Number(match[1]) * UNITS[match[2].toLowerCase()]);
}, "give a size such as 5M, 800k or 5000000");

/** Reads numbers separated by commas. Returns undefined if a part is not a number. */
export function numbersIn(text: string): number[] | undefined {
  const values = text.split(",").map((part) => numberIn(part));
  return values.includes(undefined) ? undefined : (values as number[]);
}

/** Parses a share, as a number: `1/3`, `0.33` or `33%`, which is 0.33. It may be above 1: the library checks the range. */
export const fraction = parser((text) => {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(?:\/(\d+(?:\.\d+)?)|(%))?$/.exec(text.trim());
  return match === null ? undefined : Number(match[1]) / (match[3] === "%" ? 100 : Number(match[2] ?? 1));
}, "give a share such as 1/3, 0.33 or 33%");

/** Parses a share above 0 and below 1. */
export const limit = parser((text) => {
  const share = orElse(() => fraction(text), 0);
  return share > 0 && share < 1 ? share : undefined;
}, "give a share above 0 and below 1, such as 1% or 0.01");

/** Parses the shares of classes, such as `ham=.7,spam=.3`. */
export const shares = parser((text) => {
  const pairs = text.split(",").map((part) => {
    const at = part.lastIndexOf("=");
    return [
      part.slice(0, at).trim(),
      at < 1 ? undefined : orElse(() => fraction(part.slice(at + 1)), undefined),
    ] as const;
  });
  const isWhole = pairs.every(([, share]) => share !== undefined) && new Map(pairs).size === pairs.length;
  return isWhole ? (Object.fromEntries(pairs) as Record<string, number>) : undefined;
}, "give the share of each class once, such as ham=.7,spam=.3");

/** Parses a range such as `2-256`; a single number is both ends. */
export const range = parser<[number, number]>((text) => {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text.trim());
  return match === null ? undefined : [Number(match[1]), Number(match[2] ?? match[1])];
}, "give two whole numbers such as 1-2");

/** Parses one of a few words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return parser((text) => words.find((word) => word === text), `choose ${either(words)}`);
}

/** Parses different values separated by commas, each with `parse`. An option given several times collects them. */
export function listOf<T>(parse: (text: string) => T): (text: string, before?: readonly T[]) => T[] {
  const parsed = (part: string, isAlone: boolean) => {
    try {
      return parse(part.trim());
    } catch (error) {
      if (isAlone || !(error instanceof InvalidValue)) throw error;
      throw new InvalidValue(`${JSON.stringify(part)} is wrong: ${error.message}`);
    }
  };
  return (text, before?) => [
    ...new Set([...(before ?? []), ...text.split(",").map((part) => parsed(part, part === text))]),
  ];
}

/** Parses different names separated by commas. */
export const names = listOf((name) => name);

/**
 * Parses a setting and its value, such as `idf-power=2`. An option given several times collects different settings.
 *
 * @param names the settings
 * @param read reads a value
 * @param instead returns what to write for a name that is not among the settings; undefined if the error lists them
 */
export function settingsParser<Name extends string>(
  names: readonly Name[],
  example: string,
  read: (name: Name, value: string) => unknown,
  instead: (given: string, value: string) => string | undefined = () => undefined,
) {
  return (text: string, before?: readonly (readonly [Name, unknown])[]): (readonly [Name, unknown])[] => {
    const [, given, value] = /^\s*([^=]*?)\s*=(.*)$/s.exec(text) ?? [];
    if (given === undefined) throw new InvalidValue(`give a name and a value, such as ${example}`);
    const name = names.find((known) => optionName(known) === given);
    if (name === undefined) {
      const choices = `there is no choice ${JSON.stringify(given)}; choose from ${names.map(optionName).join(", ")}`;
      throw new InvalidValue(instead(given, value) ?? choices);
    }
    if (before?.some(([other]) => other === name)) {
      throw new InvalidValue(`${given} is given twice; write it once, such as ${example}`);
    }
    return [...(before ?? []), [name, read(name, value)]];
  };
}

/** Parses what `parse` takes, or the word `all`, which sets no limit. */
export function orAll(parse: (text: string) => number): (text: string) => number {
  return (text) => (text === "all" ? Number.POSITIVE_INFINITY : parse(text));
}
