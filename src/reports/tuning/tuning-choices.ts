import { optionName } from "../../base/option-names.js";
import { METHOD_OPTIONS, titleOptions } from "../../classifiers/table.js";
import type { TunedCandidate, Tuning } from "../../evaluation/studies/tuning.js";
import { type Candidate, CHOICES, defaultOf } from "../../evaluation/studies/tuning-grid.js";
import type { TuningSeries } from "../plots/tuning-spec.js";

/** A setting in which candidates may differ. */
type TunedChoice = keyof Candidate;

type Candidates = readonly Pick<TunedCandidate, "candidate">[];

/** Settings that a search varies and a grid cannot vary. */
const OF_A_SEARCH: readonly TunedChoice[] = ["tokens", "charNgrams", "textNgrams", "calibrate", "classWeight"];

/** All settings in which candidates may differ, in the order of columns. */
const ALL_CHOICES: readonly TunedChoice[] = [...CHOICES, ...OF_A_SEARCH];

/** Describes a candidate: its method, the main options of the method, and options that differ from their defaults. */
export function candidateText(candidate: Candidate): string {
  const { classifier, preset } = candidate;
  if (preset !== undefined) return `preset ${preset}`;
  const told = titleOptions(classifier);
  const others = ALL_CHOICES.filter(
    (choice) =>
      choice !== "classifier" &&
      candidate[choice] !== undefined &&
      candidate[choice] !== false &&
      (told.includes(choice) || choiceText(candidate[choice]) !== choiceText(defaultOf(classifier, choice))),
  );
  return [classifier, ...others.map((choice) => choiceName(choice, candidate[choice]))].join(", ");
}

/** Writes an option with its value. A switch has only its name. */
function choiceName(choice: TunedChoice, value: Candidate[TunedChoice]): string {
  return value === true ? optionName(choice) : `${optionName(choice)} ${choiceText(value)}`;
}

/** Returns the options that distinguish candidates: the main options of methods, and options that differ within one. */
export function tellingChoices(candidates: Candidates): TunedChoice[] {
  const methods = valuesOf(candidates, "classifier");
  const ofEach = methods.map((method) => candidates.filter(({ candidate }) => candidate.classifier === method));
  return ALL_CHOICES.filter((choice) => {
    if (choice === "classifier") return false;
    if (OF_A_SEARCH.includes(choice))
      return new Set(candidates.map((one) => choiceText(one.candidate[choice]))).size > 1;
    // A main option of a method has a column even if all its candidates have the same value.
    return ofEach.some((ofMethod, m) => {
      const told = titleOptions(String(methods[m])).includes(choice);
      return valuesOf(ofMethod, choice).length > (told ? 0 : 1);
    });
  });
}

/** Returns the options that at least one candidate sets. */
export function presentChoices(candidates: Candidates): TunedChoice[] {
  return ALL_CHOICES.filter((choice) => valuesOf(candidates, choice).length > 0);
}

/** Returns the option for the horizontal axis: the number with most tried values above 0; alpha if none has several. */
export function tuningAxis(candidates: Candidates): TunedChoice {
  const count = (choice: TunedChoice) =>
    valuesOf(candidates, choice).filter((value) => typeof value === "number" && value > 0).length;
  return METHOD_OPTIONS.reduce((best, one) => (count(one) > Math.max(1, count(best)) ? one : best), "alpha");
}

/** Returns the distinct values of an option among the candidates. */
export function valuesOf(candidates: Candidates, choice: TunedChoice): NonNullable<Candidate[TunedChoice]>[] {
  const values = candidates.map(({ candidate }) => candidate[choice]).filter((value) => value != null);
  return [...new Map(values.map((value) => [choiceText(value), value])).values()];
}

/** Writes a value as on the command line, or an empty text if there is no value. */
export function choiceText(value: Candidate[TunedChoice]): string {
  if (value === undefined || value === null) return "";
  if (value === Number.POSITIVE_INFINITY) return "all";
  if (typeof value !== "object") return String(value);
  const isRange = Array.isArray(value) && value.every((item) => typeof item === "number");
  return isRange ? value.join("-") : JSON.stringify(value);
}

/** Makes a line for each classifier along the option of `tuningAxis`. At each value it shows the best candidate. */
export function tuningSeries({ candidates }: Pick<Tuning, "candidates">): TuningSeries {
  const axis = tuningAxis(candidates);
  const bestOf = new Map<string, Map<number, TunedCandidate>>();
  // The best candidates come first, so the first one with a value is the best with it.
  for (const tuned of candidates) {
    const { classifier, [axis]: value } = tuned.candidate;
    const line = bestOf.get(classifier) ?? new Map<number, TunedCandidate>();
    if (typeof value === "number" && value > 0 && !line.has(value)) line.set(value, tuned);
    bestOf.set(classifier, line);
  }
  return [...bestOf].map(([name, line]) => ({
    name,
    points: [...line]
      .sort(([a], [b]) => a - b)
      .map(([x, { mean, interval }]) => ({ x, y: mean, low: interval[0], high: interval[1] })),
  }));
}
