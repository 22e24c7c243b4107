import { sumOf } from "../../base/lists.js";
import { boundedStep, minimizeByNewton } from "../newton.js";

/** The classes of documents that were scored. */
export interface ScoredClasses {
  /** The class of each document. */
  readonly y: ArrayLike<number>;
  readonly classes: number;
  /** The weight of each document, at least 0; a document of weight 0 was not scored. */
  readonly weights: ArrayLike<number>;
}

/** The scores of several members for the same documents. */
export interface Opinions extends ScoredClasses {
  /** For each member, a row per document with a number per class: finite, or -∞ for an impossible class. */
  readonly scores: readonly Float64Array[];
}

/**
 * Finds the weights β ≥ 0 of a logarithmic opinion pool, P(c | i) ∝ exp Σ_m β(m) · s_m(i, c), that minimize
 *
 *     Σ_i -w(i) ln P(y_i | i) + λ/2 Σ_m ((β(m) - e(m)) / e(m))²
 *
 * where w(i) is the weight of document i, and e(m) = τ(m) / M are equal shares: τ(m) is the best weight of member m alone.
 * The second term draws the weights towards equal shares if there are few documents; it weighs as much as λ documents.
 * The problem is convex. Newton's method solves it over the weights that are above 0 or would rise. Steps that raise the
 * loss are halved.
 *
 * Source: Genest and Zidek 1986; the penalty is ours.
 *
 * @param shrinkage λ, above 0
 * @returns a weight per member, at least 0, and the share of each in the decision: β(m) / τ(m), divided by their sum
 */
export function fitOpinionWeights(opinions: Opinions, shrinkage: number) {
  const { length: size } = opinions.scores;
  const usable = usableOf(opinions);
  const alone = Float64Array.from(opinions.scores, (member) => bestAlone(member, opinions, usable));
  const equal = alone.map((weight) => weight / size);
  const weights = minimizeByNewton(
    equal,
    lossOf(opinions, usable, equal, shrinkage),
    (at, { gradient, curvature }) =>
      boundedStep(at, gradient, (m, other) => curvature[m * size + other], new Float64Array(size)),
    { maxSteps: 100, minShare: 1e-8, tolerance: 1e-9 },
  );
  const parts = weights.map((weight, m) => weight / alone[m]);
  const all = sumOf(parts);
  return { weights, shares: parts.map((part) => (all === 0 ? 0 : part / all)) };
}

/** The documents that the weights are fitted to: see `usableOf`. */
type Usable = ReturnType<typeof usableOf>;

/** Returns the documents that all members find possible, and 1 for each class of a document that one does not. */
function usableOf({ scores, y, classes, weights }: Opinions) {
  const isOut = new Uint8Array(y.length * classes);
  for (const member of scores) {
    for (let i = 0; i < member.length; i++) if (member[i] === Number.NEGATIVE_INFINITY) isOut[i] = 1;
  }
  const rows = [...Array(y.length).keys()].filter((row) => weights[row] > 0 && isOut[row * classes + y[row]] === 0);
  return { rows, isOut };
}

/** Returns a function that computes the loss of some weights, its gradient, and its Hessian, a row per member. */
function lossOf(opinions: Opinions, { rows, isOut }: Usable, equal: Float64Array, shrinkage: number) {
  const { scores, y, classes, weights: documentWeights } = opinions;
  const size = scores.length;
  const p = new Float64Array(classes);
  return (weights: Float64Array) => {
    let loss = 0;
    const gradient = new Float64Array(size);
    const curvature = new Float64Array(size * size);
    for (const row of rows) {
      const at = row * classes;
      const weight = documentWeights[row];
      loss += weight * beliefsInto(p, at, y[row], scores, weights, isOut);
      for (let m = 0; m < size; m++) {
        let mean = 0;
        for (let c = 0; c < classes; c++) if (p[c] > 0) mean += p[c] * scores[m][at + c];
        gradient[m] += weight * (mean - scores[m][at + y[row]]);
        for (let other = 0; other <= m; other++) {
          let product = 0;
          for (let c = 0; c < classes; c++) {
            if (p[c] > 0) product += p[c] * (scores[m][at + c] - mean) * scores[other][at + c];
          }
          curvature[m * size + other] += weight * product;
        }
      }
    }
    for (let m = 0; m < size; m++) {
      for (let other = 0; other < m; other++) curvature[other * size + m] = curvature[m * size + other];
      // The penalty for weights that differ from equal shares.
      const off = (weights[m] - equal[m]) / equal[m];
      loss += (shrinkage / 2) * off * off;
      gradient[m] += (shrinkage * off) / equal[m];
      curvature[m * size + m] += shrinkage / (equal[m] * equal[m]);
    }
    return { loss, gradient, curvature };
  };
}

/**
 * Writes P of each class for one document, and returns -ln P of the correct class.
 *
 * @param at where the numbers of the document begin in `scores` and `isOut`
 * @param right the correct class
 */
function beliefsInto(
  p: Float64Array,
  at: number,
  right: number,
  scores: readonly Float64Array[],
  weights: Float64Array,
  isOut: Uint8Array,
): number {
  p.fill(0);
  for (let m = 0; m < scores.length; m++) {
    const member = scores[m];
    if (weights[m] > 0) for (let c = 0; c < p.length; c++) if (isOut[at + c] === 0) p[c] += weights[m] * member[at + c];
  }
  let best = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < p.length; c++) if (isOut[at + c] === 0 && p[c] > best) best = p[c];
  const behind = best - p[right];
  let sum = 0;
  for (let c = 0; c < p.length; c++) {
    p[c] = isOut[at + c] === 0 ? Math.exp(p[c] - best) : 0;
    sum += p[c];
  }
  for (let c = 0; c < p.length; c++) p[c] /= sum;
  return behind + Math.log(sum);
}

/**
 * Returns the best weight of a member that decides alone; 1 without documents. The target gives a share of 1 / (N + 2)
 * to all classes alike, so that the weight stays finite if all answers are right (Platt 2000).
 */
function bestAlone(scores: Float64Array, { y, classes, weights }: Opinions, { rows, isOut }: Usable): number {
  if (rows.length === 0) return 1;
  const shareOfAll = 1 / (rows.length + 2);
  const p = new Float64Array(classes);
  const only = [scores];
  const slopeAt = (weight: number) => {
    const weightsAlone = Float64Array.of(weight);
    let slope = 0;
    for (const row of rows) {
      const at = row * classes;
      beliefsInto(p, at, y[row], only, weightsAlone, isOut);
      // The mean score by probability, the sum of the scores, and their number.
      let mean = 0;
      let sum = 0;
      let possible = 0;
      for (let c = 0; c < classes; c++) {
        if (isOut[at + c] === 1) continue;
        mean += p[c] * scores[at + c];
        sum += scores[at + c];
        possible++;
      }
      const wanted = (1 - shareOfAll) * scores[at + y[row]] + shareOfAll * (sum / possible);
      slope += weights[row] * (mean - wanted);
    }
    return slope;
  };
  let low = MIN_LOG_WEIGHT;
  let high = -MIN_LOG_WEIGHT;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (slopeAt(Math.exp(middle)) < 0) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

/** The bounds of the search: e^-12 is far below the scale of any score, and e^12 far above. */
const MIN_LOG_WEIGHT = -12;
/** How often the interval is halved: its logarithm then has a width of 24 / 2^24. */
const HALVINGS = 24;
