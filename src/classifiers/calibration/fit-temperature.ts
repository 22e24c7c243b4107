import { minimizeByNewton } from "../newton.js";
import { argmax, bestLogOdds } from "../scores.js";

/** The weight of the prior, a temperature of 1, in documents. It keeps the fit finite if no document is wrong. */
const PRIOR_WEIGHT = 1;

/**
 * Fits the temperature of documents, T = exp(offset + slope · ln (1 + tokens)). It minimizes
 *
 *     -Σ_documents ln P(actual) + (offset² + slope²) / 2,   P(c) = exp(score(c) / T) / Σ_c' exp(score(c') / T)
 *
 * by Fisher scoring, which is Newton's method with the expected second derivatives. With two classes the slope is 0,
 * because a temperature that depends on the length would change the ranking of documents.
 *
 * @param start the first guess; it affects only the speed
 */
export function fitTemperature(documents: readonly ScoredDocument[], start = USUAL_START): Temperature {
  if (documents.at(0)?.scores.length !== 2) return fitted(documents, start);
  const withoutLength = documents.map((document) => ({ ...document, tokens: 0 }));
  return { ...fitted(withoutLength, start), slope: 0 };
}

/** The scores of naive Bayes grow with the length, so the temperature starts as 1 + tokens. */
const USUAL_START: Temperature = { offset: 0, slope: 1 };

/** Fits offset and slope, with two classes or more: see `fitTemperature`. */
function fitted(documents: readonly ScoredDocument[], start: Temperature): Temperature {
  return minimizeByNewton(
    start,
    (point) => lossAt(documents, point),
    (point, { gradient, information: [oo, os, ss] }) => {
      const determinant = oo * ss - os * os;
      const offset = (ss * gradient[0] - os * gradient[1]) / determinant;
      const slope = (oo * gradient[1] - os * gradient[0]) / determinant;
      return (share) => ({ offset: point.offset - share * offset, slope: point.slope - share * slope });
    },
    // Upper bound; a dozen steps are usual.
    { maxSteps: 200, minShare: 5e-13, tolerance: 1e-12 },
  );
}

/** Returns the loss, its gradient [o, s] and the Fisher information [oo, os, ss], with o the offset and s the slope. */
function lossAt(documents: readonly ScoredDocument[], { offset, slope }: Temperature) {
  let loss = (PRIOR_WEIGHT / 2) * (offset * offset + slope * slope);
  const gradient = [PRIOR_WEIGHT * offset, PRIOR_WEIGHT * slope];
  const information = [PRIOR_WEIGHT, 0, PRIOR_WEIGHT];
  for (const { scores, actual, tokens } of documents) {
    const length = Math.log1p(tokens);
    const factor = Math.exp(-offset - slope * length);
    const max = scores[argmax(scores)];
    // The moments of the scores below the highest, weighted by probability.
    let sum = 0;
    let first = 0;
    let second = 0;
    for (let c = 0; c < scores.length; c++) {
      if (scores[c] === Number.NEGATIVE_INFINITY) continue;
      const behind = scores[c] - max;
      const weight = Math.exp(factor * behind);
      sum += weight;
      first += weight * behind;
      second += weight * behind * behind;
    }
    const mean = first / sum;
    loss += Math.log(sum) - factor * (scores[actual] - max);
    const derivative = factor * (scores[actual] - max - mean);
    const variance = factor * factor * Math.max(0, second / sum - mean * mean);
    gradient[0] += derivative;
    gradient[1] += derivative * length;
    information[0] += variance;
    information[1] += variance * length;
    information[2] += variance * length * length;
  }
  return { loss, gradient, information };
}

/** A training document, with scores from a model that has not seen it. */
export interface ScoredDocument {
  /** Scores of the classes, -∞ or finite; finite for the actual class. */
  readonly scores: Float64Array;
  /** The index of its actual class. */
  readonly actual: number;
  /** Its length: see `tokensOf`. */
  readonly tokens: number;
}

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

/**
 * Documents as the input of a shape. With two classes, the log odds are those of the second class, and the question is
 * whether it is the second. With more, they are those of the best class, and the question is whether it is right.
 */
export interface Points {
  /** Finite, ascending. */
  readonly logOdds: Float64Array;
  /** 1 for yes, 0 for no. */
  readonly yes: Uint8Array;
  readonly isTwo: boolean;
  /** The log odds of the best class if all classes are equally probable; its lower bound. */
  readonly lowest: number;
}

/** Points, and the documents that they stand for, with their scores after the temperature. */
export interface TemperedPoints extends Points {
  readonly documents: readonly Pick<ScoredDocument, "scores" | "actual">[];
}

/**
 * Divides the scores of documents by their temperature, and makes points of them. Documents with only one possible class
 * are left out.
 */
export function pointsOf(documents: readonly ScoredDocument[], temperature: Temperature): TemperedPoints {
  const { length: classes } = documents[0].scores;
  const isTwo = classes === 2;
  const tempered = documents
    .map(({ scores: given, tokens, actual }) => {
      const scores = temperInPlace(given.slice(), tokens, temperature);
      return { scores, actual, logOdds: isTwo ? scores[1] - scores[0] : bestLogOdds(scores) };
    })
    .filter(({ logOdds }) => Number.isFinite(logOdds))
    .sort((a, b) => a.logOdds - b.logOdds);
  return {
    documents: tempered,
    logOdds: Float64Array.from(tempered, ({ logOdds }) => logOdds),
    yes: Uint8Array.from(tempered, ({ scores, actual }) => (actual === (isTwo ? 1 : argmax(scores)) ? 1 : 0)),
    isTwo,
    lowest: -Math.log(classes - 1),
  };
}
