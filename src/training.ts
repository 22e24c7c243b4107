import { classCounts } from "./classifiers/class-counts.js";
import { classifierNamed } from "./classifiers/table.js";
import { type CorpusData, type ReadOptions, readCorpus } from "./dataset.js";
import type { LabelledDocument } from "./documents/document.js";
import { DataError } from "./errors.js";
import { termStatistics } from "./features/selection.js";
import { type Settings, selects, settingsFrom, type TrainOptions } from "./settings.js";
import { TextModel } from "./text-model.js";

/**
 * Learns from labelled documents.
 *
 * @param corpus documents of two or more classes, for example `readFolders("mail")`
 * @throws UsageError if an option is not allowed, DataError if there are no two classes.
 */
export function train(corpus: Iterable<LabelledDocument>, options: TrainOptions & ReadOptions = {}): TextModel {
  const { jobs, onProgress, onProblem, ...choices } = options;
  const settings = settingsFrom(choices);
  return trainOn(readCorpus(corpus, settings, { jobs: jobs ?? 1, onProgress, onProblem }), settings);
}

/** Learns from a corpus that has been read. */
export function trainOn(data: CorpusData, settings: Settings): TextModel {
  requireClasses(data);
  const { binary } = classifierNamed(settings.classifier, settings);
  return new TextModel(settings, {
    vocabulary: data.vocabulary,
    classes: classCounts(data, binary),
    statistics: selects(settings) ? termStatistics(data.x) : undefined,
  });
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
