import { UsageError } from "../base/errors.js";
import { type Following, followed } from "../base/following.js";
import { concatenated, sumOf } from "../base/lists.js";
import type { Classifier } from "../classifiers/classifier.js";
import type { CorpusData } from "../features/corpus/read-corpus.js";
import { type Fold, splitFolds, testFold } from "../model/fitting/fold.js";
import { requireFewClasses, type Splits } from "../model/fitting/splits.js";
import { resolve, type Settings } from "../model/settings.js";
import {
  type BinaryOptions,
  binaryMetrics,
  logOddsOf,
  positiveClass,
  requireBinary,
} from "./metrics/binary-metrics.js";
import { limitFigures, noneFigures } from "./metrics/limits.js";
import {
  classMetrics,
  confusionOf,
  macroAverage,
  matthewsCorrelation,
  microAverage,
  probabilityMetrics,
  weightedAverage,
} from "./metrics/metrics.js";
import { meanBaselines, type Outcome, type Prediction, runOf, type TestOptions, testOn } from "./metrics/outcome.js";
import { leaveOneOut } from "./protocols/leave-one-out.js";
import { mean, resampledInterval, wilsonInterval } from "./significance/intervals.js";

/** The figures of a classifier tested on one or more folds. The test of a fold is a run. */
export type Evaluation = ReturnType<typeof summary>;
/** The score of one fold. */
export type Run = Evaluation["runs"][number];

/** How to summarize runs. */
export interface SummaryOptions {
  /** How to measure one class against the others. */
  readonly binary?: BinaryOptions | undefined;
  /**
   * Whether the runs resample one corpus, so that their spread shows how certain the accuracy is. Runs of different
   * kinds, such as months, do not resample it: they count as one test of all their documents. Default true.
   */
  readonly resampled?: boolean | undefined;
}

/** How to evaluate folds. */
export interface EvaluateOptions extends Following, Omit<TestOptions, "onProgress">, SummaryOptions {}

/**
 * Trains and tests a classifier on each fold.
 *
 * @param folds at least one
 * @param labels all classes, numbered as in the data of the folds
 * @throws UsageError if there is no fold or an option is not allowed; DataError if a test set is
 *   empty or there are more classes than `MAX_TESTED_CLASSES`.
 */
export function evaluate(
  folds: Iterable<Fold>,
  classifier: Classifier,
  labels: readonly string[],
  options: EvaluateOptions = {},
): Evaluation {
  if (!Array.isArray(labels) || typeof classifier?.fit !== "function") {
    throw new UsageError("evaluate takes folds, such as those of splitFolds, a classifier, and the labels of the data");
  }
  requireFewClasses(labels.length);
  if (options.binary !== undefined) requireBinary(labels, options.binary);
  const tellDone = followed(options, "testing", Array.isArray(folds) ? folds.length : undefined);
  const outcomes: Outcome[] = [];
  for (const fold of folds) {
    const onProgress = (share: number) => tellDone(outcomes.length + share);
    outcomes.push(testOn(fold, classifier, labels.length, { ...options, onProgress }));
    tellDone(outcomes.length);
  }
  return summary(outcomes, labels, options);
}

/**
 * Summarizes the outcomes of folds.
 *
 * @param outcomes at least one
 * @param labels all classes, numbered as in the outcomes
 * @throws UsageError if there is no outcome or the two-class options are not allowed.
 */
export function summary(
  outcomes: readonly Outcome[],
  labels: readonly string[],
  { binary, resampled = true }: SummaryOptions = {},
) {
  if (outcomes.length === 0) throw new UsageError("evaluate: there is no fold to test on");
  const predictions = outcomes.flatMap(({ predictions }, run) => {
    // A copy of millions would take as much memory again.
    if (run === 0) return predictions;
    return predictions.map(({ row, actual, predicted, probability }) => ({ run, row, actual, predicted, probability }));
  });
  const [{ documents, vocabulary }] = outcomes;
  const logProbabilities = concatenated(outcomes.map(({ logProbabilities }) => logProbabilities));
  const raw = outcomes.flatMap(({ uncalibrated }) => uncalibrated ?? []);
  const limits = limitFigures(outcomes);
  const none = outcomes.flatMap((outcome) => outcome.none ?? []);
  const uncalibrated = raw.length === outcomes.length ? concatenated(raw) : undefined;
  return {
    /** The classes. Class indices count from 0 in this order. */
    labels,
    /** Numbers of documents in the first run. */
    documents,
    /** Number of terms in the first run. */
    vocabulary,
    ...accuracyFigures(outcomes, resampled),
    ...classFigures(predictions, labels),
    ...probabilityFigures(predictions, labels, logProbabilities, uncalibrated, binary),
    /** The share of documents that each limit of errors files. Missing if leaving out documents would take too long. */
    ...(limits && { limits }),
    /** The effect of the answer "none of these", if it may be given. */
    ...(none.length > 0 && { none: noneFigures(none) }),
    /** Ordered by run, then by row. */
    predictions: predictions as readonly Prediction[],
    /** ln P(class | document), predictions × labels, row-major; -∞ for a class without training documents. */
    logProbabilities,
  };
}

/** Computes the accuracy of each run and of all runs, and the accuracy of the baselines. */
function accuracyFigures(outcomes: readonly Outcome[], resampled: boolean) {
  const runs = outcomes.map(({ predictions }) => runOf(predictions));
  const correct = sumOf(runs.map((run) => run.correct));
  const total = sumOf(runs.map((run) => run.total));
  const [{ documents }] = outcomes;
  const accuracies = runs.map(({ accuracy }) => accuracy);
  const baselines = outcomes.map((outcome) => outcome.baselines);
  const weights = resampled ? undefined : runs.map((run) => run.total);
  return {
    runs,
    /** Whether the runs resample one corpus: see `SummaryOptions`. */
    resampled,
    /** Mean over the runs. If they do not resample one corpus, mean over all their documents. */
    accuracy: mean(accuracies, weights),
    /**
     * The 95 % interval of the accuracy: Wilson's for one run, the corrected resampled interval for several. If the runs
     * do not resample one corpus, it is Wilson's for all their documents together.
     */
    accuracyInterval:
      runs.length > 1 && resampled
        ? resampledInterval(accuracies, documents.test, documents.train)
        : wilsonInterval(correct, total),
    baselines: meanBaselines(baselines, weights),
  };
}

/** Computes the figures that follow from the predicted classes: from the confusion matrix, which sums all runs. */
function classFigures(predictions: readonly Prediction[], labels: readonly string[]) {
  const confusion = confusionOf(predictions, labels.length);
  const perClass = classMetrics(confusion, labels);
  return {
    /** The means over the classes. */
    macro: macroAverage(perClass, confusion),
    /** In the order of `labels`. */
    perClass,
    /** Rows are the actual class, columns the predicted one. */
    confusion,
    /** Over all documents together: all three are the share of correct predictions. */
    micro: microAverage(confusion),
    /** The means over the classes, weighted by their test documents. */
    weighted: weightedAverage(perClass),
    /** Matthews correlation coefficient. */
    matthews: matthewsCorrelation(confusion),
  };
}

/**
 * Computes the figures that follow from the probabilities.
 *
 * @param uncalibrated log probabilities before calibration, if any
 */
function probabilityFigures(
  predictions: readonly Prediction[],
  labels: readonly string[],
  logProbabilities: Float64Array,
  uncalibrated: Float64Array | undefined,
  binary: BinaryOptions | undefined,
) {
  const actual = predictions.map((prediction) => prediction.actual);
  const predicted = predictions.map((prediction) => prediction.predicted);
  const oddsOf = (logs: Float64Array) => logOddsOf(logs, positiveClass(labels, binary ?? {}));
  return {
    ...probabilityMetrics(logProbabilities, labels.length, actual, predicted),
    /** Two-class figures over all runs together. Only with two classes or with `SummaryOptions.binary`. */
    ...((labels.length === 2 || binary !== undefined) && {
      // Each run has its own calibration, which must not reorder documents across runs: rank by uncalibrated odds.
      binary: binaryMetrics(labels, actual, oddsOf(logProbabilities), binary, oddsOf(uncalibrated ?? logProbabilities)),
    }),
    /** Quality of the probabilities before calibration; undefined without calibration. */
    uncalibrated: uncalibrated && probabilityMetrics(uncalibrated, labels.length, actual, predicted),
  };
}

/**
 * Trains and tests on corpora that have been read.
 *
 * @param data one corpus, or a corpus to learn from and one to test on
 * @param splits the splits of one corpus; ignored for two corpora
 * @param options for leave-one-out, only `binary`, `onProgress` and `signal` are used
 */
export function evaluateCorpora(
  [data, test]: readonly CorpusData[],
  splits: Splits,
  settings: Settings,
  options: EvaluateOptions = {},
): Evaluation {
  if (!data?.x || settings === undefined) {
    throw new UsageError("evaluateCorpora takes corpora that readCorpus has read, their splits, and the settings");
  }
  const { rules, classifier } = resolve(settings);
  const { binary, signal, onProgress } = options;
  if (test !== undefined) return evaluate([testFold(data, test, rules)], classifier, test.labels, options);
  if (splits === "leave one out") {
    return summary([leaveOneOut(data, classifier, { rules, signal, onProgress })], data.labels, { binary });
  }
  return evaluate(splitFolds(data, splits, rules), classifier, data.labels, {
    ...options,
    onProgress: onProgress && ((progress) => onProgress({ ...progress, total: splits.length })),
  });
}
