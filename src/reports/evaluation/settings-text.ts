import { optionName, settingValue } from "../../base/checks.js";
import { sumOf } from "../../base/lists.js";
import { grouped, percent, plural } from "../../base/numbers.js";
import { type CandidateChoices, METHOD_LISTS, methodTitle, titleOptions } from "../../classifiers/table.js";
import type { Evaluation, Run } from "../../evaluation/evaluate.js";
import type { AnyProtocol, ByDate, Repeated } from "../../evaluation/protocols/protocol-splits.js";
import { NO_WEIGHTING } from "../../features/weighting.js";
import { WORD_RULES } from "../../text/words/term-settings.js";
import type { Section } from "../blocks.js";

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

/**
 * Writes an option with its value. A switch that is on has only its name. For an option that is off, the list is empty.
 */
export function optionText(option: string, value: unknown): string[] {
  if (value == null || value === false) return [];
  if (value === true) return [optionName(option)];
  // A list may have a number for each class, which would be too long.
  const isLong = Array.isArray(value) && option !== "sourceWeights";
  return [`${optionName(option)} ${isLong ? "one by one" : settingValue(option, value)}`];
}

/**
 * Lists the settings that have an effect, named like the options of the command: `["min-count", "3"]`. Each method of a
 * list has its own row: `["member 1", "Bernoulli naive Bayes"]`.
 */
export function settingRows(settings: object): [name: string, value: string][] {
  return Object.entries(settings)
    .filter(([name, value]) => isSet(name, value, settings) && hasEffect(name, settings))
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
function hasEffect(name: string, settings: object): boolean {
  if (Object.hasOwn(NO_WEIGHTING, name) && METHOD_LISTS.some((list) => list in settings)) return false;
  if (name === "idfPower") return !("idf" in settings && settings.idf === "none");
  // Only the word rules of old model files need a line.
  if (name === "wordRules") return "wordRules" in settings && settings.wordRules !== WORD_RULES;
  if (name === "selectBy") return !("maxTerms" in settings && settings.maxTerms === null);
  return true;
}

/**
 * Whether a setting has a value to show. "none" and an empty list mean that it is off. But for `tokens` and `prior`,
 * "none" is a choice, and so is an empty list of fields for mail, which has fields by default.
 */
function isSet(name: string, value: unknown, settings: object): boolean {
  if (value === null || value === undefined) return false;
  if (value === "none") return name === "tokens" || name === "prior";
  // `takeHalf` is off by default. The other switches are on by default, so it is a choice to turn them off.
  if (value === false) return name !== "takeHalf";
  const isEmpty = Array.isArray(value) && value.length === 0;
  return !isEmpty || (name === "fields" && "as" in settings && settings.as === "mail");
}

/**
 * Describes the protocol of an evaluation in a phrase without a full stop.
 *
 * @param item the word for a tested document or row
 */
export function protocolText(protocol: AnyProtocol, item = "document"): string {
  switch (protocol.kind) {
    case "test":
      return `tested on ${protocol.test}`;
    case "holdout":
      return `${percent(protocol.share)} of each class withheld${timesText(protocol)}`;
    case "leave-one-out":
      return `leave one out: each ${item} tested by a model of all others`;
    case "training":
      return `tested on the training ${item}s themselves, so the figures say nothing about new ones`;
    case "folds":
      return `${protocol.folds} folds${timesText(protocol)}`;
    case "by-date":
      return byDateText(protocol);
  }
}

/** Returns the end of a phrase: how often a split was drawn, its seed, and what stays on one side of it. */
function timesText({ repeats, seed, groupBy, groups = 0 }: Repeated): string {
  const times = repeats === 1 ? "" : `, ${repeats} times`;
  const what = groupBy === "from" ? "sender" : groupBy;
  const apart = what === undefined ? "" : `, no ${what} in both training and test (${plural(groups, "group")})`;
  return `${times}, seed ${seed}${apart}`;
}

/** Writes what an accuracy is made of: the number of right answers, or the number of runs of a mean. */
export function rightText({ runs, resampled }: Pick<Evaluation, "runs" | "resampled">): string {
  if (runs.length > 1 && resampled) return `mean of ${runs.length} runs`;
  const correct = sumOf(runs.map((run) => run.correct));
  const total = sumOf(runs.map((run) => run.total));
  return `${grouped(correct)} of ${grouped(total)} right`;
}

/** Describes splits by time. Only a single split names its dates: `datedRuns` shows those of several. */
function byDateText({ dates, share, folds, parts: [first] }: ByDate): string {
  const source = dates === "auto" ? "" : ` of the ${dates}`;
  if (share === undefined) {
    return `by date${source}, ${folds} parts, each tested by a model of all earlier ones; times in UTC`;
  }
  const { train, test } = first;
  const spanOf = (part: typeof train) => `from ${minuteOf(part.from)} until ${minuteOf(part.until)}`;
  return `by date${source}, the latest ${percent(share)} withheld: trained ${spanOf(train)}, tested ${spanOf(test)} UTC`;
}

/** Shows a table of the dates and the accuracy of each run. It is empty for a single run. */
export function datedRuns({ parts }: ByDate, runs: readonly Run[]): Section {
  if (runs.length < 2) return [];
  const rows = runs.map(({ accuracy }, r) => {
    const { train, test } = parts[r];
    const tested = [minuteOf(test.from), minuteOf(test.until), grouped(test.documents), percent(accuracy)];
    return [minuteOf(train.until), grouped(train.documents), ...tested];
  });
  const head = ["trained until", "documents", "tested from", "until", "documents", "accuracy"];
  return [{ rows: [head, ...rows], align: "lrllrr" }];
}

/** Writes `2002-08-22T12:36:23.000Z` as `2002-08-22 12:36`. */
function minuteOf(time: string): string {
  return time.replace(/T(\d\d:\d\d).*$/, " $1");
}
