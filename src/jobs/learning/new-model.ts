import { existsSync, statSync } from "node:fs";
import { sumOf } from "../../base/lists.js";
import { probabilityOf } from "../../classifiers/classifier.js";
import { replaceModel } from "../../model/file/model-update.js";
import { isFittedByFolds } from "../../model/learning/remembering-model.js";
import { named, resolve, type Settings } from "../../model/settings.js";
import { decisionsOf } from "../../model/text-model.js";
import type { TrainedCorpus } from "../../model/training.js";
import { type Follower, tell } from "../follower.js";
import { NO_TERMS } from "../notices/corpus-lines.js";
import { fewToCalibrateLines, unknownSharesLines } from "../notices/figure-lines.js";

/** A model, and what it was made from. */
export interface NewModel extends TrainedCorpus {
  readonly settings: Settings;
  /** The number of parts that were added up, if any. */
  readonly parts?: number;
  /** The shards that workers started more than once, if workers counted. */
  readonly repeated?: readonly number[] | undefined;
}

/** A new model in a file, and what can be done with it. */
export type TrainedModel = ReturnType<typeof writeModel>;

/** Writes a new model to its file, and tells what makes it doubtful. Returns what the model knows. */
export function writeModel(
  path: string,
  { model, settings, documents, problems, parts, unlabelled, repeated }: NewModel,
  follower: Follower,
) {
  const isCalibrated = model.calibration !== undefined;
  const { size: vocabulary } = model.vocabulary;
  if (vocabulary === 0) tell(follower, NO_TERMS);
  if (isCalibrated) tell(follower, fewToCalibrateLines(documents));
  if (unlabelled !== undefined) tell(follower, unknownSharesLines(unlabelled.choice));
  // The model before is kept as `MODEL.previous`.
  const hasPrevious = existsSync(path);
  replaceModel(path, model);
  const { labels, counts } = model;
  const copies = model.known === undefined ? 0 : documents - sumOf(counts.documents);
  const sizes = unlabelled?.labelled ?? counts.documents;
  // Log odds, one for each label of a model that gives several.
  const thresholds = decisionsOf(model)?.thresholds;
  const written = {
    /** The path of the model, and its size. */
    model: path,
    bytes: statSync(path).size,
    classifier: named(settings, isCalibrated),
    /** The number of parts that were added up, if any. */
    ...(parts !== undefined && { parts }),
    documents,
    /** The number of copies that count once, if there are any. */
    ...(copies > 0 && { copies }),
    /** The number of documents of each class; for a model of several labels also the threshold of each. */
    classes: labels.map((label, c) => ({
      label,
      documents: sizes[c],
      ...(thresholds && { threshold: probabilityOf(thresholds[c]) }),
    })),
    /** The number of documents without labels, and how they were used. */
    ...(unlabelled && { unlabelled: { documents: unlabelled.documents, choice: unlabelled.choice } }),
    /** The number of terms. */
    vocabulary,
    problems,
    ...(repeated && { repeated }),
  };
  const isMail = settings.as === "mail";
  /** Whether a model with these settings can learn one document at a time, if it is trained with `remember`. */
  const couldLearn = !isFittedByFolds(settings) && resolve(settings).isCounting;
  return { written, hasPrevious, isMultiLabel: settings.multiLabel === true, isMail, couldLearn };
}
