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

/** Returns the indices of the scores, the highest score first, and equal scores in order. */
export function ranked(scores: Float64Array): number[] {
  return Array.from(scores.keys()).sort((a, b) => scoreDifference(scores[b], scores[a]) || a - b);
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
