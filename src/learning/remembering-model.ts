import { isCounting } from "../classifiers/counting-classifier.js";
import { classifierFor } from "../classifiers/table.js";
import type { KnownIdentity } from "../known-documents.js";
import type { Settings } from "../settings.js";
import { TextModel } from "../text-model.js";
import { type CountedDocuments, trainingCounts } from "../training-counts.js";
import { knownFrom } from "./known-from.js";

/**
 * The model of documents that it remembers.
 *
 * @param data at least one document; every term and class is one of some document
 * @param identities of each row; no digest twice
 * @param settings of a model that can learn: see `requireLearnable`
 */
export function rememberingModel(
  data: CountedDocuments,
  identities: readonly KnownIdentity[],
  settings: Settings,
): TextModel {
  const classifier = classifierFor(settings);
  if (!isCounting(classifier)) throw new TypeError("a model that learns is made of counts");
  const known = knownFrom(data.x, data.y, identities);
  return new TextModel(settings, trainingCounts(data, settings, classifier), { known });
}
