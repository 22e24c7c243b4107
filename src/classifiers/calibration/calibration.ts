import { argmax, bestLogOdds, factorFor, logOddsTimes } from "../scores.js";
import { type BetaShape, betaAt } from "./beta.js";
import { type Curve, curveAt, MIN_SLOPE } from "./curve.js";
import { scaleInPlace, type Temperature, temperInPlace } from "./fit-temperature.js";

export const CALIBRATION_METHODS = ["temperature", "beta", "isotonic", "auto"] as const;

/**
 * The ways to calibrate probabilities: `"temperature"` alone, or with `"beta"` or `"isotonic"` after it; `"auto"`
 * takes the one with the best likelihood. The README of this room has their calibration errors.
 */
export type CalibrationMethod = (typeof CALIBRATION_METHODS)[number];

export const CALIBRATION_CHOICES = [...CALIBRATION_METHODS, "none"] as const;

/** The choices for calibration. `"none"` is for a classifier that is calibrated by default (see `calibratesItself`). */
export type CalibrationChoice = (typeof CALIBRATION_CHOICES)[number];

/**
 * How the scores of a model become calibrated probabilities. Naive Bayes counts each token as new evidence, so
 * its odds grow with the length of a document, and its probabilities are close to 0 or 1. Scores are divided
 * by a temperature
 *
 *     T(document) = exp(offset + slope · ln (1 + tokens))
 *
 * If there is a shape, they are then multiplied by a factor that gives the log odds of the shape.
 *
 * The order of the classes does not change. With two classes, only their log odds count, and the slope is 0: higher log
 * odds stay higher, so the ranking of documents does not change either.
 *
 * Source: Guo, Pleiss, Sun and Weinberger 2017; the slope is ours.
 */
export interface Calibration extends Temperature {
  readonly shape?: Shape | undefined;
}

/** A rising function of log odds after the temperature: of the second of two classes, or else of the best class. */
export type Shape = BetaShape | Curve;

/** Calibrates the scores of a document, in place. The results are log probabilities, up to a constant. */
export function calibrateInPlace(scores: Float64Array, tokens: number, calibration: Calibration): Float64Array {
  const { shape } = calibration;
  temperInPlace(scores, tokens, calibration);
  if (shape === undefined) return scores;
  if (scores.length === 2) return bendTwo(scores, shape);
  const bend = bendOf(scores, shape);
  return bend === undefined ? scores : scaleInPlace(scores, bend.factor());
}

/**
 * Gives the best class the log odds of the shape, or log odds as near as the limit of the factor allows. The limit is
 * `LEEWAY` times the factor that suffices if all other classes are equal. Without a limit, it would take a huge factor
 * to tell two nearly equal classes apart, and all other classes would become almost impossible.
 *
 * @returns functions for the log odds of the best class after calibration and for the factor of the scores, above 0;
 *   undefined if there is nothing to change: all classes are equal, or only one is possible
 */
export function bendOf(scores: Float64Array, shape: Shape) {
  const best = argmax(scores);
  const x = bestLogOdds(scores);
  let possible = 0;
  for (let c = 0; c < scores.length; c++) if (scores[c] !== Number.NEGATIVE_INFINITY) possible++;
  // The log odds of equal classes. No factor above 0 goes below them.
  const lowest = -Math.log(possible - 1);
  if (!(x > lowest && x < Number.POSITIVE_INFINITY)) return undefined;
  // At least a small slope, so that the factor stays above 0 and higher log odds stay higher.
  const wanted = Math.max(shapeAt(shape, x, false), lowest + MIN_SLOPE * (x - lowest));
  // If all other classes are equal, log odds are `lowest` plus a multiple of the factor.
  const largestFactor = (LEEWAY * (wanted - lowest)) / (x - lowest);
  return {
    logOdds: () => Math.min(wanted, logOddsTimes(scores, best, largestFactor)),
    factor: () => factorFor(scores, best, wanted, largestFactor),
  };
}

/**
 * The most that the factor may be, as a multiple of the factor for equal classes. On the training set of
 * 20news-bydate, 1.2 has a better likelihood than 1.5, 2 or no limit, for the presets fast and best and for multinomial
 * naive Bayes.
 */
const LEEWAY = 1.2;

/** Gives the second of two classes the log odds of a shape. */
function bendTwo(scores: Float64Array, shape: Shape): Float64Array {
  const x = scores[1] - scores[0];
  if (!Number.isFinite(x) || x === 0) return scores;
  const bent = shapeAt(shape, x, true);
  // Log odds very near 0 may round to 0, but the two classes must not become equal.
  const z = Math.sign(bent) === Math.sign(x) ? bent : x;
  scores[0] = Math.min(0, -z);
  scores[1] = Math.min(0, z);
  return scores;
}

/** Returns the log odds after a shape. */
export function shapeAt(shape: Shape, x: number, isTwo: boolean): number {
  return shape.kind === "beta" ? betaAt(shape, x, isTwo) : curveAt(shape, x);
}
