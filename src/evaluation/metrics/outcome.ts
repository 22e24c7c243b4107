import { DataError } from "../../base/errors.js";
import { calibrateInPlace } from "../../classifiers/calibration/calibration.js";
import { type Classifier, rowScores, rowsFor } from "../../classifiers/classifier.js";
import { argmax, bestLogOdds, clarityOf, logSoftmaxInPlace } from "../../classifiers/scores.js";
import { tokensOf } from "../../features/sparse-matrix.js";
import { calibratedFit, type FitOptions } from "../../model/fitting/fit-calibration.js";
import type { Fold } from "../../model/fitting/fold.js";
import { mean } from "../significance/intervals.js";
import { limitsOf } from "./limits.js";

/** The prediction for one test document. */
export interface Prediction {
  /** Index of the run, from 0. */
  readonly run: number;
  /** Row of the document in its data set. */
  readonly row: number;
  /** Index of the actual class. */
  readonly actual: number;
  /** Index of the predicted class. */
  readonly predicted: number;
  /** P(predicted class | document), after calibration if there is one. */
  readonly probability: number;
}

/** The result of testing one fold. */
export type Outcome = ReturnType<typeof testOn>;

/** Expected accuracy of two baselines: the majority class of training, and a random guess by class size. */
export type Baselines = ReturnType<typeof baselinesOf>;

/** The options of a test. */
export interface TestOptions extends FitOptions {
  /** The share of documents of the classes that may count as none of them: see `AnswerLimits`. Default: no answer is none. */
  readonly noneBelow?: number | undefined;
  /** Whether to try limits of errors, which needs the rows of training documents. Default true. */
  readonly triesLimits?: boolean | undefined;
}

/**
 * Trains a classifier on the training set of a fold and tests it on its test set.
 *
 * @param classes total number of classes
 * @throws DataError if the test set is empty, or a calibration cannot be fitted.
 */
export function testOn(fold: Fold, classifier: Classifier, classes: number, options: TestOptions = {}) {
  const { rows, trainDocuments, actual, trainShares, classes: ofFold } = fold;
  if (rows.length === 0) throw new DataError(NOTHING_TO_TEST);
  const { calibration, learn, leftOut } = calibratedFit(fold, classifier, options);
  const model = learn();
  const [classOf, logOdds, clarity] = [Uint32Array, Float64Array, Float64Array].map((Kind) => new Kind(rows.length));
  const input = rowsFor(model, fold.test);
  const scoresOf = rowScores(model, input);
  const impossible = () => new Float64Array(rows.length * classes).fill(Number.NEGATIVE_INFINITY);
  const logProbabilities = impossible();
  const uncalibrated = calibration && impossible();
  const predictions = Array.from(rows, (row, i) => {
    const scores = scoresOf(i);
    const best = argmax(scores);
    clarity[i] = clarityOf(scores);
    if (uncalibrated !== undefined) spread(logSoftmaxInPlace(scores.slice()), ofFold, uncalibrated, i * classes);
    if (calibration !== undefined) calibrateInPlace(scores, tokensOf(input, i), calibration);
    classOf[i] = best;
    logOdds[i] = bestLogOdds(scores);
    spread(logSoftmaxInPlace(scores), ofFold, logProbabilities, i * classes);
    return { run: 0, row, actual: actual[i], predicted: ofFold[best], probability: Math.exp(scores[best]) };
  });
  return {
    documents: { train: trainDocuments, test: rows.length },
    /** Number of terms of the model. Asked for after learning, because the counts of the fold then give it. */
    vocabulary: fold.termCount,
    /** One per test document, in the order of `Fold.rows`, as if this were the first run. */
    predictions,
    /** ln P(class | document), predictions × classes, row-major; -∞ for a class without training documents. */
    logProbabilities,
    /** The log probabilities before calibration; undefined without calibration. */
    uncalibrated,
    baselines: baselinesOf(trainShares, actual),
    ...limitsOf(
      options.triesLimits === false ? undefined : leftOut(),
      { classOf, logOdds, clarity, predictions },
      ofFold,
      options.noneBelow,
    ),
  };
}

/**
 * Tests like `testOn`, but returns only the actual and the predicted class of each test row: no probability is
 * computed.
 */
export function predictedOn(
  fold: Fold,
  classifier: Classifier,
  { onProgress, jobs }: Pick<TestOptions, "onProgress" | "jobs">,
): Pick<Prediction, "actual" | "predicted">[] {
  if (fold.rows.length === 0) throw new DataError(NOTHING_TO_TEST);
  const model = fold.fit(classifier, onProgress, jobs);
  const scoresOf = rowScores(model, rowsFor(model, fold.test));
  return Array.from(fold.rows, (_, i) => ({ actual: fold.actual[i], predicted: fold.classes[argmax(scoresOf(i))] }));
}

/** The error for a fold without test documents. */
const NOTHING_TO_TEST = "evaluate: there is no document to test on";

/** Returns the score of one fold: the numbers of right and of all predictions, and the share of right ones. */
export function runOf(predictions: readonly Pick<Prediction, "actual" | "predicted">[]) {
  const correct = predictions.filter(({ actual, predicted }) => actual === predicted).length;
  return { accuracy: correct / predictions.length, correct, total: predictions.length };
}

/**
 * Copies the values of the fold's classes to the places of these classes among all classes, in a row that begins at
 * `start`.
 */
function spread(values: Float64Array, ofFold: Uint32Array, into: Float64Array, start: number): void {
  for (let c = 0; c < ofFold.length; c++) into[start + ofFold[c]] = values[c];
}

/**
 * Computes the baselines of one test.
 *
 * @param trained share of each class in training; it may end before classes of test documents alone
 */
export function baselinesOf(trained: Float64Array, actual: ArrayLike<number>) {
  const largestClass = argmax(trained);
  let majority = 0;
  let proportional = 0;
  for (let i = 0; i < actual.length; i++) {
    if (actual[i] === largestClass) majority++;
    proportional += trained[actual[i]] ?? 0;
  }
  return { majority: majority / actual.length, proportional: proportional / actual.length };
}

/** Returns the mean of the baselines of several tests, weighted if there are weights. */
export function meanBaselines(all: readonly Baselines[], weights?: readonly number[]): Baselines {
  const majority = all.map((baselines) => baselines.majority);
  const proportional = all.map((baselines) => baselines.proportional);
  return { majority: mean(majority, weights), proportional: mean(proportional, weights) };
}
