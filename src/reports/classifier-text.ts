import { methodTitle, toldOptions } from "../classifiers/table.js";
import { NO_WEIGHTING } from "../features/weighting.js";
import type { EvaluatedClassifier } from "./evaluation-json.js";
import { optionName } from "./option-name.js";

/** A classifier in a few words: its method, its smoothing or the like, its weighting, and how its probabilities are calibrated, if they are. */
export function classifierText(classifier: EvaluatedClassifier): string {
  const { name, calibrate } = classifier;
  const weighting = Object.entries(NO_WEIGHTING).filter(([choice, none]) => (classifier[choice] ?? none) !== none);
  return [
    methodTitle(name) + membersText(classifier.members),
    ...toldOptions(name).flatMap((option) => told(option, classifier[option])),
    ...weighting.map(([choice]) => `${optionName(choice)} ${classifier[choice]}`),
    ...(calibrate ? [`calibrated (${calibrate})`] : []),
  ].join(", ");
}

/** What a combination is of: its settings say the rest. */
function membersText(members: unknown): string {
  if (!Array.isArray(members)) return "";
  const titles = [...new Set(members.map(({ classifier }) => methodTitle(classifier)))];
  return ` of ${titles.slice(0, -1).join(", ")}${titles.length > 1 ? " and " : ""}${titles.at(-1) ?? "none"}`;
}

/** A choice by name and value; one that is made or not, by its name if it is made. */
function told(option: string, value: unknown): string[] {
  if (value == null || value === false) return [];
  if (value === true) return [optionName(option)];
  return [`${optionName(option)} ${Array.isArray(value) ? "one by one" : value}`];
}
