import { classCounts } from "./classifiers/class-counts.js";
import type { FitProgress } from "./classifiers/classifier.js";
import { isCounting } from "./classifiers/counting-classifier.js";
import { classifierFor } from "./classifiers/table.js";
import { type CorpusData, type ReadOptions, readCorpus } from "./dataset.js";
import type { LabelledDocument } from "./documents/document.js";
import { DataError } from "./errors.js";
import { CALIBRATION_SHARE, fitCalibration } from "./evaluation/fit-calibration.js";
import { TrainingPart } from "./evaluation/training-part.js";
import { Trial } from "./evaluation/trial.js";
import { looksAtClasses, type TermStatistics, termStatistics } from "./features/selection.js";
import { rulesOf, type Settings, selects, settingsFrom, type TrainOptions } from "./settings.js";
import { TextModel } from "./text-model.js";

/**
 * Learns from labelled documents.
 *
 * @param corpus documents of two or more classes, for example `readFolders("mail")`
 * @param options besides the choices and how the corpus is read, the seed of the folds that a calibration is fitted by; default 1
 * @throws UsageError if an option is not allowed, DataError if there are no two classes.
 */
export function train(
  corpus: Iterable<LabelledDocument>,
  options: TrainOptions & ReadOptions & { readonly seed?: number } = {},
): TextModel {
  const { jobs, onProgress, onProblem, seed, ...choices } = options;
  const settings = settingsFrom(choices);
  return trainOn(readCorpus(corpus, settings, { jobs: jobs ?? 1, onProgress, onProblem }), settings, seed);
}

/**
 * Learns from a corpus that has been read.
 *
 * @param seed of the folds that a calibration is fitted by; default 1
 * @param onProgress called with the share of the training that is done, 0 to 1, where it takes long
 */
export function trainOn(data: CorpusData, settings: Settings, seed = 1, onProgress?: FitProgress): TextModel {
  requireClasses(data);
  const classifier = classifierFor(settings);
  const whole = new Trial(TrainingPart.of(data), { x: data.x, y: data.y, rows: new Uint32Array() }, rulesOf(settings));
  const calibrating = settings.calibrate === null ? 0 : CALIBRATION_SHARE;
  const calibration =
    settings.calibrate === null
      ? undefined
      : fitCalibration(whole, classifier, settings.calibrate, seed, (done) => onProgress?.(calibrating * done));
  if (!isCounting(classifier)) {
    const training = {
      vocabulary: data.vocabulary.subset(whole.terms),
      classes: classCounts(whole.train),
      statistics: undefined,
    };
    return new TextModel(settings, training, {
      calibration,
      model: classifier.fit(whole.train, (done) => onProgress?.(calibrating + (1 - calibrating) * done)),
    });
  }
  const training = {
    vocabulary: data.vocabulary,
    classes: classCounts(data, classifier.binary),
    statistics: selects(settings) ? statisticsOf(data, settings) : undefined,
  };
  return new TextModel(settings, training, { calibration });
}

/** What the rules look at, and no more. */
function statisticsOf(data: CorpusData, settings: Settings): TermStatistics {
  const statistics = termStatistics(data.x);
  return looksAtClasses(rulesOf(settings)) ? { ...statistics, presence: classCounts(data, true) } : statistics;
}

/** @throws DataError unless there are documents of at least two classes. */
export function requireClasses({ labels, ids }: CorpusData): void {
  if (ids.length === 0)
    throw new DataError("training: required documents of two or more classes, found no document that can be read");
  if (labels.length < 2) {
    throw new DataError(
      `training: required two or more classes, found only ${JSON.stringify(labels[0])}: add a folder for what is not of that class`,
    );
  }
}
