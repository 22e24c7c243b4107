import { openClasses } from "../../documents/corpora/class-paths.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { CorpusOptions } from "../../documents/corpora/corpus-options.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import { requirePlace } from "../../documents/files/write-file.js";
import type { TrainOptions } from "../../model/options.js";
import type { Settings } from "../../model/settings.js";
import { requireTrainable, type TrainingMode } from "../../model/train-on.js";
import { requireUnlabelledForShares, trainCorpus } from "../../model/training.js";
import type { ClassShares } from "../../model/unlabelled-data.js";
import { followReading, unlabelledDocuments } from "../follow-reading.js";
import { type Follower, tell } from "../follower.js";
import { standardInputFile } from "../inputs/standard-input.js";
import { readingLines } from "../notices/mail-lines.js";
import { fewLabelSettings, settingsOf } from "../settings.js";
import { type NewModel, type TrainedModel, writeModel } from "./new-model.js";

/** How a model learns. */
export interface LearnOptions extends Follower, TrainOptions, Omit<TrainingMode, "onProgress" | "signal"> {
  /** The most memory for counts of terms or for documents, in bytes. Default: all of the machine's. */
  readonly memory?: number | undefined;
  /** The path of documents without labels, to learn from as well. */
  readonly unlabelled?: string | undefined;
  /** The share of each class among them, if it is known. */
  readonly shares?: ClassShares | undefined;
}

/** The options of `trainModel`: of the model, of reading the corpus, and where to write the model. */
export type TrainModelOptions = CorpusOptions & LearnOptions & { readonly model: string };

/**
 * Learns a model from a corpus, and writes it to a file. A model of the same name is kept as `MODEL.previous`.
 *
 * @param paths a corpus, `-` for one from standard input, or several paths, each of them a class
 * @throws UsageError if an option is not allowed; DataError if there is nothing to learn from, or the documents do not fit
 *   into `memory`.
 *
 * @example
 * const { written } = trainModel(["corpora/mail"], { model: "mail.model", preset: "mail" });
 * console.log(written.documents, written.bytes);
 */
export function trainModel(paths: readonly string[], options: TrainModelOptions): TrainedModel {
  const { model, unlabelled } = options;
  const chosen = settingsOf(options);
  requireUnlabelledForShares(options);
  requireTrainable(chosen, options);
  const corpus = corpusToLearn(paths, options);
  const settings = unlabelled === undefined ? chosen : fewLabelSettings(corpus, options);
  return writeModel(model, learnCorpus(corpus, settings, options), options);
}

/** Opens the corpus at a path, or makes one of several paths, and checks that the model can be written. */
export function corpusToLearn(paths: readonly string[], options: CorpusOptions & { readonly model: string }): Corpus {
  const [path] = paths;
  const file = path === "-" ? standardInputFile(options.inputFormat) : path;
  const corpus = paths.length === 1 ? openCorpus(file, options) : openClasses(paths, options);
  requirePlace(options.model);
  corpus.requireFree(options.model);
  return corpus;
}

/** Reads a corpus and learns from it. @throws DataError as `trainCorpus` */
export function learnCorpus(corpus: Corpus, settings: Settings, options: LearnOptions): NewModel {
  const { jobs, memory, seed, keepDocuments, remember, unlabelled, shares } = options;
  const following = followReading([corpus], settings, options, () => tell(options, readingLines(corpus, options)));
  const trained = trainCorpus(corpus, settings, {
    ...{ jobs, memory, seed, keepDocuments, remember, shares, ...following },
    unlabelled: unlabelled === undefined ? undefined : unlabelledDocuments(unlabelled, options),
  });
  return { ...trained, settings };
}
