import { isText, shown } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import type { TrainOptions } from "./options.js";

/**
 * Returns the settings that record the dictionary of `segment`. Without one, returns no settings, so that model files
 * of other models do not change.
 *
 * @param icu the version in the settings of a model file
 */
export function segmenting(
  segment: boolean | undefined,
  icu: unknown,
): { readonly segment?: true; readonly icu?: string } {
  if (segment === undefined || segment === false) return {};
  if (icu !== undefined && !isText(icu)) throw new UsageError(`icu must be a version, not ${shown(icu)}`);
  if (typeof Intl.Segmenter !== "function") {
    throw new UsageError("segment: this Node.js has no dictionaries: use one that is built with ICU, or leave it out");
  }
  return { segment, icu: icu ?? process.versions.icu ?? "" };
}

/** Returns the setting that records the columns of a table; none for other models, whose files then do not change. */
export function reading(textColumns: unknown): { readonly textColumns?: readonly string[] } {
  if (textColumns === undefined) return {};
  if (Array.isArray(textColumns) && textColumns.length > 0 && textColumns.every(isText)) return { textColumns };
  throw new UsageError(`textColumns must be names of columns, not ${shown(textColumns)}`);
}

/** Returns the settings of a model of several labels; none for other models, whose files then do not change. */
export function deciding(
  multiLabel: unknown,
  { calibrate }: Pick<TrainOptions, "calibrate">,
): { readonly multiLabel?: true; readonly calibrate?: null } {
  if (multiLabel === undefined || multiLabel === false) return {};
  if (multiLabel !== true) throw new UsageError(`multiLabel must be true or false, not ${shown(multiLabel)}`);
  if (calibrate !== undefined && calibrate !== null && calibrate !== "none") {
    throw new UsageError(
      "calibrate cannot be combined with multiLabel, which fits a temperature for each label: leave it out",
    );
  }
  return { multiLabel, calibrate: null };
}
