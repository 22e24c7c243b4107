import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { argmax } from "../classifier.js";

/**
 * The ways to calibrate probabilities: `"temperature"` alone, or `"isotonic"` on top of it. The README of this
 * room has their calibration errors.
 */
export const CALIBRATION_METHODS = ["temperature", "isotonic"] as const;
export type CalibrationMethod = (typeof CALIBRATION_METHODS)[number];

/** The choices: a way, or `"none"` for a classifier that is calibrated by default (see `calibratesItself`). */
export const CALIBRATION_CHOICES = [...CALIBRATION_METHODS, "none"] as const;
export type CalibrationChoice = (typeof CALIBRATION_CHOICES)[number];

/**
 * How the scores of a model become calibrated probabilities. Naive Bayes takes each token as new evidence, so
 * that its odds grow with the length of a document, and its probabilities crowd at 0 and 1. Scores are divided
 * by a temperature
 *
 *     T(document) = exp(offset + slope · ln (1 + tokens))
 *
 * before they become probabilities. The order of the classes does not change. Source: Guo, Pleiss, Sun and
 * Weinberger 2017; the slope is ours.
 */
export interface Calibration {
  readonly offset: number;
  readonly slope: number;
  /** For isotonic calibration: the accuracy at the log odds after the temperature. */
  readonly steps?: ConfidenceSteps | undefined;
}

/**
 * A function that never falls, given at some points: linear between them, constant beyond. Source: Zadrozny and
 * Elkan 2002.
 */
export interface ConfidenceSteps {
  /** ln of P(best class) / P(any other), after the temperature; ascending. */
  readonly logOdds: Float64Array;
  /** The share of documents with these log odds whose best class is right, above 0 and below 1; never falling. */
  readonly accuracy: Float64Array;
}

/** The length of a document for its temperature: the sum of its row as the model takes it. */
export function tokensOf(x: SparseMatrix, row: number): number {
  let tokens = 0;
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) tokens += x.values[i];
  return tokens;
}

/**
 * Divides scores by the temperature of the document, in place. The result are calibrated log probabilities, up
 * to a constant.
 */
export function calibrateInPlace(scores: Float64Array, tokens: number, calibration: Calibration): Float64Array {
  const { offset, slope, steps } = calibration;
  scale(scores, Math.exp(-offset - slope * Math.log1p(tokens)));
  if (steps === undefined) return scores;
  return scale(scores, factorFor(scores, logOddsFor(shareRightAt(steps, bestLogOdds(scores)))));
}

/** ln of P(best) / P(any other) for log scores; ∞ if there is no other class. */
export function bestLogOdds(scores: Float64Array): number {
  const best = argmax(scores);
  if (scores[best] === Number.NEGATIVE_INFINITY) return 0;
  return oddsWithout(scores, best, 1);
}

function oddsWithout(scores: Float64Array, best: number, factor: number): number {
  let others = 0;
  for (let c = 0; c < scores.length; c++) if (c !== best) others += Math.exp(factor * (scores[c] - scores[best]));
  return -Math.log(others);
}

/** Linear interpolation between the points. */
function shareRightAt({ logOdds, accuracy }: ConfidenceSteps, x: number): number {
  if (!(x > logOdds[0])) return accuracy[0];
  let low = 0;
  let high = logOdds.length - 1;
  if (x >= logOdds[high]) return accuracy[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (logOdds[middle] <= x) low = middle;
    else high = middle;
  }
  return accuracy[low] + ((accuracy[high] - accuracy[low]) * (x - logOdds[low])) / (logOdds[high] - logOdds[low]);
}

function logOddsFor(p: number): number {
  return Math.log(p) - Math.log1p(-p);
}

/** Enough halvings for the digits of a double. */
const HALVINGS = 60;

/**
 * The factor that gives the best class these log odds, as nearly as possible: the best of k classes never falls
 * below 1/k, so that the order stays.
 */
function factorFor(scores: Float64Array, wanted: number): number {
  const best = argmax(scores);
  if (!Number.isFinite(scores[best])) return 1;
  let low = -20;
  let high = 20;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (oddsWithout(scores, best, Math.exp(middle)) < wanted) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

/** Multiplies scores by a factor, after shifting the highest to 0, so that nothing overflows. -∞ stays -∞. */
function scale(scores: Float64Array, factor: number): Float64Array {
  const max = scores[argmax(scores)];
  if (max === Number.NEGATIVE_INFINITY) return scores;
  const finite = Math.min(Number.MAX_VALUE, factor);
  for (let c = 0; c < scores.length; c++) {
    if (scores[c] !== Number.NEGATIVE_INFINITY) scores[c] = (scores[c] - max) * finite;
  }
  return scores;
}
