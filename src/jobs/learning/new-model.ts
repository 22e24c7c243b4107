import { existsSync, statSync } from "node:fs";
import { sumOf } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { probabilityOf } from "../../classifiers/classification.js";
import type { Problem } from "../../documents/problem.js";
import { replaceModel } from "../../model/file/model-update.js";
import { isFittedByFolds } from "../../model/learning/require-learning.js";
import { decisionsOf } from "../../model/multi-label.js";
import { named, resolve, type Settings } from "../../model/settings.js";
import type { TextModel } from "../../model/text-model.js";
import type { TrainedCorpus } from "../../model/training.js";
import { type Follower, tell } from "../follower.js";
import { NO_TERMS } from "../notices/class-lines.js";
import { fewToCalibrateLines } from "../notices/figure-lines.js";
import { namedLines } from "../notices/names.js";

/** A model, and what it was made from. */
export interface NewModel {
  readonly model: TextModel;
  readonly settings: Settings;
  readonly documents: number;
  readonly problems: readonly Problem[];
  /** The number of parts that were added up, if any. */
  readonly parts?: number;
  /** The documents without labels that it has learned from, if any. */
  readonly unlabelled?: TrainedCorpus["unlabelled"];
  /** The shards that workers started more than once, if workers counted. */
  readonly repeated?: readonly number[] | undefined;
}

/** A new model that is in a file now. */
export interface WrittenModel extends Pick<NewModel, "documents" | "problems" | "parts" | "repeated"> {
  /** The path of the model, and its size. */
  readonly model: string;
  readonly bytes: number;
  readonly classifier: ReturnType<typeof named>;
  /** The number of copies that count once, if there are any. */
  readonly copies?: number;
  /** The number of documents of each class; for a model of several labels also the threshold of each. */
  readonly classes: readonly { readonly label: string; readonly documents: number; readonly threshold?: number }[];
  /** The number of documents without labels, and how they were used. */
  readonly unlabelled?: {
    readonly documents: number;
    readonly choice: NonNullable<TrainedCorpus["unlabelled"]>["choice"];
  };
  /** The number of terms. */
  readonly vocabulary: number;
}

/** A new model in a file, and what can be done with it. */
export interface TrainedModel {
  readonly written: WrittenModel;
  /** Whether the model before it is kept as `MODEL.previous`. */
  readonly hasPrevious: boolean;
  readonly isMultiLabel: boolean;
  readonly isMail: boolean;
  /** Whether a model with these settings can learn one document at a time, if it is trained with `remember`. */
  readonly couldLearn: boolean;
}

/** Writes a new model to its file, and tells what makes it doubtful. */
export function writeModel(
  path: string,
  { model, settings, documents, problems, parts, unlabelled, repeated }: NewModel,
  follower: Follower,
): TrainedModel {
  const isCalibrated = model.calibration !== undefined;
  const { size: vocabulary } = model.vocabulary;
  if (vocabulary === 0) tell(follower, NO_TERMS);
  if (settings.multiLabel) tell(follower, rareLabelLines(model));
  if (isCalibrated) tell(follower, fewToCalibrateLines(documents));
  const hasPrevious = existsSync(path);
  replaceModel(path, model);
  const { labels, counts } = model;
  const copies = model.known === undefined ? 0 : documents - sumOf(counts.documents);
  const sizes = unlabelled?.labelled ?? counts.documents;
  // Log odds, one for each label of a model that gives several.
  const thresholds = decisionsOf(model)?.thresholds;
  const written: WrittenModel = {
    model: path,
    bytes: statSync(path).size,
    classifier: named(settings, isCalibrated),
    ...(parts !== undefined && { parts }),
    documents,
    ...(copies > 0 && { copies }),
    classes: labels.map((label, c) => ({
      ...{ label, documents: sizes[c] },
      ...(thresholds && { threshold: probabilityOf(thresholds[c]) }),
    })),
    ...(unlabelled && { unlabelled: { documents: unlabelled.documents, choice: unlabelled.choice } }),
    vocabulary,
    problems,
    ...(repeated && { repeated }),
  };
  const couldLearn = !isFittedByFolds(settings) && resolve(settings).isCounting;
  return {
    written,
    hasPrevious,
    isMultiLabel: settings.multiLabel === true,
    isMail: settings.as === "mail",
    couldLearn,
  };
}

/** A threshold that is chosen on fewer documents with the label is close to .5, and mostly chance. */
const FEW_FOR_THRESHOLD = 5;

/** Returns the line on labels with few documents; empty if there are none. */
function rareLabelLines({ labels, counts }: TextModel): string[] {
  const rare = labels.filter((_, c) => counts.documents[c] < FEW_FOR_THRESHOLD);
  return namedLines(rare, (n) => {
    const have = plural(n, "label has", "labels have");
    return `${have} fewer than ${FEW_FOR_THRESHOLD} documents, too few to choose a threshold well`;
  });
}
