import { type Calibration, type CalibrationMethod, calibrateInPlace, tokensOf } from "../classifiers/calibration.js";
import {
  argmax,
  type Classifier,
  type FitProgress,
  logSoftmaxInPlace,
  type Model,
  rowsFor,
} from "../classifiers/classifier.js";
import { DataError } from "../errors.js";
import { calibrationBefore } from "./fit-calibration.js";
import type { Trial } from "./trial.js";

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

/** What came of one trial. */
export interface Outcome {
  readonly documents: { readonly train: number; readonly test: number };
  /** Number of terms. */
  readonly vocabulary: number;
  /** In the order of the test rows. */
  readonly predictions: readonly Omit<Prediction, "run">[];
  /** ln P(class | document), predictions × classes, row by row; -∞ for a class that training did not have. */
  readonly logProbabilities: Float64Array;
  /** The same before calibration; undefined without one. */
  readonly uncalibrated?: Float64Array | undefined;
  /** Accuracy of always saying the most frequent training class, and of guessing in proportion to the classes. */
  readonly baselines: { readonly majority: number; readonly proportional: number };
}

/** How a classifier is tested. */
export interface TestOptions {
  /** Fits probabilities by folds inside each training part. Default: they are taken as the model gives them. */
  readonly calibrate?: CalibrationMethod | undefined;
  /** Of those folds. Default 1. */
  readonly seed?: number | undefined;
  /** Called now and then with the share of the training that is done, where it takes long. */
  readonly onProgress?: FitProgress | undefined;
}

/**
 * Trains a classifier on one part of a trial and tests it on the other.
 *
 * @param classes the number of all classes
 * @throws DataError if the test part is empty, or a calibration cannot be fitted.
 */
export function testOn(trial: Trial, classifier: Classifier, classes: number, options: TestOptions = {}): Outcome {
  if (trial.rows.length === 0) throw nothingToTest();
  const { calibrate, seed = 1, onProgress } = options;
  const { calibration, onFit } = calibrationBefore(trial, classifier, calibrate, seed, onProgress);
  // First of all: its counts say which terms there are.
  const model = trial.fit(classifier, onFit);
  const room = () => new Float64Array(trial.rows.length * classes).fill(Number.NEGATIVE_INFINITY);
  const logProbabilities = room();
  const uncalibrated = calibration && room();
  return {
    documents: { train: trial.trainDocuments, test: trial.rows.length },
    vocabulary: trial.vocabulary,
    predictions: predictRows(model, trial, classes, logProbabilities, calibration, uncalibrated),
    logProbabilities,
    uncalibrated,
    baselines: baselinesOf(trial.trainShares, trial.actual),
  };
}

/**
 * The classes that a classifier trained on one part of a trial says of the other, and
 * nothing of how sure it is: where only accuracy is asked for.
 */
export function predictedOn(trial: Trial, classifier: Classifier): Uint32Array {
  if (trial.rows.length === 0) throw nothingToTest();
  const model = trial.fit(classifier);
  const input = rowsFor(model, trial.test);
  const scores = new Float64Array(model.labels.length);
  const predicted = new Uint32Array(input.rows);
  for (let row = 0; row < input.rows; row++) {
    model.scoreInto(input, row, scores);
    predicted[row] = trial.classes[argmax(scores)];
  }
  return predicted;
}

function nothingToTest(): DataError {
  return new DataError("evaluate: required at least one test document, found none");
}

/** The predictions of one trial; their log probabilities go to `logs`, with room for `classes` each, and those before calibration to `raw`. */
function predictRows(
  model: Model,
  { test, actual, rows, classes: own }: Trial,
  classes: number,
  logs: Float64Array,
  calibration?: Calibration,
  raw?: Float64Array,
): Outcome["predictions"] {
  const input = rowsFor(model, test);
  const scores = new Float64Array(own.length);
  return Array.from(rows, (row, i) => {
    model.scoreInto(input, i, scores);
    const best = argmax(scores);
    if (raw !== undefined) spread(logSoftmaxInPlace(scores.slice()), own, raw, i * classes);
    if (calibration !== undefined) calibrateInPlace(scores, tokensOf(input, i), calibration);
    spread(logSoftmaxInPlace(scores), own, logs, i * classes);
    return { row, actual: actual[i], predicted: own[best], probability: Math.exp(scores[best]) };
  });
}

/** Writes what is of each own class to its place among all classes. */
function spread(values: Float64Array, own: Uint32Array, into: Float64Array, at: number): void {
  for (let c = 0; c < own.length; c++) into[at + own[c]] = values[c];
}

/** @param trained the share of each class in training */
export function baselinesOf(trained: Float64Array, actual: ArrayLike<number>): Outcome["baselines"] {
  const most = argmax(trained);
  let majority = 0;
  let proportional = 0;
  for (let i = 0; i < actual.length; i++) {
    if (actual[i] === most) majority++;
    proportional += trained[actual[i]] ?? 0;
  }
  return { majority: majority / actual.length, proportional: proportional / actual.length };
}
