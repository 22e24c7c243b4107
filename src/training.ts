import { classCounts } from "./classifiers/class-counts.js";
import type { FitProgress } from "./classifiers/classifier.js";
import { isCounting } from "./classifiers/counting-classifier.js";
import { memoryOf } from "./classifiers/document-memory.js";
import type { StoredModel } from "./classifiers/stored-classifier.js";
import { classifierFor } from "./classifiers/table.js";
import { type CorpusData, type ReadOptions, readCorpus } from "./dataset.js";
import type { LabelledDocument } from "./documents/document.js";
import { DataError, UsageError } from "./errors.js";
import { calibrationBefore } from "./evaluation/fit-calibration.js";
import { TrainingPart } from "./evaluation/training-part.js";
import { Trial } from "./evaluation/trial.js";
import { rememberingModel } from "./learning/remembering-model.js";
import { requireLearnable } from "./learning/require-learning.js";
import { withoutCopies } from "./learning/without-copies.js";
import { rulesOf, type Settings, settingsFrom, type TrainOptions } from "./settings.js";
import { documentKeeper, TextModel } from "./text-model.js";
import { trainingCounts } from "./training-counts.js";

/**
 * Learns from labelled documents.
 *
 * @param corpus documents of two or more classes, for example `readFolders("mail")`
 * @param options besides the choices and how the corpus is read, those of `HowToTrain`
 * @throws UsageError if an option is not allowed, DataError if there are no two classes.
 *
 * @example
 * const model = train(openCorpus("corpora/mail"), { preset: "mail" });
 * save(model, "mail.model");
 */
export function train(
  corpus: Iterable<LabelledDocument>,
  options: TrainOptions &
    ReadOptions & { readonly seed?: number; readonly keepDocuments?: boolean; readonly remember?: boolean } = {},
): TextModel {
  const { jobs, onProgress, onProblem, seed, keepDocuments, remember, ...choices } = options;
  const settings = settingsFrom(choices);
  const data = readCorpus(corpus, settings, { jobs: jobs ?? 1, onProgress, onProblem, identify: remember });
  return trainOn(data, settings, { seed, keepDocuments, remember });
}

/** What training takes beside documents and settings. */
export interface HowToTrain {
  /** Of the folds that a calibration is fitted by. Default 1. */
  readonly seed?: number | undefined;
  /**
   * Whether the model keeps the rows and the names of its documents, for `similar`. Default
   * false; nearest neighbours and locally weighted naive Bayes always do.
   */
  readonly keepDocuments?: boolean | undefined;
  /**
   * Whether the model remembers what it has learned, so that `learn` and `unlearn` can change
   * it. Copies then count once, under the label that comes last. The corpus must have been
   * read with `identify`, and the model be one that is made of counts. Default false.
   */
  readonly remember?: boolean | undefined;
  /** Called with the share of the training that is done, 0 to 1, where it takes long. */
  readonly onProgress?: FitProgress | undefined;
}

/**
 * Learns from a corpus that has been read.
 *
 * @throws DataError if there are no two classes, or the model is to remember and cannot.
 */
export function trainOn(data: CorpusData, settings: Settings, how: HowToTrain = {}): TextModel {
  const { seed = 1, keepDocuments = false, remember = false, onProgress } = how;
  if (remember) {
    requireClasses(data);
    return trainRemembering(data, settings, keepDocuments);
  }
  requireClasses(data);
  const classifier = classifierFor(settings);
  const whole = new Trial(TrainingPart.of(data), { x: data.x, y: data.y, rows: new Uint32Array() }, rulesOf(settings));
  const { calibration, onFit } = calibrationBefore(
    whole,
    classifier,
    settings.calibrate ?? undefined,
    seed,
    onProgress,
  );
  if (!isCounting(classifier)) {
    const training = {
      vocabulary: data.vocabulary.subset(whole.terms),
      classes: classCounts(whole.train),
      statistics: undefined,
    };
    const model = classifier.fit(whole.train, onFit);
    const hasDocuments = memoryOf(model) !== undefined;
    const documents =
      keepDocuments || hasDocuments
        ? { ids: idsOf(data), rows: hasDocuments ? undefined : keptRows(whole) }
        : undefined;
    return new TextModel(settings, training, { calibration, model, documents });
  }
  const documents = keepDocuments ? { ids: idsOf(data), rows: keptRows(whole) } : undefined;
  return new TextModel(settings, trainingCounts(data, settings, classifier), { calibration, documents });
}

function trainRemembering(data: CorpusData, settings: Settings, keepDocuments: boolean): TextModel {
  requireLearnable(settings);
  if (keepDocuments) {
    throw new UsageError("remember: required a model that keeps its documents in one way, got keepDocuments beside it");
  }
  const once = withoutCopies(data);
  return rememberingModel(once, once.identities, settings);
}

function keptRows(whole: Trial): StoredModel {
  return documentKeeper().fit(whole.train);
}

/** Of the documents that are remembered: those of weight 0 are not. */
function idsOf({ ids, weights }: CorpusData): string[] {
  return ids.filter((_, row) => weights?.[row] !== 0);
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
