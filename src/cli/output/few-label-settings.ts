import type { Corpus } from "../../documents/corpora/corpus.js";
import { withFewLabelDefaults } from "../../model/pile/few-labels.js";
import type { Settings } from "../../model/settings.js";
import { type LearningOptions, modelOptions, settingsOf } from "../options/model-options.js";
import { mailLines } from "./mail-notice.js";
import { tell } from "./notices.js";

/** Returns the settings for few labels. If no option says how to read a corpus of mail, reads it as mail, and tells that. */
export function fewLabelSettings(corpus: Corpus, options: LearningOptions): Settings {
  const given = modelOptions(options);
  const isMail = mailLines(corpus, given).length > 0;
  if (isMail) tell(options, "this looks like mail, and is read as --as mail (--as auto reads it as it is)");
  return settingsOf(withFewLabelDefaults(isMail ? { ...given, as: "mail" } : given));
}
