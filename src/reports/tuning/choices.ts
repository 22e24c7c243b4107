import { optionName } from "../../base/option-names.js";
import { methodDefaults, titleOptions } from "../../classifiers/table.js";
import type { Candidate } from "../../evaluation/tuning/candidates.js";
import { CHOICES, DEFAULT_GRID } from "../../evaluation/tuning/grid.js";

/** Settings that a search varies and a grid cannot vary. */
const OF_A_SEARCH = ["tokens", "charNgrams", "textNgrams", "calibrate", "classWeight"] as const;

/** A setting in which candidates may differ. */
export type Choice = (typeof CHOICES)[number] | (typeof OF_A_SEARCH)[number];

/** All settings in which candidates may differ, in the order of columns. */
const ALL: readonly Choice[] = [...CHOICES, ...OF_A_SEARCH];

/** Returns the value of a setting; undefined if the candidate does not have it, or a switch is off. */
export function choiceValue({ settings }: Candidate, choice: Choice): unknown {
  if (choice === "maxTerms") return settings.maxTerms ?? Number.POSITIVE_INFINITY;
  // Words are the usual tokens of a search.
  if (choice === "tokens") return settings.tokens === "none" ? "none" : undefined;
  return settings[choice] || (settings[choice] === 0 ? 0 : undefined);
}

/** Writes the value of a setting as on the command line, or an empty text if there is no value. */
export function choiceText(candidate: Candidate, choice: Choice): string {
  return textOf(choiceValue(candidate, choice));
}

function textOf(value: unknown): string {
  if (value === undefined) return "";
  if (value === Number.POSITIVE_INFINITY) return "all";
  if (typeof value !== "object") return String(value);
  const isRange = Array.isArray(value) && value.every((item) => typeof item === "number");
  return isRange ? value.join("-") : JSON.stringify(value);
}

/** Describes a candidate: its method, the main options of the method, and options that differ from their defaults. */
export function candidateText(candidate: Candidate): string {
  const { settings, preset } = candidate;
  if (preset !== undefined) return `preset ${preset}`;
  const { classifier } = settings;
  const usual: Readonly<Partial<Record<Choice, unknown>>> = {
    ...Object.fromEntries(Object.entries(DEFAULT_GRID).map(([choice, [value]]) => [choice, value])),
    ...methodDefaults(classifier),
  };
  const shown = ALL.filter((choice) => {
    const value = choiceValue(candidate, choice);
    if (choice === "classifier" || value === undefined) return false;
    return titleOptions(classifier).includes(choice) || textOf(value) !== textOf(usual[choice]);
  });
  const parts = shown.map((choice) => {
    // A switch has only its name.
    return choiceValue(candidate, choice) === true
      ? optionName(choice)
      : `${optionName(choice)} ${choiceText(candidate, choice)}`;
  });
  return [classifier, ...parts].join(", ");
}

/** Returns the options that distinguish candidates: the main options of methods, and options that differ within one. */
export function tellingChoices(all: readonly Candidate[]): Choice[] {
  const methods = choiceValues(all, "classifier");
  return ALL.filter((choice) => {
    if (choice === "classifier") return false;
    if (OF_A_SEARCH.some((other) => other === choice))
      return new Set(all.map((one) => choiceText(one, choice))).size > 1;
    return methods.some((method) => {
      const own = all.filter(({ settings }) => settings.classifier === method);
      // A main option of a method has a column even if all its candidates have the same value.
      return choiceValues(own, choice).length > (titleOptions(String(method)).includes(choice) ? 0 : 1);
    });
  });
}

/** Returns the options that at least one candidate sets. */
export function presentChoices(all: readonly Candidate[]): Choice[] {
  return ALL.filter((choice) => choiceValues(all, choice).length > 0);
}

/** Returns the distinct values of a setting among the candidates. */
export function choiceValues(all: readonly Candidate[], choice: Choice): unknown[] {
  const values = all.map((one) => choiceValue(one, choice)).filter((value) => value !== undefined);
  return [...new Map(values.map((value) => [textOf(value), value])).values()];
}
