import { CLASSIFIER_NAMES, methodDefaults } from "../../src/classifiers/table.js";
import { METHODS_UNDER_TEST } from "../classifiers/method-options.js";

/** The classifiers that take any alpha, 0 among them, and learn a prior unless told otherwise. */
export const SMOOTHING_NAMES = CLASSIFIER_NAMES.filter((name) => {
  const { alpha, prior } = methodDefaults(name);
  return alpha !== undefined && prior === "fit";
});

/** The smoothing methods that accept fractional counts. */
export const WEIGHABLE_NAMES = SMOOTHING_NAMES.filter((name) => !METHODS_UNDER_TEST[name].takesCountsOnly);
