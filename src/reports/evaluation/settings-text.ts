import { optionName, settingValue } from "../../base/checks.js";
import { type CandidateChoices, METHOD_LISTS, methodTitle, titleOptions } from "../../classifiers/table.js";
import { NO_WEIGHTING } from "../../features/weighting.js";
import { WORD_RULES } from "../../text/words/term-settings.js";

/** The evaluated classifier: its name and all settings of the model. */
export interface EvaluatedClassifier {
  readonly name: string;
  readonly [setting: string]: unknown;
}

/** Options for experts. Only `thresher inspect` shows them. */
const EXPERT_OPTIONS: readonly string[] = ["emphasis", "temper", "sourceWeights"];

/**
 * Describes a classifier in a few words: its method, its main options, its weighting and its calibration.
 *
 * @param isWhole whether to include options for experts. Default false.
 */
export function classifierText(classifier: EvaluatedClassifier, isWhole = false): string {
  const { name, calibrate } = classifier;
  const weighting = Object.entries(NO_WEIGHTING).filter(([choice, none]) => (classifier[choice] ?? none) !== none);
  return [
    methodTitle(name) + membersText(classifier.members ?? classifier.candidates),
    ...titleOptions(name)
      .filter((option) => isWhole || !EXPERT_OPTIONS.includes(option))
      .flatMap((option) => optionText(option, classifier[option])),
    ...weighting.map(([choice]) => `${optionName(choice)} ${classifier[choice]}`),
    ...(calibrate ? [`calibrated (${calibrate})`] : []),
  ].join(", ");
}

/** Names the methods of a combination, each once; empty for other methods. */
function membersText(members: unknown): string {
  if (!Array.isArray(members)) return "";
  const titles = [...new Set(members.map(({ classifier }) => methodTitle(classifier)))];
  return ` of ${titles.slice(0, -1).join(", ")}${titles.length > 1 ? " and " : ""}${titles.at(-1) ?? "none"}`;
}

/** Writes an option with its value. A switch that is on has only its name. For an option that is off, the list is empty. */
export function optionText(option: string, value: unknown): string[] {
  if (value == null || value === false) return [];
  if (value === true) return [optionName(option)];
  // A list may have a number for each class.
  const isLong = Array.isArray(value) && option !== "sourceWeights";
  return [`${optionName(option)} ${isLong ? "one by one" : settingValue(option, value)}`];
}

/**
 * Lists the settings that have an effect, named like the options of the command: `["min-count", "3"]`. Each method of a
 * list has its own row: `["member 1", "Bernoulli naive Bayes"]`.
 */
export function settingRows(settings: object): [name: string, value: string][] {
  return Object.entries(settings)
    .filter(([name, value]) => isSet(name, value, settings) && matters(name, settings))
    .flatMap(([name, value]) =>
      METHOD_LISTS.includes(name) && Array.isArray(value)
        ? value.map((member, m): [string, string] => [`${name.slice(0, -1)} ${m + 1}`, memberText(member)])
        : [[optionName(name), settingValue(name, value)]],
    );
}

/** A member of a combination, a candidate for one, or a variant. */
type ListedMethod = CandidateChoices & { readonly weight?: number; readonly alphas?: readonly number[] };

/** Describes a method of a list: its weight, its name and options, and the terms that it uses. */
export function memberText(method: ListedMethod): string {
  const { classifier, weight, kinds, minDocuments = 1, alphas, ...choices } = method;
  const least = minDocuments === 1 ? "" : ` of at least ${minDocuments} documents`;
  const terms = kinds === undefined ? "" : `; on ${kinds.join(", ")}${least}`;
  const times = weight === undefined ? "" : `${weight} × `;
  const smoothing = alphas === undefined ? "" : `; alpha ${alphas.join(", ")}`;
  return `${times}${classifierText({ name: classifier, ...choices }, true)}${smoothing}${terms}`;
}

/** Whether a setting has an effect beside the others. The members of a combination have their own weightings. */
function matters(name: string, settings: object): boolean {
  if (Object.hasOwn(NO_WEIGHTING, name) && METHOD_LISTS.some((list) => list in settings)) return false;
  if (name === "idfPower") return !("idf" in settings && settings.idf === "none");
  // Only the word rules of old model files need a line.
  if (name === "wordRules") return "wordRules" in settings && settings.wordRules !== WORD_RULES;
  if (name === "selectBy") return !("maxTerms" in settings && settings.maxTerms === null);
  return true;
}

/** Whether a setting is on. "none" is a choice of `tokens` and `prior`, and so is no field of mail. */
function isSet(name: string, value: unknown, settings: object): boolean {
  if (value === null || value === undefined) return false;
  if (value === "none") return name === "tokens" || name === "prior";
  // The other switches are on by default.
  if (value === false) return name !== "takeHalf";
  const isEmpty = Array.isArray(value) && value.length === 0;
  return !isEmpty || (name === "fields" && "as" in settings && settings.as === "mail");
}
