import { UsageError } from "../../base/errors.js";
import { isCounting } from "../../classifiers/bayes/counting-classifier.js";
import { CLASSIFIER_NAMES, makeClassifier, methodTitle } from "../../classifiers/table.js";
import { type Resolved, resolve, type Settings } from "../settings.js";

/**
 * Checks that counts are enough for a model with these settings.
 *
 * @returns the settings with the classifier and the rules that they describe: see `resolve`
 * @throws UsageError if they are not.
 */
export function requireCountable(settings: Settings): Extract<Resolved, { readonly isCounting: true }> {
  const { classifier, calibrate, multiLabel } = settings;
  if (multiLabel) throw new UsageError("multi-label models cannot be counted in parts: each label needs the documents");
  const resolved = resolve(settings);
  if (!resolved.isCounting) {
    const countable = CLASSIFIER_NAMES.filter((name) => isCounting(makeClassifier({ classifier: name })));
    throw new UsageError(
      `${methodTitle(classifier)} with these settings needs the documents, not only their counts; what can be counted in parts is ${countable.join(", ")}, with tf count or binary, without idf, norm and class-weight`,
    );
  }
  if (calibrate !== null && calibrate !== "none") {
    throw new UsageError(`calibrate ${calibrate} needs the documents, not only their counts: leave it out`);
  }
  return resolved;
}
