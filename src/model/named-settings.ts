import type { CalibrationMethod } from "../classifiers/calibration/calibration.js";
import { WORD_RULES } from "../text/words/word-options.js";
import type { Settings } from "./settings.js";

/**
 * Returns the settings as reports show them, with the name of the classifier first. The version of the word
 * rules is left out unless it is an old one.
 *
 * @param isCalibrated whether the reported probabilities are calibrated. Default: whether the settings name a
 * calibration
 */
export function named(settings: Settings, isCalibrated?: boolean): { name: string } & Omit<Settings, "classifier"> {
  const { classifier: name, wordRules, ...others } = settings;
  const isOld = wordRules !== undefined && wordRules < WORD_RULES;
  const choices = isOld ? { ...others, wordRules } : others;
  return { name, ...choices, calibrate: calibrationIn(settings, isCalibrated) };
}

/**
 * Returns how probabilities are calibrated; null if they are not. If no setting names the method, it is a temperature: that
 * of a classifier that calibrates itself.
 *
 * @param isCalibrated as in `named`
 */
export function calibrationIn({ calibrate }: Settings, isCalibrated = calibrate !== null): CalibrationMethod | null {
  if (!isCalibrated || calibrate === "none") return null;
  return calibrate ?? "temperature";
}
