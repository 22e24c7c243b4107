import { type CountingClassifier, calibratesItself } from "../../classifiers/bayes/counting-classifier.js";
import type { Calibration } from "../../classifiers/calibration/calibration.js";
import { decodedRow } from "../../features/coded-rows.js";
import { columnMap, selectTerms } from "../../features/selection.js";
import { matrixOfRows, selectColumns } from "../../features/sparse-matrix.js";
import { CALIBRATING_DOCUMENTS, leftOutTemperature } from "../fitting/left-out-temperature.js";
import type { Settings } from "../settings.js";
import type { TextModel } from "../text-model.js";

/** Returns whether a model that remembers its documents is calibrated if it has this number of classes. */
export function isCalibrated({ calibrate }: Settings, classifier: CountingClassifier, classes: number): boolean {
  return calibrate === null ? calibratesItself(classifier, classes) : calibrate !== "none";
}

/**
 * Fits the calibration of a model that remembers its documents, if it has one. This is a temperature, fitted to
 * the documents with the smallest digests, so that the order of learning does not matter. The selected terms are
 * those of all documents.
 */
export function knownCalibration({ resolved, settings, known, counts, training }: TextModel): Calibration | undefined {
  if (known === undefined || !resolved.isCounting) return undefined;
  const { classifier, rules } = resolved;
  if (!isCalibrated(settings, classifier, counts.labels.length)) return undefined;
  const { vocabulary, statistics } = training;
  const rows = Array.from({ length: Math.min(known.times.length, CALIBRATING_DOCUMENTS) }, (_, n) =>
    decodedRow(known.rows, n, vocabulary.size),
  );
  const all = matrixOfRows(rows, vocabulary.size);
  const kept = statistics && selectTerms(statistics, rules);
  const x = kept === undefined ? all : selectColumns(all, columnMap(kept, vocabulary.size));
  return leftOutTemperature(classifier, counts, { x, y: known.classes });
}
