import { methodDefaults, toldOptions } from "../classifiers/table.js";
import { mailFields } from "../email/mail/fields.js";
import { NO_WEIGHTING } from "../features/weighting.js";
import { presetOf } from "../presets.js";
import { settingRows } from "../reports/setting-rows.js";
import { DEFAULT_SETTINGS, type Settings } from "../settings.js";

/** What stands in the name of the method already; a combination is told by its methods. */
const IN_THE_NAME: readonly string[] = ["classifier", "members", "calibrate", ...Object.keys(NO_WEIGHTING)];

/**
 * What was chosen beside the method, in words that are safe, as settings have been checked: the preset, and all that is not
 * as it is by default. Empty if nothing was.
 */
export function chosenText(settings: Settings): string {
  const { classifier } = settings;
  const fields = settings.as === "mail" ? mailFields() : DEFAULT_SETTINGS.fields;
  const defaults: object = { ...DEFAULT_SETTINGS, ...methodDefaults(classifier, settings), fields };
  const told = new Set([...IN_THE_NAME, ...toldOptions(classifier)]);
  const chosen = Object.entries(settings).filter(
    ([name, value]) => !told.has(name) && String(value) !== String(defaults[name as keyof typeof defaults]),
  );
  const preset = presetOf(settings);
  return [
    // The defaults are a preset too.
    ...(preset === undefined || preset === "lecture" ? [] : [`preset ${preset}`]),
    ...settingRows(Object.fromEntries(chosen)).map(([name, value]) => (value === "true" ? name : `${name} ${value}`)),
  ].join(", ");
}
