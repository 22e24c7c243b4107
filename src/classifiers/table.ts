import { UsageError } from "../errors.js";
import { bernoulli } from "./bernoulli.js";
import type { CountingClassifier } from "./counting-classifier.js";
import { multinomial } from "./multinomial.js";
import type { Prior } from "./prior.js";

/** The classifiers by name, each with the settings that all of them share. A new method is one line here. */
const CLASSIFIERS: Readonly<Record<string, (options: { alpha: number; prior: Prior }) => CountingClassifier>> = {
  multinomial,
  bernoulli,
};

/** The names `classifierNamed` knows. */
export const CLASSIFIER_NAMES: readonly string[] = Object.keys(CLASSIFIERS);

/** @throws UsageError if there is no classifier of that name, or a setting is out of range. */
export function classifierNamed(name: string, options: { alpha: number; prior: Prior }): CountingClassifier {
  if (!Object.hasOwn(CLASSIFIERS, name)) {
    throw new UsageError(`classifier: required one of ${CLASSIFIER_NAMES.join(", ")}, got ${JSON.stringify(name)}`);
  }
  return CLASSIFIERS[name](options);
}
