import { requireCallback, requireOptions } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { followed } from "../base/following.js";
import { sumOf } from "../base/lists.js";
import { calibratesItself, isCounting } from "../classifiers/bayes/counting-classifier.js";
import type { UnlabelledChoice } from "../classifiers/unlabelled/pooled-labels.js";
import type { Corpus } from "../documents/corpora/corpus.js";
import { openCorpus } from "../documents/corpora/readers.js";
import { isCorpus, type LabelledText, requireDocuments, type TextWithLabels } from "../documents/given-text.js";
import type { Problem } from "../documents/problem.js";
import type { ReadOptions } from "../features/corpus/collections.js";
import type { CorpusCounts } from "../features/corpus/read-corpus.js";
import type { WantedSums } from "../features/document-sums.js";
import { TrainingSubset, trainingCounts, wantedSums } from "./fitting/training-subset.js";
import { inCells, severalLabelsNotice } from "./multi-label.js";
import type { TrainOptions } from "./options.js";
import { withFewLabelDefaults } from "./presets.js";
import { countToLearn, type FollowedReading, readToLearn, sizesOf } from "./reading.js";
import { resolve, type Settings, settingsFor, settingsFrom } from "./settings.js";
import { TextModel } from "./text-model.js";
import { requireTrainable, type TrainingMode, trainOn } from "./train-on.js";
import {
  type ClassShares,
  requireTakesUnlabelled,
  type UnlabelledDocuments,
  withGuessedClasses,
  withoutClass,
  withUnlabelled,
} from "./unlabelled-data.js";

/**
 * Learns from labelled documents.
 *
 * @param given documents of two or more classes: the path of a corpus, as for `openCorpus`; a corpus such as
 *   `readFolders("mail")`; a list such as `[{ label: "spam", text: "Free money" }, …]`; or another iterable
 * @returns the model. Its type has the labels of a list that is written out. For other documents, you can name them, as
 *   in `train<"ham" | "spam">("corpora/mail")`; that is not checked
 * @throws UsageError if an option is not allowed, or for an async iterable, which `trainAsync` takes. DataError if there
 *   are fewer than two classes, or if cells of a table clearly hold several labels and `multiLabel` is not given.
 *
 * @example
 * const model = train("corpora/mail", { preset: "mail" });
 * save(model, "mail.model");
 */
export function train<L extends string = string>(
  given: string | Corpus | Iterable<LabelledText<L> | TextWithLabels<L>>,
  options: TrainingOptions & { readonly multiLabel: true },
): TextModel<L>;
export function train<L extends string = string>(
  given: string | Corpus | Iterable<LabelledText<L>>,
  options?: TrainingOptions,
): TextModel<L>;
export function train(
  given: string | Iterable<LabelledText | TextWithLabels>,
  options: TrainingOptions = {},
): TextModel {
  requireOptions("train", options);
  const corpus = typeof given === "string" ? openCorpus(given, { multiLabel: options.multiLabel ?? false }) : given;
  requireDocuments(corpus, "train");
  if (Symbol.asyncIterator in corpus) throw new UsageError("train: the documents come later: use trainAsync");
  const { settings } = trainingOf(options);
  const documents = inCells(corpus);
  const column = isCorpus(documents) ? documents.form?.labelColumn : undefined;
  return trainCorpus(documents, settings, {
    ...options,
    // It throws if the labels are probably several in one cell. Its notice is for the command.
    onRead: ({ train }) => severalLabelsNotice(train.labels, sizesOf(train), column, options.multiLabel),
  }).model;
}

/** Returns the settings and the mode of training that options name. @throws UsageError if an option is not allowed */
export function trainingOf(options: TrainingOptions): { readonly settings: Settings; readonly training: TrainingMode } {
  const { jobs, memory, onProgress, signal, onProblem, seed, keepDocuments, remember, ...others } = options;
  const { unlabelled, shares, ...choices } = others;
  requireUnlabelledForShares(others);
  requireCallback("onProblem", onProblem);
  const settings = settingsFrom(unlabelled === undefined ? choices : withFewLabelDefaults(choices));
  const training = { seed, keepDocuments, remember, jobs, onProgress, signal };
  requireTrainable(settings, training);
  return { settings, training };
}

/** @throws UsageError if shares are given without documents that they are of. */
export function requireUnlabelledForShares({ unlabelled, shares }: WithUnlabelled): void {
  if (shares === undefined || unlabelled !== undefined) return;
  throw new UsageError("shares needs unlabelled, the documents that it describes", {
    options: ["shares", "unlabelled"],
  });
}

/** A model, and what it has learned from. */
export interface TrainedCorpus {
  readonly model: TextModel;
  /** The number of labelled documents. */
  readonly documents: number;
  /** The problems that were found while reading. */
  readonly problems: readonly Problem[];
  /** The documents without labels, if there were any. */
  readonly unlabelled?: LearnedUnlabelled | undefined;
}

/** Documents without labels that a model has learned from. */
export interface LearnedUnlabelled {
  /** Their number, without copies. */
  readonly documents: number;
  readonly choice: UnlabelledChoice;
  /** The number of labelled documents of each class. */
  readonly labelled: readonly number[];
}

/** The documents without labels, for `train`. */
export interface WithUnlabelled {
  /**
   * Documents without labels, to learn from as well. Folds inside the labelled documents decide how much they count: see
   * `pooledLabels`. A copy of a labelled document counts once. Without `preset` and `classifier`, the defaults are those
   * for few labels. Cannot be combined with `multiLabel`, `remember` and `keepDocuments`. Default: none.
   */
  readonly unlabelled?: UnlabelledDocuments | undefined;
  /**
   * The share of each class among the documents without labels, such as `{ ham: 0.7, spam: 0.3 }`. Default: that among
   * the labelled documents; estimated if these are equally many of each class.
   */
  readonly shares?: ClassShares | undefined;
}

/**
 * Reads a corpus and learns from it. If sums over the documents are enough, no document stays in memory.
 *
 * @throws UsageError if the options cannot be combined with the settings; DataError as `readToLearn` and `trainOn`.
 */
export function trainCorpus(
  corpus: Corpus | Iterable<LabelledText>,
  chosen: Settings,
  options: FollowedReading & TrainingMode & WithUnlabelled = {},
): TrainedCorpus {
  const settings = isCorpus(corpus) ? settingsFor(corpus, chosen) : chosen;
  requireTrainable(settings, options);
  const { remember, unlabelled } = options;
  if (unlabelled !== undefined) return trainWithUnlabelled(withUnlabelled(corpus, unlabelled), settings, options);
  const sums = sumsOf(settings, isCorpus(corpus) ? corpus.labels : undefined, options);
  if (sums !== undefined) {
    const { train } = countToLearn([corpus], settings, sums, options);
    // Making a model of sums takes no time, so only the beginning of training is reported.
    followed(options, "training", 1);
    return { model: modelOfSums(train, settings), documents: sumOf(train.documents), problems: train.problems };
  }
  const [data] = readToLearn([corpus], [settings], { ...options, identify: remember });
  return { model: trainOn(data, settings, options), documents: data.ids.length, problems: data.problems };
}

/** Learns from documents of which some have no label. */
function trainWithUnlabelled(
  texts: Iterable<LabelledText>,
  settings: Settings,
  options: FollowedReading & TrainingMode & Pick<WithUnlabelled, "shares">,
): TrainedCorpus {
  requireTakesUnlabelled(settings, options);
  const [withUnlabelledRows] = readToLearn([texts], [settings], options, withoutClass);
  const { data, choice } = withGuessedClasses(withUnlabelledRows, settings, options.shares);
  const labelled = Array.from(sizesOf(withUnlabelledRows));
  const documents = sumOf(labelled);
  const unlabelled = { documents: withUnlabelledRows.ids.length - documents, choice, labelled };
  return { model: trainOn(data, settings, options), documents, problems: data.problems, unlabelled };
}

/**
 * Returns the sums over documents that are enough to train; undefined if their rows are needed.
 *
 * @param labels the classes, if they are known before the documents are read
 */
export function sumsOf(
  settings: Settings,
  labels: readonly string[] | undefined,
  { keepDocuments = false, remember = false }: TrainingMode = {},
): WantedSums | undefined {
  const { classifier, rules } = resolve(settings);
  const { calibrate } = settings;
  if (keepDocuments || remember || settings.multiLabel || !isCounting(classifier)) return undefined;
  // These calibrations leave out single documents, or use folds. Unknown classes may be more than two.
  if (calibrate === null ? calibratesItself(classifier, labels?.length ?? 3) : calibrate !== "none") return undefined;
  return wantedSums(rules, classifier);
}

/** Returns the model of a corpus that was read as the sums that `sumsOf` wants. */
function modelOfSums(counts: CorpusCounts, settings: Settings): TextModel {
  const { classifier, rules } = resolve(settings);
  if (!isCounting(classifier)) throw new TypeError("sums are not enough for this classifier");
  return new TextModel(settings, trainingCounts(TrainingSubset.ofSums(counts), counts.vocabulary, rules, classifier));
}

/** The options of `train`. */
export interface TrainingOptions
  extends TrainOptions,
    Omit<ReadOptions, "tokenizer" | "identify" | "threads" | "leastDocuments">,
    Pick<TrainingMode, "seed" | "keepDocuments" | "remember">,
    WithUnlabelled {}
