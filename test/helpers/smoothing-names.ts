import { CLASSIFIER_NAMES, methodDefaults } from "../../src/classifiers/table.js";

/** The classifiers that have both alpha and a prior to choose. */
export const SMOOTHING_NAMES = CLASSIFIER_NAMES.filter((name) => {
  const defaults = methodDefaults(name);
  return Object.hasOwn(defaults, "alpha") && Object.hasOwn(defaults, "prior");
});
