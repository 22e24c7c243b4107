import { requireBoolean, requireCallback, requireOptions } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { type Following, followed, untilAborted } from "../base/following.js";
import { sumOf } from "../base/lists.js";
import { classCounts, countsOf } from "../classifiers/bayes/class-counts.js";
import { calibratesItself, isCounting } from "../classifiers/bayes/counting-classifier.js";
import { memoryOf } from "../classifiers/neighbours/similar-documents.js";
import type { StoredModel } from "../classifiers/stored-classifier.js";
import { type Corpus, isCorpus } from "../documents/corpora/corpus.js";
import { openCorpus } from "../documents/corpora/readers.js";
import { type LabelledText, requireDocuments, type TextWithLabels } from "../documents/given-text.js";
import type { Problem } from "../documents/problem.js";
import {
  type CorpusCounts,
  type CorpusData,
  type ReadOptions,
  readCorpusAsync,
} from "../features/corpus/read-corpus.js";
import type { WantedSums } from "../features/runs/document-sums.js";
import { selectRows } from "../features/sparse-matrix.js";
import { calibratedFit, type FitOptions } from "./fitting/fit-calibration.js";
import { Fold } from "./fitting/fold.js";
import { TrainingSubset } from "./fitting/training-subset.js";
import { rememberingModel } from "./learning/remembering-model.js";
import { countingClassifier } from "./learning/require-learning.js";
import { inCells, labelCounts, laterInCells, requireLabels, severalLabelsNotice } from "./multi-label.js";
import type { TrainOptions } from "./options.js";
import { countToLearn, type FollowedReading, readingFor, readToLearn, requireClasses, sizesOf } from "./reading.js";
import { resolve, type Settings, settingsFrom } from "./settings.js";
import { documentKeeper, TextModel } from "./text-model.js";
import { trainingCounts, wantedSums } from "./training-counts.js";

/**
 * Learns from labelled documents.
 *
 * @param given documents of two or more classes: the path of a corpus, as for `openCorpus`; a corpus such as
 *   `readFolders("mail")`; a list such as `[{ label: "spam", text: "Free money" }, …]`; or another iterable
 * @returns the model; a promise of it for an async iterable. Its type has the labels of a list that is written out. For
 *   other documents, you can name them, as in `train<"ham" | "spam">("corpora/mail")`; that is not checked
 * @throws UsageError if an option is not allowed, DataError if there are fewer than two classes, or if cells of a
 *   table clearly hold several labels and `multiLabel` is not given.
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
  given: AsyncIterable<LabelledText<L> | TextWithLabels<L>>,
  options: TrainingOptions & { readonly multiLabel: true },
): Promise<TextModel<L>>;
export function train<L extends string = string>(
  given: AsyncIterable<LabelledText<L>>,
  options?: TrainingOptions,
): Promise<TextModel<L>>;
export function train<L extends string = string>(
  given: string | Corpus | Iterable<LabelledText<L>>,
  options?: TrainingOptions,
): TextModel<L>;
export function train(
  given: string | Iterable<LabelledText | TextWithLabels> | AsyncIterable<LabelledText | TextWithLabels>,
  options: TrainingOptions = {},
): TextModel | Promise<TextModel> {
  requireOptions("train", options);
  const corpus = typeof given === "string" ? openCorpus(given, { multiLabel: options.multiLabel ?? false }) : given;
  requireDocuments(corpus, "train");
  requireCallback("onProblem", options.onProblem);
  const { jobs, memory, onProgress, signal, onProblem, seed, keepDocuments, remember, ...choices } = options;
  const settings = settingsFrom(choices);
  const training = { seed, keepDocuments, remember, jobs, onProgress, signal };
  requireTrainable(settings, training);
  const { tokenizer } = choices;
  if (Symbol.asyncIterator in corpus) {
    const reading = { jobs, memory, onProgress, signal, onProblem, tokenizer, identify: remember };
    const read = readCorpusAsync(laterInCells(corpus), settings, {
      ...reading,
      ...readingFor([settings], keepDocuments),
    });
    return untilAborted(read, signal).then((data) => trainOn(data, settings, training));
  }
  const documents = inCells(corpus);
  const column = isCorpus(documents) ? documents.form?.labelColumn : undefined;
  return trainCorpus(documents, settings, {
    ...training,
    memory,
    tokenizer,
    onProblems(problems) {
      for (const problem of problems) onProblem?.(problem);
    },
    onRead: ({ train }) => severalLabelsNotice(train.labels, sizesOf(train), column, choices.multiLabel),
  }).model;
}

/** A model, and the numbers of documents and classes that it has learned. */
export interface TrainedCorpus {
  readonly model: TextModel;
  readonly documents: number;
  readonly classes: number;
  /** The problems that were found while reading. */
  readonly problems: readonly Problem[];
}

/**
 * Reads a corpus and learns from it. If sums over the documents are enough, no document stays in memory.
 *
 * @throws UsageError if the options cannot be combined with the settings; DataError as `readToLearn` and `trainOn`.
 */
export function trainCorpus(
  corpus: Corpus | Iterable<LabelledText>,
  settings: Settings,
  options: FollowedReading & HowToTrain = {},
): TrainedCorpus {
  requireTrainable(settings, options);
  const { remember } = options;
  const sums = sumsOf(settings, isCorpus(corpus) ? corpus.labels : undefined, options);
  if (sums !== undefined) {
    const { train } = countToLearn([corpus], settings, sums, options);
    followed(options, "training", 1);
    const model = modelOfSums(train, settings);
    return { model, documents: sumOf(train.documents), classes: train.labels.length, problems: train.problems };
  }
  const [data] = readToLearn([corpus], [settings], { ...options, identify: remember });
  const model = trainOn(data, settings, options);
  return { model, documents: data.ids.length, classes: data.labels.length, problems: data.problems };
}

/**
 * @throws UsageError if the options cannot be combined, DataError if the model should remember its documents and
 * cannot.
 */
function requireTrainable(settings: Settings, { keepDocuments = false, remember = false }: HowToTrain): void {
  requireBoolean("keepDocuments", keepDocuments);
  requireBoolean("remember", remember);
  if (remember) countingClassifier(settings);
  if (!keepDocuments) return;
  const other = settings.multiLabel ? "multiLabel" : remember ? "remember" : undefined;
  if (other !== undefined) throw new UsageError(`${other} and keepDocuments cannot be combined: choose one`);
}

/**
 * Returns the sums over documents that are enough to train; undefined if their rows are needed.
 *
 * @param labels the classes, if they are known before the documents are read
 */
export function sumsOf(
  settings: Settings,
  labels: readonly string[] | undefined,
  { keepDocuments = false, remember = false }: HowToTrain = {},
): WantedSums | undefined {
  const { classifier, rules } = resolve(settings);
  const { calibrate } = settings;
  if (keepDocuments || remember || settings.multiLabel || !isCounting(classifier)) return undefined;
  // These calibrations leave out single documents, or use folds.
  if (calibrate === null ? calibratesItself(classifier, labels?.length ?? 3) : calibrate !== "none") return undefined;
  return wantedSums(rules, classifier);
}

/** Returns the model of a corpus that was read as sums: those that `sumsOf` returns. */
function modelOfSums(counts: CorpusCounts, settings: Settings): TextModel {
  const { classifier, rules } = resolve(settings);
  if (!isCounting(classifier)) throw new TypeError("sums are not enough for this classifier");
  return new TextModel(settings, trainingCounts(TrainingSubset.ofSums(counts), counts.vocabulary, rules, classifier));
}

/** The options of `train`. */
export interface TrainingOptions
  extends TrainOptions,
    Omit<ReadOptions, "tokenizer" | "identify" | "threads" | "leastDocuments">,
    Pick<HowToTrain, "seed" | "keepDocuments" | "remember"> {}

/** The options of training beside the settings. */
export interface HowToTrain extends Following, Omit<FitOptions, "calibrate" | "onProgress"> {
  /** Whether to keep the rows and ids of the documents, for `similar`. Default false; neighbours always keep them. */
  readonly keepDocuments?: boolean | undefined;
  /**
   * Whether the model remembers its documents, so that `learn` and `unlearn` can change it. Copies count once, under
   * the last label. The model must be made of counts, and the corpus read with `identify`. Default false.
   */
  readonly remember?: boolean | undefined;
}

/**
 * Learns from a corpus that has been read.
 *
 * @throws DataError if there are fewer than two classes, or the model cannot remember its documents but should.
 */
export function trainOn(data: CorpusData, settings: Settings, how: HowToTrain = {}): TextModel {
  const { seed, keepDocuments = false, remember = false, jobs } = how;
  requireTrainable(settings, how);
  if (settings.multiLabel) requireLabels(data);
  else requireClasses(data);
  const onProgress = followed(how, "training", 1);
  if (remember) return rememberingModel(data, settings);
  const { classifier, rules } = resolve(settings);
  const subset = TrainingSubset.of(data);
  const whole = new Fold(subset, undefined, rules);
  const fitting = { calibrate: settings.calibrate ?? undefined, seed, onProgress, jobs };
  const { calibration, learn } = calibratedFit(whole, classifier, fitting);
  if (!isCounting(classifier)) {
    const { terms, classes, model } = narrow(learn() as StoredModel, whole, settings.multiLabel, keepDocuments);
    const training = { vocabulary: data.vocabulary.subset(terms), classes, statistics: undefined };
    const hasDocuments = memoryOf(model) !== undefined;
    const rows = hasDocuments || !keepDocuments ? undefined : keptRows(whole);
    const documents = keepDocuments || hasDocuments ? { ids: idsOf(data), rows } : undefined;
    return new TextModel(settings, training, { calibration, model, documents });
  }
  const documents = keepDocuments ? { ids: idsOf(data), rows: keptRows(whole) } : undefined;
  return new TextModel(settings, trainingCounts(subset, data.vocabulary, rules, classifier), {
    calibration,
    documents,
  });
}

/** Returns a model without the columns that cannot change a score, with its terms and class counts. */
function narrow(model: StoredModel, { terms, train }: Fold, multiLabel: boolean | undefined, keepDocuments: boolean) {
  const classes = multiLabel ? labelCounts(train) : classCounts(train);
  // Kept documents need all terms.
  const narrowed = keepDocuments ? undefined : model.narrowed?.();
  if (narrowed === undefined) return { model, terms, classes };
  const { columns } = narrowed;
  return {
    model: narrowed.model,
    terms: columns.map((column) => terms[column]),
    classes: countsOf(classes.labels, classes.documents, selectRows(classes.terms, columns)),
  };
}

function keptRows(whole: Fold): StoredModel {
  return documentKeeper().fit(whole.train);
}

/** Returns the ids of the kept documents: all but those of weight 0. */
function idsOf({ ids, weights }: CorpusData): string[] {
  return ids.filter((_, row) => weights?.[row] !== 0);
}
