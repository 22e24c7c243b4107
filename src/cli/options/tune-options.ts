import { InvalidArgumentError } from "commander";
import { optionName } from "../../base/option-names.js";
import { CHOICES, type Grid } from "../../evaluation/studies/tuning-grid.js";
import { fraction, listOf, orAll, range, whole } from "./options.js";
/** The choices that the command line can name; it cannot name the members of a combination. */
export const TRIABLE = CHOICES.filter((choice) => choice !== "members");

/** A choice, and the values to try of it. */
export type TriedChoice = readonly [choice: keyof Grid, values: readonly unknown[]];

/** Parsers of choices whose values are not plain words or numbers. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  ngrams: range,
  maxDocumentShare: fraction,
  maxTerms: orAll(whole(1)),
};

/** Parses a choice and the values to try, such as `cost=0.1,1,10`. */
export function choiceToTry(text: string, before: readonly TriedChoice[] = []): TriedChoice[] {
  const [, name, values] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError("give a choice and its values, such as alpha=1,0.1");
  const choice = TRIABLE.find((known) => optionName(known) === name.trim());
  if (choice === undefined) {
    throw new InvalidArgumentError(
      `there is no choice ${JSON.stringify(name)}; choose from ${TRIABLE.map(optionName).join(", ")}`,
    );
  }
  return [...before, [choice, listOf<unknown>(PARSERS[choice] ?? scalar)(values)]];
}

/** A number, true or false, or a word. The library checks it. */
function scalar(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
}
