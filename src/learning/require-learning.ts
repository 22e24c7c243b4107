import { methodTitle } from "../classifiers/table.js";
import { DataError } from "../errors.js";
import type { KnownDocuments } from "../known-documents.js";
import { presetOf } from "../presets.js";
import { counts, type Settings } from "../settings.js";
import type { TextModel } from "../text-model.js";

/**
 * The documents of a model that can learn and unlearn one document: one that is made of
 * counts, which has no calibration, and which knows what it has learned.
 *
 * @throws DataError that says why it cannot.
 */
export function requireLearning({ settings, known, documentIds }: TextModel): KnownDocuments {
  requireLearnable(settings);
  if (documentIds !== undefined) {
    throw new DataError(
      "learn: required a model without the documents that similar compares with, found one that keeps them: train it again with --remember in place of --keep-documents",
    );
  }
  if (known === undefined) {
    throw new DataError(
      `learn: required a model that remembers what it has learned, found one that does not: train it again, thresher train CORPUS -m MODEL ${optionsOf(settings)} --remember`,
    );
  }
  return known;
}

/** As they are typed: a preset by its name. */
function optionsOf(settings: Settings): string {
  const preset = presetOf(settings);
  return preset === undefined ? "OPTIONS" : `--preset ${preset}`;
}

/** @throws DataError unless models with these settings are what one document can be added to and taken from. */
export function requireLearnable(settings: Settings): void {
  const { classifier, calibrate } = settings;
  if (!counts(settings)) {
    throw new DataError(
      `learn: required a model that is made of counts, such as multinomial naive Bayes with tf count or binary, found ${methodTitle(classifier)} of another kind: it can only be trained again, on all documents`,
    );
  }
  if (calibrate !== null) {
    throw new DataError(
      `learn: required a model without a calibration, which is fitted on all documents, found calibrate ${calibrate}: it can only be trained again, or without --calibrate`,
    );
  }
}
