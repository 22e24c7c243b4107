/**
 * Functions of the scores of one document: a number per class, log P(class, document) up to one constant. The score of
 * an impossible class is -∞. No score is NaN.
 */

/** Returns the index of the highest score; of equal scores, the lowest index. */
export function argmax(scores: ArrayLike<number>): number {
  let best = 0;
  for (let c = 1; c < scores.length; c++) if (scores[c] > scores[best]) best = c;
  return best;
}

/** Up to this many scores are ranked by insertion, which is faster. */
const FEW = 200;

/** Returns the indices of the scores, the highest score first, and equal scores in order. */
export function ranked(scores: Float64Array): number[] {
  if (scores.length > FEW) return [...scores.keys()].sort((a, b) => scoreDifference(scores[b], scores[a]) || a - b);
  const order: number[] = [];
  for (let c = 0; c < scores.length; c++) {
    let at = c;
    for (; at > 0 && scores[order[at - 1]] < scores[c]; at--) order[at] = order[at - 1];
    order[at] = c;
  }
  return order;
}

/**
 * Turns log scores into probabilities, in place, and returns the array. Subtracting the maximum first avoids overflow.
 * If all scores are -∞, all classes get the same probability.
 */
export function softmaxInPlace(scores: Float64Array): Float64Array {
  const max = scores[argmax(scores)];
  if (max === Number.NEGATIVE_INFINITY) return scores.fill(1 / scores.length);
  let sum = 0;
  for (let c = 0; c < scores.length; c++) {
    scores[c] = Math.exp(scores[c] - max);
    sum += scores[c];
  }
  for (let c = 0; c < scores.length; c++) scores[c] /= sum;
  return scores;
}

/**
 * Turns log scores into log probabilities, in place, and returns the array. Near certainty it is more precise than the
 * log of the result of `softmaxInPlace`: it keeps all digits of the odds.
 */
export function logSoftmaxInPlace(scores: Float64Array): Float64Array {
  const best = argmax(scores);
  const max = scores[best];
  if (max === Number.NEGATIVE_INFINITY) return scores.fill(-Math.log(scores.length));
  let others = 0;
  for (let c = 0; c < scores.length; c++) if (c !== best) others += Math.exp(scores[c] - max);
  const shift = max + Math.log1p(others);
  const logBest = -Math.log1p(others);
  for (let c = 0; c < scores.length; c++) scores[c] = c === best ? logBest : scores[c] - shift;
  return scores;
}

/** Returns a - b, or 0 if both scores are -∞ (impossible). */
export function scoreDifference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/**
 * Returns ln (P(best) / P(any other)) for log scores, precise even if the probability is nearly 1; ∞ if no other class
 * is possible. If no class is possible, all count as equal.
 */
export function bestLogOdds(scores: Float64Array): number {
  const best = argmax(scores);
  if (scores[best] === Number.NEGATIVE_INFINITY) return Math.log(1 / (scores.length - 1));
  return logOddsTimes(scores, best, 1);
}

/**
 * Returns how far the best score is above the mean of the possible classes. A one-vs-rest classifier gives nearly the
 * same score to all classes that a document does not belong to, so this is low if it belongs to none.
 */
export function clarityOf(scores: Float64Array): number {
  let [sum, best, possible] = [0, Number.NEGATIVE_INFINITY, 0];
  for (let c = 0; c < scores.length; c++) {
    if (scores[c] === Number.NEGATIVE_INFINITY) continue;
    sum += scores[c];
    best = Math.max(best, scores[c]);
    possible++;
  }
  return possible === 0 ? 0 : best - sum / possible;
}

/** Returns the log odds of the best class if all scores are multiplied by a factor. */
export function logOddsTimes(scores: Float64Array, best: number, factor: number): number {
  const second = secondBest(scores, best);
  if (second === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let c = 0; c < scores.length; c++) if (c !== best) sum += Math.exp(factor * (scores[c] - second));
  return factor * (scores[best] - second) - Math.log(sum);
}

/**
 * Returns the factor of the scores that gives the best class these log odds, or `most` if that gives lower ones. The log
 * of the sum of the others is convex in the factor. Newton's steps from above therefore go below the answer once, and then
 * rise to it.
 *
 * @param best the class with the highest score
 * @param wanted above -ln (possible classes - 1)
 */
export function factorFor(scores: Float64Array, best: number, wanted: number, most: number): number {
  let factor = most;
  const second = secondBest(scores, best);
  for (let step = 0; step < MAX_STEPS; step++) {
    let sum = 0;
    let slopes = 0;
    for (let c = 0; c < scores.length; c++) {
      if (c === best || scores[c] === Number.NEGATIVE_INFINITY) continue;
      const weight = Math.exp(factor * (scores[c] - second));
      sum += weight;
      slopes += weight * (scores[c] - scores[best]);
    }
    const off = factor * (second - scores[best]) + Math.log(sum) + wanted;
    if (step === 0 && off >= 0) return most;
    const next = Math.max(factor * MIN_SHARE, factor - (off * sum) / slopes);
    if (!Number.isFinite(next)) return factor;
    const isClose = Math.abs(next - factor) <= PRECISE * factor;
    factor = next;
    if (isClose) break;
  }
  return factor;
}

/** Upper bound; a dozen steps are usual. */
const MAX_STEPS = 100;
/** A step by less than this share of the factor is the last. */
const PRECISE = 1e-15;
/** A step down may at most reduce the factor to this share of it. */
const MIN_SHARE = 1e-3;

/** Returns the highest score but the best; -∞ if no other class is possible. */
function secondBest(scores: Float64Array, best: number): number {
  let second = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < scores.length; c++) if (c !== best && scores[c] > second) second = scores[c];
  return second;
}
