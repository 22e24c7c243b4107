import { requireOptions } from "../base/checks.js";
import { DataError, UsageError } from "../base/errors.js";
import { smallest } from "../base/lists.js";
import { classCounts, countsOf, sumOf } from "../classifiers/bayes/class-counts.js";
import { calibratesItself, isCounting } from "../classifiers/bayes/counting-classifier.js";
import type { FitProgress } from "../classifiers/classifier.js";
import { memoryOf } from "../classifiers/neighbours/similar-documents.js";
import type { StoredModel } from "../classifiers/stored-classifier.js";
import { leavesOutDocuments } from "../classifiers/table.js";
import { isCorpus } from "../documents/corpora/corpus.js";
import { type LabelledText, requireDocuments } from "../documents/document.js";
import type { TextWithLabels } from "../documents/label-sets.js";
import {
  type CorpusCounts,
  type CorpusData,
  countCorpora,
  type ReadOptions,
  readCorpus,
  readCorpusAsync,
} from "../features/corpus/dataset.js";
import type { WantedSums } from "../features/runs/document-sums.js";
import { selectRows } from "../features/sparse-matrix.js";
import { TERM_KINDS } from "../features/term-kinds.js";
import { calibratedFit } from "./fitting/fit-calibration.js";
import { Fold } from "./fitting/fold.js";
import { classSizes } from "./fitting/splits.js";
import { TrainingSubset } from "./fitting/training-subset.js";
import { rememberingModel } from "./learning/remembering.js";
import { countingClassifier } from "./learning/require-learning.js";
import { inCells, labelCounts, requireLabels, severalLabelsNotice } from "./multi-label.js";
import type { TrainOptions } from "./options.js";
import { resolve, type Settings, settingsFrom } from "./settings.js";
import { documentKeeper, TextModel } from "./text-model.js";
import { trainingCounts, wantedSums } from "./training-counts.js";

/**
 * Learns from labelled documents.
 *
 * @param corpus documents of two or more classes: `readFolders("mail")`, a list such as
 *   `[{ label: "spam", text: "Free money" }, …]`, or another iterable
 * @returns the model; a promise of it for an async iterable
 * @throws UsageError if an option is not allowed, DataError if there are fewer than two classes, or a table clearly
 *   holds several labels in a cell and `multiLabel` is not said.
 *
 * @example
 * const model = train(openCorpus("corpora/mail"), { preset: "mail" });
 * save(model, "mail.model");
 */
export function train(
  corpus: Iterable<LabelledText | TextWithLabels>,
  options: TrainingOptions & { readonly multiLabel: true },
): TextModel;
export function train(
  corpus: AsyncIterable<LabelledText | TextWithLabels>,
  options: TrainingOptions & { readonly multiLabel: true },
): Promise<TextModel>;
export function train(corpus: AsyncIterable<LabelledText>, options?: TrainingOptions): Promise<TextModel>;
export function train(corpus: Iterable<LabelledText>, options?: TrainingOptions): TextModel;
export function train(
  corpus: Iterable<LabelledText | TextWithLabels> | AsyncIterable<LabelledText | TextWithLabels>,
  options: TrainingOptions = {},
): TextModel | Promise<TextModel> {
  requireDocuments(corpus, "train");
  requireOptions("train", options);
  const { jobs = 1, memory, onProgress, onProblem, seed, keepDocuments, remember, ...choices } = options;
  const settings = settingsFrom(choices);
  const reading = {
    jobs,
    memory,
    onProgress,
    onProblem,
    identify: remember,
    tokenizer: choices.tokenizer,
    ...readingFor([settings], keepDocuments),
  };
  const how = { seed, keepDocuments, remember };
  if (Symbol.asyncIterator in corpus) {
    return readCorpusAsync(inCells(corpus), settings, reading).then((data) => trainOn(data, settings, how));
  }
  const documents = inCells(corpus);
  const { form, labels } = isCorpus(documents) ? documents : { form: undefined, labels: undefined };
  const notice = (classes: readonly string[], sizes: ArrayLike<number>) =>
    choices.multiLabel === undefined && severalLabelsNotice(classes, sizes, form?.labelColumn);
  const sums = sumsOf(settings, labels, how);
  if (sums !== undefined) {
    const { counts } = countCorpora([documents], settings, sums, reading);
    notice(counts.labels, counts.documents);
    return trainOnCounts(counts, settings);
  }
  const data = readCorpus(documents, settings, reading);
  notice(data.labels, classSizes(data.y, data.labels.length));
  return trainOn(data, settings, how);
}

/**
 * The sums over documents that are enough to train; undefined if their rows are needed.
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
  // Documents that are left out one at a time, or folds.
  if (calibrate === null ? calibratesItself(classifier, labels?.length ?? 3) : calibrate !== "none") return undefined;
  return wantedSums(rules, classifier);
}

/**
 * Learns from a corpus as sums over its documents: those that `sumsOf` wants. The model is that of `trainOn`.
 *
 * @throws DataError if there are fewer than two classes.
 */
export function trainOnCounts(counts: CorpusCounts, settings: Settings): TextModel {
  const { classifier, rules } = resolve(settings);
  if (!isCounting(classifier)) throw new TypeError("sums are not enough for this classifier");
  requireClasses({ labels: counts.labels, ids: { length: sumOf(counts.documents) } });
  return new TextModel(settings, trainingCounts(TrainingSubset.ofSums(counts), counts.vocabulary, rules, classifier));
}

/** The choices of a model, how its corpus is read, and how it is trained. */
export interface TrainingOptions
  extends TrainOptions,
    Omit<ReadOptions, "tokenizer" | "identify" | "threads" | "leastDocuments">,
    Pick<HowToTrain, "seed" | "keepDocuments" | "remember"> {}

/** The options of training beside the settings. */
export interface HowToTrain {
  /** The seed of the folds that fit a calibration. Default 1. */
  readonly seed?: number | undefined;
  /** Whether to keep the rows and ids of the documents, for `similar`. Default false; neighbours always keep them. */
  readonly keepDocuments?: boolean | undefined;
  /**
   * Whether the model remembers its documents, so that `learn` and `unlearn` can change it. Copies count once, under
   * the last label. The model must be made of counts, and the corpus read with `identify`. Default false.
   */
  readonly remember?: boolean | undefined;
  /** Called with the share that is done, 0 to 1, by slow methods. */
  readonly onProgress?: FitProgress | undefined;
}

/**
 * Learns from a corpus that has been read.
 *
 * @throws DataError if there are fewer than two classes, or the model cannot remember its documents but should.
 */
export function trainOn(data: CorpusData, settings: Settings, how: HowToTrain = {}): TextModel {
  const { seed = 1, keepDocuments = false, remember = false, onProgress } = how;
  if (settings.multiLabel) requireMultiLabel(data, keepDocuments);
  else requireClasses(data);
  if (remember) return trainRemembering(data, settings, keepDocuments);
  const { classifier, rules } = resolve(settings);
  const subset = TrainingSubset.of(data);
  const whole = new Fold(subset, { x: data.x, y: data.y, rows: new Uint32Array() }, rules);
  const { calibration, learn } = calibratedFit(whole, classifier, settings.calibrate ?? undefined, seed, onProgress);
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

/** @throws DataError unless labels tell documents apart. UsageError if the documents are to be kept. */
function requireMultiLabel(data: CorpusData, keepDocuments: boolean): void {
  if (keepDocuments) throw new UsageError("multiLabel and keepDocuments cannot be combined: choose one");
  requireLabels(data);
}

function trainRemembering(data: CorpusData, settings: Settings, keepDocuments: boolean): TextModel {
  countingClassifier(settings);
  if (keepDocuments) throw new UsageError("remember and keepDocuments cannot be combined: choose one");
  return rememberingModel(data, settings);
}

/**
 * How a corpus is read for models of some settings.
 *
 * @param keepsAll whether all terms are needed, whatever the models do with them. Default false
 */
export function readingFor(
  all: readonly Settings[],
  keepsAll = false,
): Pick<ReadOptions, "threads" | "leastDocuments"> {
  const least = all.map((settings) => {
    const { classifier } = resolve(settings);
    return isCounting(classifier) || keepsAll ? undefined : classifier.leastDocuments;
  });
  return {
    threads: all.some(needsThreads),
    leastDocuments: TERM_KINDS.map((_, kind) => smallest(least.map((numbers) => numbers?.[kind] ?? 1))),
  };
}

/** Whether learning or calibrating leaves out documents of its own accord, so that messages of a thread must be known. */
function needsThreads({ classifier, calibrate }: Settings): boolean {
  return leavesOutDocuments(classifier) || (calibrate !== null && calibrate !== "none");
}

/** A model without the columns that cannot change a score, and its terms and class counts without them. */
function narrow(model: StoredModel, { terms, train }: Fold, multiLabel: boolean | undefined, keepDocuments: boolean) {
  const classes = multiLabel ? labelCounts(train) : classCounts(train);
  // Kept documents have all terms.
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

/** The ids of the kept documents: all but those of weight 0. */
function idsOf({ ids, weights }: CorpusData): string[] {
  return ids.filter((_, row) => weights?.[row] !== 0);
}

/** @throws DataError unless there are documents of at least two classes. */
export function requireClasses({
  labels,
  ids,
}: Pick<CorpusData, "labels"> & { readonly ids: { readonly length: number } }): void {
  if (ids.length === 0) throw new DataError("there is no document to learn from that can be read");
  requireSeveral(labels);
}

/** @throws DataError unless there are two classes. */
export function requireSeveral(labels: readonly string[]): void {
  if (labels.length >= 2) return;
  throw new DataError(
    `there is only one class to learn, ${JSON.stringify(labels[0])}: add a folder with documents of another class`,
  );
}
