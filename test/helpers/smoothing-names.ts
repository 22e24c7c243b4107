import { CLASSIFIER_NAMES, methodDefaults } from "../../src/classifiers/table.js";

/** The classifiers that take any alpha, 0 among them, and learn a prior unless told otherwise. */
export const SMOOTHING_NAMES = CLASSIFIER_NAMES.filter((name) => {
  const { alpha, prior } = methodDefaults(name);
  return alpha !== undefined && prior === "fit";
});
