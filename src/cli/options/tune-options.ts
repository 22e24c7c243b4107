import type { Command } from "commander";
import { optionName } from "../../base/option-names.js";
import { PRIORS } from "../../classifiers/bayes/prior.js";
import { CLASSIFIER_NAMES, METHOD_LISTS } from "../../classifiers/table.js";
import { CHOICES, DEFAULT_GRID, type Grid } from "../../evaluation/tuning/grid.js";
import { INVERSE_DOCUMENT_FREQUENCIES, NORMS, TERM_FREQUENCIES } from "../../features/weighting.js";
import { withOptions } from "./options.js";
import { fraction, InvalidValue, listOf, number, oneOf, orAll, range, whole } from "./parsers.js";

/** The choices that --try takes; it cannot name lists of methods. */
const TRIABLE = CHOICES.filter((choice) => !METHOD_LISTS.includes(choice));

/** An argument of `--try`: a choice, and its values to try. */
export type TriedChoice = readonly [choice: keyof Grid, values: readonly unknown[]];

/** Adds the options with lists of values to try. */
export function withChoices(command: Command): Command {
  const { classifier, alpha } = DEFAULT_GRID;
  const others = TRIABLE.filter((choice) => choice !== "classifier").map(optionName);
  const maxTerms = "keep only the most frequent of the rest (default: all)";
  return withOptions(command, "Choices to try, each a list separated by commas", {
    "--classifiers <names>": [`methods (default: ${classifier})`, listOf(oneOf(CLASSIFIER_NAMES))],
    "--alphas <numbers>": [`smoothing (default: ${alpha})`, listOf(number)],
    "--try <choice=values>": [
      `any choice: ${others.join(", ")}; methods that lack it ignore it (repeatable)`,
      choiceToTry,
    ],
    "--prior <priors>": [`class priors: ${PRIORS.join(", ")} (default: as the method has it)`, listOf(oneOf(PRIORS))],
    "--tf <forms>": ["forms of the counts (default: count)", listOf(oneOf(TERM_FREQUENCIES))],
    "--idf <forms>": [
      "inverse document frequencies to multiply by (default: none)",
      listOf(oneOf(INVERSE_DOCUMENT_FREQUENCIES)),
    ],
    "--norm <forms>": ["norms to divide a document by (default: none)", listOf(oneOf(NORMS))],
    "--ngrams <ranges>": ["how many neighbouring words make a term, such as 1-1,1-2 (default: 1-1)", listOf(range)],
    "--min-count <numbers>": ["occurrences a term must have (default: 1)", listOf(number)],
    "--min-documents <numbers>": ["documents a term must be in (default: 1,2)", listOf(whole(0))],
    "--max-document-share <shares>": ["leave out terms in more of the documents (default: 1)", listOf(fraction)],
    "--drop-top <numbers>": ["leave out the most frequent terms (default: 0)", listOf(whole(0))],
    "--max-terms <numbers>": [maxTerms, listOf(orAll(whole(1)))],
  });
}

/** Parsers of choices whose values are not plain words or numbers. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  ngrams: range,
  maxDocumentShare: fraction,
  maxTerms: orAll(whole(1)),
};

/** Parses a choice and the values to try, such as `cost=0.1,1,10`. */
function choiceToTry(text: string, before?: readonly TriedChoice[]): TriedChoice[] {
  const [, name, values] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidValue("give a choice and its values, such as alpha=1,0.1");
  const choice = TRIABLE.find((known) => optionName(known) === name.trim());
  if (choice !== undefined) return [...(before ?? []), [choice, listOf<unknown>(PARSERS[choice] ?? scalar)(values)]];
  throw new InvalidValue(
    `there is no choice ${JSON.stringify(name)}; choose from ${TRIABLE.map(optionName).join(", ")}`,
  );
}

/** Parses a number, true, false or a word. The library checks the value. */
function scalar(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
}
