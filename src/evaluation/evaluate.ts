import {
  argmax,
  type Classifier,
  type Dataset,
  logSoftmaxInPlace,
  type Model,
  rowsFor,
} from "../classifiers/classifier.js";
import { DataError, UsageError } from "../errors.js";
import { columnMap, type SelectionRules, selectTerms, termStatistics } from "../features/selection.js";
import { type SparseMatrix, selectColumns, selectRows } from "../features/sparse-matrix.js";
import type { BinaryMetrics } from "./binary-metrics.js";
import { type Interval, resampledInterval, wilsonInterval } from "./intervals.js";
import {
  type AverageMetrics,
  type ClassMetrics,
  type Confusion,
  classMetrics,
  emptyConfusion,
  macroAverage,
  microAverage,
  weightedAverage,
} from "./metrics.js";
import { type ProbabilityMetrics, probabilityMetrics } from "./probability-metrics.js";
import type { Split } from "./splits.js";

/** What the classifier said of one test document. */
export interface Prediction {
  /** Index into the runs. */
  readonly run: number;
  /** Row of the data set. */
  readonly row: number;
  /** Class indices. */
  readonly actual: number;
  readonly predicted: number;
  /** Of the predicted class. */
  readonly probability: number;
}

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
  /** Mean over the runs. */
  readonly accuracy: number;
  /** 95 %: Wilson's for one run, the corrected resampled interval for more. */
  readonly accuracyInterval: Interval;
  /** Mean accuracy over the runs of always saying the most frequent training class, and of guessing in proportion. */
  readonly baselines: { readonly majority: number; readonly proportional: number };
  /** From the confusion matrix, which adds up all runs. */
  readonly macro: AverageMetrics;
  readonly perClass: readonly ClassMetrics[];
  /** Rows are the actual class, columns the predicted one. */
  readonly confusion: Confusion;
  readonly micro: AverageMetrics;
  /** Weighted by support. */
  readonly weighted: AverageMetrics;
  /** Only of two classes. */
  readonly binary?: BinaryMetrics | undefined;
  /** In the order of the runs, and of the rows within a run. */
  readonly predictions: readonly Prediction[];
  /** ln P(class | document), predictions × labels, row by row; -∞ for a class that training did not have. */
  readonly logProbabilities: Float64Array;
}

/** One training part and one test part, over the terms that the rules keep of the training part. */
export interface Trial {
  /** Its classes come first in the numbering. */
  readonly train: Dataset;
  readonly test: SparseMatrix;
  /** The class of each test row; classes that only the test part has come after those of the training part. */
  readonly actual: ArrayLike<number>;
  /** What `Prediction.row` says of each test row. */
  readonly rows: ArrayLike<number>;
}

/**
 * A trial for each split of one data set. Terms that do not occur in the training part of
 * a split do not exist in it: they are neither in its vocabulary nor counted in its test part.
 *
 * @param data all documents over one vocabulary of counts
 */
export function* splitTrials(data: Dataset, splits: Iterable<Split>, rules: SelectionRules = {}): Generator<Trial> {
  const { x, y, labels, weights } = data;
  for (const { train, test } of splits) {
    const map = columnMap(selectTerms(termStatistics(x, train), rules), x.columns);
    yield {
      train: {
        x: selectRows(x, train, map),
        y: train.map((row) => y[row]),
        labels,
        weights: weights && Float64Array.from(train, (row) => weights[row]),
      },
      test: selectRows(x, test, map),
      actual: test.map((row) => y[row]),
      rows: test,
    };
  }
}

/**
 * The trial of a training set and a test set of its own.
 *
 * @param test over the vocabulary of `train`; its first classes are those of `train`
 */
export function testTrial(train: Dataset, test: Dataset, rules: SelectionRules = {}): Trial {
  const rows = Uint32Array.from({ length: test.x.rows }, (_, row) => row);
  const kept = selectTerms(termStatistics(train.x), rules);
  if (kept.length === train.x.columns) return { train, test: test.x, actual: test.y, rows };
  const map = columnMap(kept, train.x.columns);
  return {
    train: { ...train, x: selectColumns(train.x, map) },
    test: selectColumns(test.x, map),
    actual: test.y,
    rows,
  };
}

/**
 * Trains and tests a classifier on each trial.
 *
 * @param trials at least one
 * @param labels all classes, those of the training parts first
 * @param onRun called after each trial with the number done
 * @throws UsageError if there is no trial, DataError if a test part is empty.
 */
export function evaluate(
  trials: Iterable<Trial>,
  classifier: Classifier,
  labels: readonly string[],
  onRun?: (done: number) => void,
): Evaluation {
  const runs: Run[] = [];
  const predictions: Prediction[] = [];
  const logProbabilities: Float64Array[] = [];
  const confusion = emptyConfusion(labels.length);
  const baselines: Evaluation["baselines"][] = [];
  let vocabulary = 0;
  let documents = { train: 0, test: 0 };
  for (const trial of trials) {
    if (trial.rows.length === 0) throw new DataError("evaluate: required at least one test document, found none");
    if (runs.length === 0) {
      vocabulary = trial.test.columns;
      documents = { train: trial.train.x.rows, test: trial.rows.length };
    }
    const logs = new Float64Array(trial.rows.length * labels.length);
    const found = predictRows(classifier.fit(trial.train), trial, runs.length, logs, labels.length);
    logProbabilities.push(logs);
    for (const { actual, predicted } of found) confusion[actual][predicted]++;
    const correct = found.filter(({ actual, predicted }) => actual === predicted).length;
    runs.push({ accuracy: correct / found.length, correct, total: found.length });
    for (const prediction of found) predictions.push(prediction);
    baselines.push(baselinesOf(trial, labels.length));
    onRun?.(runs.length);
  }
  if (runs.length === 0) throw new UsageError("evaluate: required at least one trial, got none");
  const perClass = classMetrics(confusion, labels);
  const logs = concatenated(logProbabilities);
  return {
    labels,
    documents,
    vocabulary,
    runs,
    accuracy: mean(runs.map((run) => run.accuracy)),
    accuracyInterval:
      runs.length === 1
        ? wilsonInterval(runs[0].correct, runs[0].total)
        : resampledInterval(
            runs.map((run) => run.accuracy),
            documents.test,
            documents.train,
          ),
    baselines: {
      majority: mean(baselines.map((baseline) => baseline.majority)),
      proportional: mean(baselines.map((baseline) => baseline.proportional)),
    },
    macro: macroAverage(perClass, confusion),
    perClass,
    confusion,
    micro: microAverage(confusion),
    weighted: weightedAverage(perClass),
    ...probabilityMetrics(
      logs,
      labels.length,
      predictions.map(({ actual }) => actual),
      predictions.map(({ predicted }) => predicted),
    ),
    predictions,
    logProbabilities: logs,
  };
}

/** The predictions of one trial; their log probabilities go to `logs`, with room for `classes` each. */
function predictRows(
  model: Model,
  { test, actual, rows }: Trial,
  run: number,
  logs: Float64Array,
  classes: number,
): Prediction[] {
  const input = rowsFor(model, test);
  const scores = new Float64Array(model.labels.length);
  logs.fill(Number.NEGATIVE_INFINITY);
  return Array.from(rows, (row, i) => {
    model.scoreInto(input, i, scores);
    const predicted = argmax(scores);
    logs.set(logSoftmaxInPlace(scores), i * classes);
    return { run, row, actual: actual[i], predicted, probability: Math.exp(scores[predicted]) };
  });
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

function baselinesOf({ train, actual }: Trial, classes: number): Evaluation["baselines"] {
  const shares = (y: ArrayLike<number>) => {
    const counts = new Float64Array(classes);
    for (let row = 0; row < y.length; row++) counts[y[row]]++;
    return counts.map((count) => count / y.length);
  };
  const trained = shares(train.y);
  const tested = shares(actual);
  return {
    majority: tested[argmax(trained)],
    proportional: trained.reduce((sum, share, c) => sum + share * tested[c], 0),
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
}
