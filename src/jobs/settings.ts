import type { Corpus } from "../documents/corpora/corpus.js";
import type { TrainOptions } from "../model/options.js";
import { withFewLabelDefaults } from "../model/presets.js";
import { SETTING_NAMES, type Settings, settingsFrom } from "../model/settings.js";
import type { Follower } from "./follower.js";
import { mailAsMail } from "./notices/mail-lines.js";

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
