import type { SparseMatrix } from "../features/sparse-matrix.js";
import { argmax } from "./classifier.js";

/**
 * The ways to make probabilities honest: `"temperature"` alone, or `"isotonic"` on top of it.
 * Expected calibration error (15 bins) under 5 folds, none / temperature / isotonic:
 *
 *     20news-bydate, training part: multinomial .149 / .035 / .009, Bernoulli .282 / .178 / .009
 *     SpamAssassin corpus:          multinomial .038 / .012 / .006, Bernoulli .071 / .014 / .005
 */
export const CALIBRATION_METHODS = ["temperature", "isotonic"] as const;
export type CalibrationMethod = (typeof CALIBRATION_METHODS)[number];

/**
 * What turns the scores of a model into probabilities that mean what they say. Naive Bayes
 * takes each token for a new piece of evidence, so its odds grow with the length of a
 * document, and its probabilities crowd to 0 and 1. Scores are divided by a temperature
 *
 *     T(document) = exp(offset + slope · ln (1 + tokens))
 *
 * before they become probabilities. The order of the classes stays as it is.
 */
export interface Calibration {
  readonly offset: number;
  readonly slope: number;
  /** Of isotonic calibration: what the log odds that are left mean. */
  readonly steps?: ConfidenceSteps | undefined;
}

/** A function that never falls, given at some points; straight between them, constant beyond. */
export interface ConfidenceSteps {
  /** ln of P(best class) / P(any other), after the temperature; ascending. */
  readonly logOdds: Float64Array;
  /** The share of documents with such log odds whose best class is right, above 0 and below 1; never falling. */
  readonly accuracy: Float64Array;
}

/** The length of a document for its temperature: the sum of its row, as the model takes it. */
export function tokensOf(x: SparseMatrix, row: number): number {
  let tokens = 0;
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) tokens += x.values[i];
  return tokens;
}

/** Divides scores by the document's temperature, in place: what is left are calibrated log probabilities up to a constant. */
export function calibrateInPlace(scores: Float64Array, tokens: number, calibration: Calibration): Float64Array {
  const { offset, slope, steps } = calibration;
  scale(scores, Math.exp(-offset - slope * Math.log1p(tokens)));
  if (steps === undefined) return scores;
  return scale(scores, factorFor(scores, logOddsFor(accuracyAt(steps, bestLogOdds(scores)))));
}

/** ln of P(best) / P(any other) for log scores; ∞ if there is no other. */
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

/** Straight lines between the points. */
function accuracyAt({ logOdds, accuracy }: ConfidenceSteps, x: number): number {
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

/** Steps of halving: enough for a double. */
const HALVINGS = 60;

/**
 * The factor that gives the best class these log odds, as near as it can be: the best class
 * of k is never below 1/k, so that the order of the classes stays.
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

/** The highest becomes 0, so that none overflows; what is impossible stays so, whatever it is multiplied by. */
function scale(scores: Float64Array, factor: number): Float64Array {
  const max = scores[argmax(scores)];
  if (max === Number.NEGATIVE_INFINITY) return scores;
  const finite = Math.min(Number.MAX_VALUE, factor);
  for (let c = 0; c < scores.length; c++) {
    if (scores[c] !== Number.NEGATIVE_INFINITY) scores[c] = (scores[c] - max) * finite;
  }
  return scores;
}
