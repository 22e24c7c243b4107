import { optionName } from "../../base/checks.js";
import { CHOICES } from "../../jobs/choices.js";
import { RANGES, SETTABLE, type Setting, WITH_OPTION } from "../../jobs/settable.js";
import type { OptionRows } from "./option-rows.js";
import { InvalidValue, numbersIn, parser, range } from "./parsers.js";

/** The settings that --set names. `main.ts` also makes each an option of its own. */
export interface SetOption {
  readonly set?: readonly Setting[];
}

/** `--set`, for the settings that few users need. */
export const SET: OptionRows = {
  "--set <name=value>": [
    `another setting, such as idf-power=2 (repeatable): ${SETTABLE.map(optionName).join(", ")}; thresher methods says which method has which`,
    setting,
  ],
};

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

/** Parses a class prior: a word, or numbers separated by commas. The library checks the numbers. */
export const prior = parser(
  (text) => CHOICES.prior.find((name) => name === text) ?? numbersIn(text),
  `give ${CHOICES.prior.join(", ")}, or a number for each class, such as 0.3,0.7`,
);
