import {
  bestLogOdds,
  type Calibration,
  type CalibrationMethod,
  type ConfidenceSteps,
  calibrateInPlace,
  tokensOf,
} from "../classifiers/calibration.js";
import { argmax, type Classifier, type FitProgress, rowsFor } from "../classifiers/classifier.js";
import { isCounting } from "../classifiers/counting-classifier.js";
import { DataError } from "../errors.js";
import { folds } from "./splits.js";
import type { Trial } from "./trial.js";

/** The folds inside the training part, where a model of them costs next to nothing: it is made of counts. */
const COUNTED_FOLDS = 10;

/** The folds where each takes a training of its own, and how many documents are enough not to look at them all. */
const TRAINED_FOLDS = 5;
const ENOUGH_DOCUMENTS = 1500;

/** The weight of the assumption that nothing is to be changed, in documents: it keeps the fit finite where no document is wrong. */
const PRIOR_WEIGHT = 1;

/** Documents of a training part as models that have not seen them score them. */
export interface ScoredDocument {
  /** Scores of the classes, -∞ or finite. */
  readonly scores: Float64Array;
  readonly actual: number;
  readonly tokens: number;
}

/** A calibration, and what is told of the fit of the model itself. */
export interface FittedCalibration {
  readonly calibration: Calibration | undefined;
  readonly onFit: FitProgress;
}

/**
 * The calibration of a model that is fitted next, if one is asked for.
 *
 * @param onProgress told the share of both together that is done
 * @throws DataError as `fitCalibration`.
 */
export function calibrationBefore(
  trial: Trial,
  classifier: Classifier,
  method: CalibrationMethod | undefined,
  seed: number,
  onProgress?: FitProgress,
): FittedCalibration {
  const models = method === undefined ? 0 : innerFolds(trial, classifier).fitted;
  const before = models / (models + 1);
  const calibration = method && fitCalibration(trial, classifier, method, seed, (done) => onProgress?.(before * done));
  return { calibration, onFit: (done) => onProgress?.(before + (1 - before) * done) };
}

/**
 * Fits a calibration inside the training part of a trial, to documents as models that have
 * not seen them score them: ten folds, each scored by a model of the other nine. Where each
 * model takes a training of its own it is five folds, and of these as many as have 1,500
 * documents: of a large corpus one, so that calibrating costs less than training does.
 *
 * Expected calibration error (15 bins) and mean of -ln P(right class) on the training part
 * of 20news-bydate by 5 folds of which no two have a subject in common (of best, the first three),
 * and the processor time of calibrating as a share of that of training:
 *
 *                                 raw          temperature  isotonic     time
 *     fast, one fold of five      .628  1.664  .046  .461   .020  .419    0.8
 *     fast, three                              .048  .459   .012  .418    2.5
 *     fast, all five                           .048  .458   .012  .415    4.5
 *     best, one fold of five      .063  .615   .042  .388   .011  .366    0.8
 *     best, the first fold, one   .065  .673   .049  .413   .020  .370    0.8
 *     best, the first fold, three              .046  .413   .019  .367    2.3
 *
 * @throws DataError if there are fewer than two documents that a model without them could get right.
 */
export function fitCalibration(
  trial: Trial,
  classifier: Classifier,
  method: CalibrationMethod,
  seed: number,
  onProgress?: FitProgress,
): Calibration {
  const documents = outOfFold(trial, classifier, seed, onProgress);
  if (documents.length < 2) {
    throw new DataError(
      "calibrate: required at least two documents whose class is possible to a model that has not seen them, " +
        `found ${documents.length}: add documents, take an alpha above 0, or leave out --calibrate (--preset best has it)`,
    );
  }
  const temperature = fitTemperature(documents);
  return method === "temperature" ? temperature : { ...temperature, steps: fitSteps(documents, temperature) };
}

/** How many folds there are, and of how many a model is made. */
function innerFolds({ trainDocuments: documents }: Trial, classifier: Classifier) {
  const all = Math.min(documents, isCounting(classifier) ? COUNTED_FOLDS : TRAINED_FOLDS);
  const fitted = isCounting(classifier) ? all : Math.min(all, Math.ceil((ENOUGH_DOCUMENTS * all) / documents));
  return { all, fitted };
}

/** Documents whose class no model could have said tell nothing of confidence, and are left out. */
function outOfFold(trial: Trial, classifier: Classifier, seed: number, onProgress?: FitProgress): ScoredDocument[] {
  const actual = trial.trainClasses;
  if (actual.length < 2) return [];
  const scored: ScoredDocument[] = [];
  const { all, fitted } = innerFolds(trial, classifier);
  const splits = folds(actual, all, seed).slice(0, fitted);
  let made = 0;
  for (const inner of trial.inner(splits)) {
    const model = inner.fit(classifier, (done) => onProgress?.((made + done) / splits.length));
    made++;
    const x = rowsFor(model, inner.test);
    const classOf = new Map(Array.from(inner.classes, (c, own) => [c, own]));
    for (let row = 0; row < x.rows; row++) {
      const own = classOf.get(inner.actual[row]);
      if (own === undefined) continue;
      const scores = new Float64Array(model.labels.length);
      model.scoreInto(x, row, scores);
      if (Number.isFinite(scores[own])) scored.push({ scores, actual: own, tokens: tokensOf(x, row) });
    }
  }
  return scored;
}

/** Steps of Fisher scoring; a dozen are usual. */
const MOST_STEPS = 200;

/**
 * Minimizes -ln P(actual) summed over the documents, and half the squares of offset and
 * slope, by Fisher scoring with halved steps where one leads up.
 */
export function fitTemperature(documents: readonly ScoredDocument[]): Calibration {
  let at = { offset: 0, slope: 1 };
  let here = slopeAt(documents, at);
  for (let step = 0; step < MOST_STEPS; step++) {
    const [down, side, across] = here.information;
    const determinant = down * across - side * side;
    const offset = (across * here.gradient[0] - side * here.gradient[1]) / determinant;
    const slope = (down * here.gradient[1] - side * here.gradient[0]) / determinant;
    let length = 1;
    let next = { offset: at.offset - offset, slope: at.slope - slope };
    let there = slopeAt(documents, next);
    while (!(there.loss <= here.loss) && length > 1e-12) {
      length /= 2;
      next = { offset: at.offset - length * offset, slope: at.slope - length * slope };
      there = slopeAt(documents, next);
    }
    if (!(there.loss < here.loss)) break;
    const gained = here.loss - there.loss;
    at = next;
    here = there;
    if (gained < 1e-12 * Math.abs(here.loss)) break;
  }
  return at;
}

/** Loss, its gradient and the Fisher information [oo, os, ss] at a calibration. */
function slopeAt(documents: readonly ScoredDocument[], { offset, slope }: { offset: number; slope: number }) {
  let loss = (PRIOR_WEIGHT / 2) * (offset * offset + slope * slope);
  const gradient = [PRIOR_WEIGHT * offset, PRIOR_WEIGHT * slope];
  const information = [PRIOR_WEIGHT, 0, PRIOR_WEIGHT];
  for (const { scores, actual, tokens } of documents) {
    const length = Math.log1p(tokens);
    const factor = Math.exp(-offset - slope * length);
    const max = scores[argmax(scores)];
    let sum = 0;
    let first = 0;
    let second = 0;
    for (const score of scores) {
      if (score === Number.NEGATIVE_INFINITY) continue;
      const weight = Math.exp(factor * (score - max));
      sum += weight;
      first += weight * (score - max);
      second += weight * (score - max) ** 2;
    }
    const mean = first / sum;
    loss += Math.log(sum) - factor * (scores[actual] - max);
    const down = factor * (scores[actual] - max - mean);
    const spread = factor * factor * Math.max(0, second / sum - mean * mean);
    gradient[0] += down;
    gradient[1] += down * length;
    information[0] += spread;
    information[1] += spread * length;
    information[2] += spread * length * length;
  }
  return { loss, gradient, information };
}

/** Pools neighbours that violate the order (Ayer et al. 1955; Zadrozny and Elkan 2002), and keeps the shares from 0 and 1. */
export function fitSteps(documents: readonly ScoredDocument[], temperature: Calibration): ConfidenceSteps {
  const points = documents.map(({ scores, actual, tokens }) => ({
    right: argmax(scores) === actual ? 1 : 0,
    logOdds: bestLogOdds(calibrateInPlace(scores.slice(), tokens, temperature)),
  }));
  points.sort((a, b) => a.logOdds - b.logOdds || a.right - b.right);
  const blocks: { right: number; documents: number; from: number; to: number }[] = [];
  for (const { right, logOdds } of points) {
    let block = { right, documents: 1, from: logOdds, to: logOdds };
    for (let last = blocks.at(-1); last !== undefined && isAbove(last, block); last = blocks.at(-1)) {
      blocks.pop();
      block = {
        right: last.right + block.right,
        documents: last.documents + block.documents,
        from: last.from,
        to: block.to,
      };
    }
    blocks.push(block);
  }
  const least = 1 / (2 * documents.length);
  const knots = blocks.flatMap(({ right, documents, from, to }) => {
    const accuracy = Math.min(1 - least, Math.max(least, right / documents));
    return from === to ? [{ at: from, accuracy }] : [from, to].map((at) => ({ at, accuracy }));
  });
  return {
    logOdds: Float64Array.from(knots, ({ at }) => at),
    accuracy: Float64Array.from(knots, ({ accuracy }) => accuracy),
  };
}

/** Equal log odds belong together, whatever came of them. */
function isAbove(
  a: { right: number; documents: number; to: number },
  b: { right: number; documents: number; from: number },
): boolean {
  return a.right * b.documents > b.right * a.documents || a.to === b.from;
}
