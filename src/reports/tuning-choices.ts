import { METHOD_OPTIONS, toldOptions } from "../classifiers/table.js";
import type { TunedCandidate } from "../evaluation/tune.js";
import { type Candidate, CHOICES, defaultOf } from "../evaluation/tuning-grid.js";
import { optionName } from "./option-name.js";

type Choice = keyof Candidate;

/** What was tried. */
type Candidates = readonly Pick<TunedCandidate, "candidate">[];

/** What distinguishes a candidate: its method, the options that are told with it, and what is not as it is by default. */
export function candidateText(candidate: Candidate): string {
  const { classifier } = candidate;
  const told = toldOptions(classifier);
  const others = CHOICES.filter(
    (choice) =>
      choice !== "classifier" &&
      candidate[choice] !== undefined &&
      candidate[choice] !== false &&
      (told.includes(choice) || choiceText(candidate[choice]) !== choiceText(defaultOf(classifier, choice))),
  );
  return [classifier, ...others.map((choice) => choiceName(choice, candidate[choice]))].join(", ");
}

/** A choice with its value; one that is only made or not, by its name. */
function choiceName(choice: Choice, value: Candidate[Choice]): string {
  return value === true ? optionName(choice) : `${optionName(choice)} ${choiceText(value)}`;
}

/** The choices that tell candidates apart, besides the method: those told with it, and those that differ within one. */
export function tellingChoices(candidates: Candidates): Choice[] {
  const methods = valuesOf(candidates, "classifier");
  const ofEach = methods.map((method) => candidates.filter(({ candidate }) => candidate.classifier === method));
  return CHOICES.filter((choice) => {
    if (choice === "classifier") return false;
    return ofEach.some((ofMethod, m) => {
      const told = toldOptions(String(methods[m])).includes(choice);
      return valuesOf(ofMethod, choice).length > (told ? 0 : 1);
    });
  });
}

/** The choices that some candidate has. */
export function presentChoices(candidates: Candidates): Choice[] {
  return CHOICES.filter((choice) => valuesOf(candidates, choice).length > 0);
}

/**
 * The choice that a plot of the measure goes along: of the numbers that are options of
 * methods, the one of which most values above 0 were tried; alpha where there is none.
 */
export function tuningAxis(candidates: Candidates): Choice {
  const numbers = METHOD_OPTIONS.map((choice: Choice) => ({
    choice,
    values: valuesOf(candidates, choice).filter((value) => typeof value === "number" && value > 0).length,
  }));
  return numbers.reduce((best, one) => (one.values > best.values ? one : best), { choice: "alpha", values: 1 }).choice;
}

/** The different values of a choice that candidates have. */
export function valuesOf(candidates: Candidates, choice: Choice): NonNullable<Candidate[Choice]>[] {
  return [
    ...new Map(
      candidates.flatMap(({ candidate }) => {
        const value = candidate[choice];
        return value === undefined || value === null ? [] : [[choiceText(value), value] as const];
      }),
    ).values(),
  ];
}

/** A value of a choice, as the command takes it; empty where there is none. */
export function choiceText(value: Candidate[Choice]): string {
  if (value === undefined || value === null) return "";
  if (value === Number.POSITIVE_INFINITY) return "all";
  if (typeof value !== "object") return String(value);
  const isRange = Array.isArray(value) && value.every((item) => typeof item === "number");
  return isRange ? value.join("-") : JSON.stringify(value);
}
