import { DataError, UsageError } from "../../base/errors.js";
import { type ClassCounts, classCounts, countsOf } from "../../classifiers/bayes/class-counts.js";
import { type CountingClassifier, calibratesItself } from "../../classifiers/bayes/counting-classifier.js";
import type { Calibration } from "../../classifiers/calibration/calibration.js";
import { methodTitle } from "../../classifiers/table.js";
import { decodedRow, RowCoder } from "../../features/coded-rows.js";
import { type KnownDocuments, type KnownIdentity, keyOf } from "../../features/corpus/known-documents.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import {
  canDropTerms,
  looksAtClasses,
  type SelectionRules,
  type TermStatistics,
  termStatistics,
} from "../../features/selection.js";
import { matrixFromRows, matrixOfRows, rowCopy, rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import { Vocabulary } from "../../features/vocabulary.js";
import { CALIBRATING_DOCUMENTS, leftOutTemperature } from "../fitting/fit-calibration.js";
import { Fold } from "../fitting/fold.js";
import { TrainingSubset } from "../fitting/training-subset.js";
import { knownRows } from "../limits.js";
import type { TrainOptions } from "../options.js";
import { presetOf } from "../presets.js";
import { resolve, type Settings, settingsFrom } from "../settings.js";
import { requireModel, TextModel } from "../text-model.js";

/**
 * Makes a model without documents. It cannot classify until it has learned some.
 *
 * @throws UsageError if an option is not allowed, DataError if models with these settings cannot learn single
 * documents.
 */
export function newModel(options: TrainOptions = {}): TextModel {
  const settings = settingsFrom(options);
  countingClassifier(settings);
  const counts = countsOf([], new Float64Array(0), matrixFromRows([]));
  return modelOfKnown(settings, Vocabulary.of([]), counts, knownFrom([], []));
}

/** Makes a model that remembers the known documents. @param classes the counts of these documents by class */
export function modelOfKnown(
  settings: Settings,
  vocabulary: Vocabulary,
  classes: ClassCounts,
  known: KnownDocuments,
): TextModel {
  const { rules } = resolve(settings);
  const statistics = canDropTerms(rules) ? statisticsOf(known, vocabulary.size, classes, rules) : undefined;
  return new TextModel(settings, { vocabulary, classes, statistics }, { known, calibration: knownCalibration });
}

/** Counts the known documents of each term, and of each term and class if the rules look at classes. */
function statisticsOf(
  { rows, classes: y, times }: KnownDocuments,
  terms: number,
  classes: ClassCounts,
  rules: SelectionRules,
): TermStatistics {
  const x = matrixOfRows(
    Array.from(times, (_, n) => decodedRow(rows, n, terms)),
    terms,
  );
  const statistics = termStatistics(x);
  if (!looksAtClasses(rules)) return statistics;
  // Without documents, counts of occurrences and of presences are the same: none.
  return {
    ...statistics,
    presence: times.length === 0 ? classes : classCounts({ x, y, labels: classes.labels }, true),
  };
}

/**
 * Makes a model that remembers its documents, so that it can learn and unlearn single ones.
 *
 * @throws DataError if models with these settings cannot learn single documents, UsageError if the corpus was not read
 *   with `identify`.
 */
export function rememberingModel(data: CorpusData, settings: Settings): TextModel {
  const classifier = countingClassifier(settings);
  const { vocabulary, identities, ...documents } = withoutCopies(data);
  // Kinds are not stored with counts: the model finds them by its vocabulary.
  const counts = classCounts({ ...documents, kinds: undefined }, classifier.binary);
  const scratch = new Float64Array(vocabulary.size);
  const known = identities.map((identity, row): Remembered => {
    const label = documents.labels[documents.y[row]];
    return { ...identity, label, addTo: (rows) => rows.add(sortedRow(documents.x, row, scratch)) };
  });
  return modelOfKnown(settings, vocabulary, counts, knownFrom(known, documents.labels));
}

/**
 * Returns the corpus as if `learn` had learned its documents one after another. The first copy of a document
 * gives the terms and the time, and the last copy gives the label. Terms and classes that only the other copies have are left out.
 */
function withoutCopies(data: CorpusData) {
  const { identities } = data;
  if (identities === undefined) {
    throw new UsageError("remember: the corpus has no identities: read it with identify");
  }
  const first = new Map<string, number>();
  const y = Uint32Array.from(data.y);
  for (const [row, { digest }] of identities.entries()) {
    const key = keyOf(digest);
    const known = first.get(key);
    if (known === undefined) first.set(key, row);
    else y[known] = data.y[row];
  }
  const rows = Uint32Array.from(first.values());
  const { train, terms } = new Fold(new TrainingSubset({ ...data, y }, rows));
  const vocabulary = data.vocabulary.subset(terms);
  return { ...train, vocabulary, identities: Array.from(rows, (row) => identities[row]) };
}

/** A document to remember. */
export interface Remembered extends KnownIdentity {
  readonly label: string;
  /** Adds the counts of its terms as the next row. */
  readonly addTo: (rows: RowCoder) => void;
}

/** Makes known documents, ordered by their digests. */
export function knownFrom(documents: readonly Remembered[], labels: readonly string[]): KnownDocuments {
  const sorted = [...documents].sort((a, b) => Buffer.compare(a.digest, b.digest));
  const classOf = new Map(labels.map((label, c) => [label, c]));
  const rows = new RowCoder();
  for (const document of sorted) document.addTo(rows);
  return {
    digests: Uint8Array.from(Buffer.concat(sorted.map(({ digest }) => digest))),
    classes: Uint32Array.from(sorted, ({ label }) => classOf.get(label) ?? 0),
    times: Uint32Array.from(sorted, ({ seconds }) => seconds),
    rows: rows.finish(),
  };
}

/** Returns one row with its columns ascending. @param scratch a number for each column, of any value */
function sortedRow(x: SparseMatrix, row: number, scratch: Float64Array): { ids: Uint32Array; values: Float64Array } {
  const { ids, values } = rowCopy(rowView(x, row));
  for (let i = 0; i < ids.length; i++) scratch[ids[i]] = values[i];
  // A typed array sorts many times faster without a comparator.
  const sorted = ids.sort();
  const counts = new Float64Array(sorted.length);
  for (let i = 0; i < sorted.length; i++) counts[i] = scratch[sorted[i]];
  return { ids: sorted, values: counts };
}

/** Returns whether a model that remembers its documents is calibrated if it has this number of classes. */
export function isCalibrated({ calibrate }: Settings, classifier: CountingClassifier, classes: number): boolean {
  return calibrate === null ? calibratesItself(classifier, classes) : calibrate !== "none";
}

/**
 * Fits the calibration of a model that remembers its documents, if it has one. This is a temperature, fitted to
 * the documents with the smallest digests, so that the order of learning does not matter. The selected terms are
 * those of all documents.
 */
function knownCalibration(model: TextModel): Calibration | undefined {
  const { resolved, settings, known, counts } = model;
  if (known === undefined || !resolved.isCounting) return undefined;
  const { classifier } = resolved;
  if (!isCalibrated(settings, classifier, counts.labels.length)) return undefined;
  return leftOutTemperature(classifier, counts, { x: knownRows(model, CALIBRATING_DOCUMENTS), y: known.classes });
}

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
