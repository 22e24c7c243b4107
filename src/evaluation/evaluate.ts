import type { Classifier } from "../classifiers/classifier.js";
import { UsageError } from "../errors.js";
import {
  type BinaryMetrics,
  type BinaryOptions,
  binaryMetrics,
  logOddsOf,
  positiveClass,
  requireBinary,
} from "./binary-metrics.js";
import { type Interval, resampledInterval, wilsonInterval } from "./intervals.js";
import { mean } from "./mean.js";
import {
  type AverageMetrics,
  type ClassMetrics,
  type Confusion,
  classMetrics,
  emptyConfusion,
  macroAverage,
  matthewsCorrelation,
  microAverage,
  weightedAverage,
} from "./metrics.js";
import { type Outcome, type Prediction, type TestOptions, testOn } from "./outcome.js";
import { type ProbabilityMetrics, probabilityMetrics } from "./probability-metrics.js";
import type { Trial } from "./trial.js";

/** One split: trained, tested. */
export interface Run {
  readonly accuracy: number;
  readonly correct: number;
  readonly total: number;
}

/** What came of testing a classifier on one or more splits. */
export interface Evaluation extends ProbabilityMetrics {
  readonly labels: readonly string[];
  /** Of the first run. */
  readonly documents: { readonly train: number; readonly test: number };
  /** Number of terms in the first run. */
  readonly vocabulary: number;
  readonly runs: readonly Run[];
  /** Whether the runs are resamplings of one corpus: see `SummaryOptions`. */
  readonly resampled: boolean;
  /** Mean over the runs; of runs that are no resamplings, over all their documents. */
  readonly accuracy: number;
  /** 95 %: Wilson's for one run, the corrected resampled interval for more. Of runs that are no resamplings it is Wilson's for all their documents together. */
  readonly accuracyInterval: Interval;
  /** Accuracy, as above, of always saying the most frequent training class, and of guessing in proportion. */
  readonly baselines: { readonly majority: number; readonly proportional: number };
  /** From the confusion matrix, which adds up all runs. */
  readonly macro: AverageMetrics;
  readonly perClass: readonly ClassMetrics[];
  /** Rows are the actual class, columns the predicted one. */
  readonly confusion: Confusion;
  readonly micro: AverageMetrics;
  /** Weighted by support. */
  readonly weighted: AverageMetrics;
  /** Matthews correlation coefficient, from the confusion matrix. */
  readonly matthews: number;
  /** Only of two classes; of all runs together. */
  readonly binary?: BinaryMetrics | undefined;
  /** How good the probabilities were before calibration; undefined without one. */
  readonly uncalibrated?: ProbabilityMetrics | undefined;
  /** In the order of the runs, and of the rows within a run. */
  readonly predictions: readonly Prediction[];
  /** ln P(class | document), predictions × labels, row by row; -∞ for a class that training did not have. */
  readonly logProbabilities: Float64Array;
}

/** What the figures of runs depend on beside what was predicted. */
export interface SummaryOptions {
  /** How two classes are measured; only of two classes. */
  readonly binary?: BinaryOptions | undefined;
  /**
   * Whether the runs are resamplings of one corpus, so that their spread tells how sure the
   * accuracy is. Runs that differ in kind, such as months, and in how many documents they
   * test, have no such spread: they count as one test of all their documents. Default true.
   */
  readonly resampled?: boolean | undefined;
}

/** How trials are evaluated. */
export interface EvaluateOptions extends TestOptions, SummaryOptions {
  /** Called after each trial with the number done. */
  readonly onRun?: ((done: number) => void) | undefined;
  /** Called now and then with the number of trials done, and the share of the next, where training takes long. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * Trains and tests a classifier on each trial.
 *
 * @param trials at least one
 * @param labels all classes, numbered as in the data of the trials
 * @throws UsageError if there is no trial or an option is not allowed, DataError if a test part is empty.
 */
export function evaluate(
  trials: Iterable<Trial>,
  classifier: Classifier,
  labels: readonly string[],
  options: EvaluateOptions = {},
): Evaluation {
  if (options.binary !== undefined) requireBinary(labels, options.binary);
  const outcomes: Outcome[] = [];
  for (const trial of trials) {
    const onProgress = (share: number) => options.onProgress?.(outcomes.length + share);
    outcomes.push(testOn(trial, classifier, labels.length, { ...options, onProgress }));
    options.onRun?.(outcomes.length);
  }
  return summary(outcomes, labels, options);
}

/**
 * The figures of what came of some trials.
 *
 * @param outcomes at least one
 * @param labels all classes, as the outcomes number them
 * @throws UsageError if there is no outcome, or the options of two classes are not allowed.
 */
export function summary(
  outcomes: readonly Outcome[],
  labels: readonly string[],
  { binary, resampled = true }: SummaryOptions = {},
): Evaluation {
  if (outcomes.length === 0) throw new UsageError("evaluate: required at least one trial, got none");
  const predictions = outcomes.flatMap(({ predictions }, run) =>
    predictions.map((prediction): Prediction => ({ run, ...prediction })),
  );
  const logProbabilities = concatenated(outcomes.map(({ logProbabilities }) => logProbabilities));
  const confusion = emptyConfusion(labels.length);
  for (const { actual, predicted } of predictions) confusion[actual][predicted]++;
  const runs = outcomes.map(({ predictions }): Run => {
    const correct = predictions.filter(({ actual, predicted }) => actual === predicted).length;
    return { accuracy: correct / predictions.length, correct, total: predictions.length };
  });
  const accuracies = runs.map(({ accuracy }) => accuracy);
  const weights = resampled ? undefined : runs.map(({ total }) => total);
  const [{ documents, vocabulary }] = outcomes;
  const perClass = classMetrics(confusion, labels);
  const actual = predictions.map((prediction) => prediction.actual);
  const predicted = predictions.map((prediction) => prediction.predicted);
  const raw = outcomes.flatMap(({ uncalibrated }) => uncalibrated ?? []);
  return {
    labels,
    documents,
    vocabulary,
    runs,
    resampled,
    accuracy: mean(accuracies, weights),
    accuracyInterval:
      runs.length > 1 && resampled
        ? resampledInterval(accuracies, documents.test, documents.train)
        : wilsonInterval(
            runs.reduce((sum, { correct }) => sum + correct, 0),
            predictions.length,
          ),
    baselines: {
      majority: mean(
        outcomes.map(({ baselines }) => baselines.majority),
        weights,
      ),
      proportional: mean(
        outcomes.map(({ baselines }) => baselines.proportional),
        weights,
      ),
    },
    macro: macroAverage(perClass, confusion),
    perClass,
    confusion,
    micro: microAverage(confusion),
    weighted: weightedAverage(perClass),
    matthews: matthewsCorrelation(confusion),
    ...probabilityMetrics(logProbabilities, labels.length, actual, predicted),
    ...((labels.length === 2 || binary !== undefined) && {
      binary: binaryOf(labels, actual, logProbabilities, binary),
    }),
    uncalibrated:
      raw.length === outcomes.length
        ? probabilityMetrics(concatenated(raw), labels.length, actual, predicted)
        : undefined,
    predictions,
    logProbabilities,
  };
}

function binaryOf(
  labels: readonly string[],
  actual: readonly number[],
  logProbabilities: Float64Array,
  options: BinaryOptions = {},
): BinaryMetrics {
  return binaryMetrics(labels, actual, logOddsOf(logProbabilities, positiveClass(labels, options)), options);
}

function concatenated(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
