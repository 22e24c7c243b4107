import type { Corpus } from "../../documents/corpora/corpus.js";
import { withFewLabelDefaults } from "../../model/presets.js";
import type { Settings } from "../../model/settings.js";
import { type LearningOptions, modelOptions, settingsOf } from "../options/model-options.js";
import { mailAsMail } from "./mail-notice.js";

/** Returns the settings for few labels. If no option says how to read a corpus of mail, reads it as mail, and tells that. */
export function fewLabelSettings(corpus: Corpus, options: LearningOptions): Settings {
  return settingsOf(withFewLabelDefaults(mailAsMail(corpus, modelOptions(options), options)));
}
