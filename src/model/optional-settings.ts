import { isText, shown } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import type { TrainOptions } from "./options.js";

/**
 * Returns the settings that record the dictionary of `segment`.
 *
 * @param icu the version in the settings of a model file; undefined for a new model
 */
export function segmentSettings(segment: true, icu: unknown): { readonly segment: true; readonly icu: string } {
  if (icu !== undefined && !isText(icu)) throw new UsageError(`icu must be a version, not ${shown(icu)}`);
  if (typeof Intl.Segmenter !== "function") {
    throw new UsageError("segment: this Node.js has no dictionaries: use one that is built with ICU, or leave it out");
  }
  return { segment, icu: icu ?? process.versions.icu ?? "" };
}

/** Returns the setting that records the columns of a table. */
export function columnSettings(textColumns: unknown): { readonly textColumns: readonly string[] } {
  if (Array.isArray(textColumns) && textColumns.length > 0 && textColumns.every(isText)) return { textColumns };
  throw new UsageError(`textColumns must be names of columns, not ${shown(textColumns)}`);
}

/** Returns the settings of a model of several labels. */
export function multiLabelSettings(
  multiLabel: unknown,
  { calibrate }: Pick<TrainOptions, "calibrate">,
): { readonly multiLabel: true; readonly calibrate: null } {
  if (multiLabel !== true) throw new UsageError(`multiLabel must be true or false, not ${shown(multiLabel)}`);
  if (calibrate !== undefined && calibrate !== null && calibrate !== "none") {
    throw new UsageError(
      "calibrate cannot be combined with multiLabel, which fits a temperature for each label: leave it out",
    );
  }
  return { multiLabel, calibrate: null };
}
