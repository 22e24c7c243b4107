import { METHOD_LISTS, METHOD_OPTIONS } from "../classifiers/table.js";
import type { Corpus } from "../documents/corpora/corpus.js";
import type { TrainOptions } from "../model/options.js";
import { withFewLabelDefaults } from "../model/presets.js";
import { SETTING_NAMES, type Settings, settingsFrom } from "../model/settings.js";
import type { Follower } from "./follower.js";
import { mailAsMail } from "./notices/mail-lines.js";

export { GONE_METHODS } from "../classifiers/method.js";
export { SETTING_NAMES } from "../model/settings.js";

/** A setting of a model, and its value. */
export type Setting = readonly [name: string, value: unknown];

/** The options of methods that have an option of their own on the command line, so that `--set` does not take them. */
export const WITH_OPTION: readonly string[] = [
  "alpha",
  "prior",
  "mEstimate",
  "dirichlet",
  "cost",
  "k",
  ...METHOD_LISTS,
];

/** Settings that are ranges, such as 4-4. */
export const RANGES: readonly string[] = ["tokenLength", "textNgrams", "rawNgrams"];

/** The settings that `--set` takes. A method needs no line here: the table of methods has its options. */
export const SETTABLE: readonly string[] = [
  ...METHOD_OPTIONS.filter((option) => !WITH_OPTION.includes(option)),
  ...RANGES,
  "ngramBytes",
  "classWeight",
  "minDocuments",
  "maxDocumentShare",
  "idfPower",
  "selectBy",
  "takeHalf",
];

/** Returns those of the options that are given and have one of these names. */
export function pick<T extends object>(options: T, names: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name))) as Partial<T>;
}

/** Picks the options that are settings of a model from all options of a job. */
export function modelOptions(options: TrainOptions): TrainOptions {
  return pick<TrainOptions>(options, ["preset", ...SETTING_NAMES]);
}

/** Makes the settings of a model from the options of a job. @throws UsageError if a value is not allowed. */
export function settingsOf(options: TrainOptions): Settings {
  return settingsFrom(modelOptions(options));
}

/** Returns the settings for few labels. If no option says how to read a corpus of mail, reads it as mail, and tells that. */
export function fewLabelSettings(corpus: Corpus, options: TrainOptions & Follower): Settings {
  return settingsFrom(withFewLabelDefaults(mailAsMail(corpus, modelOptions(options), options)));
}
