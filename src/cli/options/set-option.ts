import { optionName, settingValue } from "../../base/option-names.js";
import { METHOD_LISTS, METHOD_OPTIONS } from "../../classifiers/table.js";
import type { OptionRows } from "./option-rows.js";
import { InvalidValue, numbersIn, range } from "./parsers.js";

/** A setting of a model, and its value. */
export type Setting = readonly [name: string, value: unknown];

/** The options of methods that have an option of their own on the command line. */
const WITH_OPTION: readonly string[] = ["alpha", "prior", "mEstimate", "dirichlet", "cost", "k", ...METHOD_LISTS];

/** Settings that are ranges, such as 4-4. */
const RANGES: readonly string[] = ["tokenLength", "textNgrams", "rawNgrams"];

/** The settings that `--set` takes. A method needs no line here: the table of methods has its options. */
export const SETTABLE: readonly string[] = [
  ...METHOD_OPTIONS.filter((option) => !WITH_OPTION.includes(option)),
  ...RANGES,
  "ngramBytes",
  "classWeight",
  "minDocuments",
  "maxDocumentShare",
  "idfPower",
];

/** `--set`, for the settings that few users need. */
export const SET: OptionRows = {
  "--set <name=value>": [
    `another setting, such as idf-power=2 (repeatable): ${SETTABLE.map(optionName).join(", ")}; thresher methods says which method has which`,
    setting,
  ],
};

/** Returns a setting as words of a command line: `--alpha 1`, `--set temper=0.5`. */
export function wordsOfSetting(name: string, value: unknown): string[] {
  if (SETTABLE.includes(name)) return ["--set", `${optionName(name)}=${settingValue(name, value)}`];
  if (typeof value === "boolean") return [`--${value ? "" : "no-"}${optionName(name)}`];
  return [`--${optionName(name)}`, settingValue(name, value)];
}

/** Parses a setting and its value, such as `temper=0.5`. The library checks the value. */
function setting(text: string, before?: readonly Setting[]): Setting[] {
  const [, given, value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (given === undefined) throw new InvalidValue("give a setting and its value, such as idf-power=2");
  const name = SETTABLE.find((known) => optionName(known) === given.trim());
  if (name === undefined) {
    const hasOption = WITH_OPTION.some((known) => optionName(known) === given.trim());
    const names = SETTABLE.map(optionName).join(", ");
    throw new InvalidValue(hasOption ? `write --${given.trim()} ${value}` : `choose from ${names}`);
  }
  if (before?.some(([other]) => other === name)) throw new InvalidValue(`${given.trim()} is given twice`);
  return [...(before ?? []), [name, RANGES.includes(name) ? range(value) : valueIn(value)]];
}

/** Reads a number, several numbers, true, false or a word. */
export function valueIn(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  const values = numbersIn(text);
  return values === undefined ? text : values.length === 1 ? values[0] : values;
}
