import { isRecord } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { hasUnspaced } from "../../text/words/unspaced.js";
import { type Settings, settingsFrom } from "../settings.js";
import type { TextModel } from "../text-model.js";

/**
 * Returns the settings that a model file holds. Warns if words were found with dictionaries of another version of ICU.
 *
 * @param json default: the file has none
 * @throws DataError if the file is of version 0.1, UsageError if a value is not allowed, SyntaxError if this is not
 *   JSON.
 */
export function storedSettings(json = "null"): Settings {
  const stored: unknown = JSON.parse(json, withoutGoneMethod);
  if (!isRecord(stored)) throw new UsageError("its settings are missing");
  if (stored.wordRules === undefined) {
    throw new DataError("made by Thresher 0.1, whose models are no longer read: make it again with thresher train");
  }
  const settings = settingsFrom(stored);
  const { segment, icu = "" } = settings;
  const own = process.versions.icu;
  if (segment && icu !== own) {
    process.emitWarning(
      `this model was trained with the dictionaries of ICU ${safeText(icu)}, and this Node.js has ICU ${own}: Chinese, Japanese, Thai and similar text may be cut into other words. Train the model again, or use the Node.js that it was trained with`,
      "ThresherWarning",
    );
  }
  return settings;
}

/**
 * Passed to `JSON.parse`. Version 0.2 had the method `nb-logistic-regression`. Its model files hold linear weights on
 * ordinary rows, so they are read as logistic regression. `alpha` was used only in training.
 */
function withoutGoneMethod(_key: string, value: unknown): unknown {
  if (!isRecord(value) || value.classifier !== "nb-logistic-regression") return value;
  const { alpha: _alpha, ...others } = value;
  return { ...others, classifier: "logistic-regression" };
}

/**
 * Returns the settings that the model file records. The version of ICU is left out if no term is of a
 * script without spaces, because then every version gives the same model. It is always recorded if the model remembers
 * documents, because their text may have been split with the dictionaries.
 */
export function recordedSettings({ settings, training, known }: TextModel): Settings {
  const { icu, ...others } = settings;
  const isRecorded = known !== undefined || (icu !== undefined && hasUnspaced(training.vocabulary.contents().pool));
  return isRecorded ? settings : others;
}
