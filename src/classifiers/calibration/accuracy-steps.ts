import { argmax } from "../classifier.js";

/**
 * The isotonic calibration of older model files: a function that never falls, given at some points, linear between
 * them and constant beyond. It makes documents equal, so it is no longer fitted. Source: Zadrozny and Elkan 2002.
 */
export interface AccuracySteps {
  readonly kind: "steps";
  /** ln of P(best class) / P(any other), after the temperature; ascending. */
  readonly logOdds: Float64Array;
  /** The share of documents with these log odds whose best class is right, above 0 and below 1; never falling. */
  readonly accuracy: Float64Array;
}

/**
 * The factor of the scores that gives the best class the accuracy at its log odds, as nearly as possible: the best of
 * k classes never falls below 1/k, so that the order stays.
 */
export function factorOfSteps(steps: AccuracySteps, scores: Float64Array): number {
  const best = argmax(scores);
  if (!Number.isFinite(scores[best])) return 1;
  const share = shareRightAt(steps, logOddsTimes(scores, best, 1));
  const wanted = Math.log(share) - Math.log1p(-share);
  let low = -20;
  let high = 20;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (logOddsTimes(scores, best, Math.exp(middle)) < wanted) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

/** Enough halvings for the digits of a double. */
const HALVINGS = 60;

/** ln of P(best class) / P(any other) where all scores are multiplied by a factor. */
function logOddsTimes(scores: Float64Array, best: number, factor: number): number {
  let others = 0;
  for (let c = 0; c < scores.length; c++) if (c !== best) others += Math.exp(factor * (scores[c] - scores[best]));
  return -Math.log(others);
}

/** Linear interpolation between the points. */
function shareRightAt({ logOdds, accuracy }: AccuracySteps, x: number): number {
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
