import { DataError } from "../../base/errors.js";
import type { CountingClassifier } from "../../classifiers/bayes/counting-classifier.js";
import { methodTitle } from "../../classifiers/table.js";
import type { KnownDocuments } from "../../features/corpus/known-documents.js";
import { presetOf } from "../presets.js";
import { resolve, type Settings } from "../settings.js";
import { requireModel, type TextModel } from "../text-model.js";

/**
 * Checks that a model can learn one document at a time.
 *
 * @returns the documents that it remembers
 * @throws DataError with the reason if it cannot.
 */
export function requireLearning(model: TextModel): KnownDocuments {
  requireModel(model, "learn");
  const { settings, known, documentIds } = model;
  countingClassifier(settings);
  if (documentIds !== undefined) {
    throw new DataError(
      "this model was trained with keepDocuments and cannot change: train it again with remember instead",
      { options: ["keepDocuments", "remember"] },
    );
  }
  if (known === undefined) {
    const preset = presetOf(settings);
    // The defaults need no preset.
    const chosen = preset === undefined || preset === "lecture" ? "" : `preset ${preset} and `;
    throw new DataError(`this model does not remember what it has learned: train it again with ${chosen}remember`, {
      options: chosen === "" ? ["remember"] : ["preset", "remember"],
    });
  }
  return known;
}

/**
 * Checks that models with these settings can learn one document at a time.
 *
 * @returns the classifier of the settings
 * @throws DataError with the reason if they cannot.
 */
export function countingClassifier(settings: Settings): CountingClassifier {
  if (settings.multiLabel) {
    throw new DataError("learn: a model of several labels cannot learn single documents, only be trained again on all");
  }
  const { isCounting, classifier } = resolve(settings);
  const title = methodTitle(settings.classifier);
  if (!isCounting) {
    throw new DataError(
      `learn: ${title} with these settings cannot learn single documents, only be trained again on all of them; use a method made of counts, such as multinomial naive Bayes with tf count or binary`,
    );
  }
  if (isFittedByFolds(settings)) {
    throw new DataError(
      `learn: calibrate ${settings.calibrate} cannot be updated one document at a time: use temperature`,
      { options: ["calibrate"] },
    );
  }
  if (settings.calibrate === "temperature" && classifier.leaveOneOut === undefined) {
    throw new DataError(
      `learn: ${title} with these settings cannot update calibrate temperature one document at a time: leave it out`,
      { options: ["calibrate"] },
    );
  }
  return classifier;
}

/**
 * Returns whether the calibration is fitted on folds. Temperature is not: it is fitted on documents that are left out
 * one at a time, so it can be updated after each document.
 */
export function isFittedByFolds({ calibrate }: Settings): boolean {
  return calibrate !== null && calibrate !== "none" && calibrate !== "temperature";
}
