import { safeText } from "../../base/safe-text.js";
import { type Settings, settingsFrom } from "../settings.js";

/**
 * The settings that a model file holds. Files from before word rules 2 do not name the rules: they have 1. Warns if
 * the dictionaries that cut the words are of another version.
 *
 * @throws UsageError if a value is not allowed, SyntaxError if this is not JSON.
 */
export function storedSettings(json: string): Settings {
  const settings = settingsFrom({ wordRules: 1, ...JSON.parse(json) });
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
