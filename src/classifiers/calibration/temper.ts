import { argmax } from "../scores.js";

/** The divisor of the scores of a document: exp(offset + slope · ln (1 + tokens)). */
export interface Temperature {
  readonly offset: number;
  readonly slope: number;
}

/** Divides scores by the temperature of the document, in place, after shifting the highest to 0. Returns the array. */
export function temperInPlace(scores: Float64Array, tokens: number, { offset, slope }: Temperature): Float64Array {
  return scaleInPlace(scores, Math.exp(-offset - slope * Math.log1p(tokens)));
}

/** Multiplies scores by a factor, in place, after shifting the highest to 0, so that nothing overflows. -∞ stays -∞. */
export function scaleInPlace(scores: Float64Array, factor: number): Float64Array {
  const max = scores[argmax(scores)];
  if (max === Number.NEGATIVE_INFINITY) return scores;
  const finite = Math.min(Number.MAX_VALUE, factor);
  for (let c = 0; c < scores.length; c++) {
    if (scores[c] !== Number.NEGATIVE_INFINITY) scores[c] = (scores[c] - max) * finite;
  }
  return scores;
}
