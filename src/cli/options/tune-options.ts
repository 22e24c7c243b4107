import { optionName } from "../../base/checks.js";
import { CHOICES } from "../../jobs/choices.js";
import { DEFAULT_GRID, type Grid, TRIABLE } from "../../jobs/measuring/tune-settings.js";
import type { OptionRows } from "./option-rows.js";
import { fraction, InvalidValue, listOf, oneOf, orAll, range, whole } from "./parsers.js";
import { valueIn } from "./set-option.js";

/** An argument of `--try`: a choice, and its values to try. */
export type TriedChoice = readonly [choice: keyof Grid, values: readonly unknown[]];

/** `--try`: the choices of `tune`, each with a list of values. */
export const TRY: OptionRows = {
  "--try <choice=values>": [
    `try these values, such as alpha=1,0.1 (repeatable): ${TRIABLE.map(optionName).join(", ")}; methods that lack a choice ignore it. Choices that are not named keep their defaults: classifier ${DEFAULT_GRID.classifier}; alpha ${DEFAULT_GRID.alpha}; min-documents ${DEFAULT_GRID.minDocuments}`,
    choiceToTry,
  ],
};

/** Parsers of choices whose values are not plain words or numbers. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  classifier: oneOf(CHOICES.classifier),
  prior: oneOf(CHOICES.prior),
  ngrams: range,
  maxDocumentShare: fraction,
  maxTerms: orAll(whole(1)),
};

/** Parses a choice and the values to try, such as `cost=0.1,1,10`. */
function choiceToTry(text: string, before?: readonly TriedChoice[]): TriedChoice[] {
  const [, name, values] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidValue("give a choice and its values, such as alpha=1,0.1");
  const choice = TRIABLE.find((known) => optionName(known) === name.trim());
  if (choice === undefined) {
    throw new InvalidValue(
      `there is no choice ${JSON.stringify(name)}; choose from ${TRIABLE.map(optionName).join(", ")}`,
    );
  }
  if (before?.some(([other]) => other === choice)) {
    throw new InvalidValue(`the values of ${name} are given twice; give them in one list`);
  }
  return [...(before ?? []), [choice, listOf<unknown>(PARSERS[choice] ?? valueIn)(values)]];
}
