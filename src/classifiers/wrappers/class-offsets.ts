import { groupedBy, largest } from "../../base/lists.js";
import { minimizeByNewton } from "../newton.js";
import { argmax } from "../scores.js";
import type { ScoredClasses } from "./opinion-weights.js";

/** Documents with scores from models that have not seen them. */
export interface PooledScores extends ScoredClasses {
  /** A row per document with a number per class: finite, or -∞ for an impossible class. */
  readonly scores: Float64Array;
  /** The fold of each document. */
  readonly folds: ArrayLike<number>;
}

/** The factor of the scores. Above 1, documents near a boundary count more, and documents with a clear class less. */
const SHARPNESS = 2;

/** The weight of the prior that all offsets are 0, in documents. */
const SHRINKAGE = 2;

/**
 * Finds what to add to the score of each class. If classes differ in size, most classifiers predict some of them too
 * often. Support vector machines favour large classes. Complement naive Bayes favours small ones, because it treats all
 * classes as equally probable.
 *
 * The offsets b minimize, over the documents i with weights w(i) and scores s(i, c),
 *
 *     Σ_i -w(i) ln P(y_i | i) + λ/2 Σ_c b(c)²    with P(c | i) ∝ exp 2 (s(i, c) + b(c)) and λ = 2
 *
 * They are kept only if they lower the number of errors in folds that they were not fitted to, by at least one standard
 * error. With weights of 1, this is the square root of the number of answers that become right or wrong.
 *
 * Source: the offsets of Guo, Pleiss, Sun and Weinberger 2017 (vector scaling); factor and test are ours.
 *
 * @returns a number per class, in the unit of the scores; undefined if they help too little or there is one fold
 */
export function fitClassOffsets(pooled: PooledScores): Float64Array | undefined {
  const { scores, y, classes, weights, folds } = pooled;
  const rows = Array.from(weights, (_, row) => row).filter(
    (row) => weights[row] > 0 && scores[row * classes + y[row]] > Number.NEGATIVE_INFINITY,
  );
  const parts = [...groupedBy(rows, (row) => folds[row]).values()];
  if (parts.length < 2) return undefined;
  const none = new Float64Array(classes);
  let gain = 0;
  let variance = 0;
  for (const part of parts) {
    const others = parts.filter((other) => other !== part);
    const offsets = bestOffsets(pooled, others.flat());
    for (const row of part) {
      const change = Number(isRight(pooled, row, offsets)) - Number(isRight(pooled, row, none));
      gain += change * weights[row];
      variance += Math.abs(change) * weights[row] ** 2;
    }
  }
  return gain > 0 && gain * gain >= variance ? bestOffsets(pooled, rows) : undefined;
}

/** Whether the actual class has the highest score after the offsets. */
function isRight({ scores, y, classes }: PooledScores, row: number, offsets: Float64Array): boolean {
  const rowScores = scores.subarray(row * classes, (row + 1) * classes);
  return argmax(rowScores.map((score, c) => score + offsets[c])) === y[row];
}

/** Minimizes the loss by Newton's method with a diagonal upper bound of the Hessian. */
function bestOffsets(pooled: PooledScores, rows: readonly number[]): Float64Array {
  return minimizeByNewton(
    new Float64Array(pooled.classes),
    (offsets) => lossAt(pooled, rows, offsets),
    (offsets, { gradient, curvature }) => {
      const down = gradient.map((slope, c) => slope / curvature[c]);
      return (share) => offsets.map((offset, c) => offset - share * down[c]);
    },
    { maxSteps: 100, minShare: 1e-6, tolerance: 1e-7 },
  );
}

/** Returns the loss of some offsets, its gradient, and an upper bound of its second derivatives. */
function lossAt({ scores, y, classes, weights }: PooledScores, rows: readonly number[], offsets: Float64Array) {
  let loss = 0;
  const gradient = new Float64Array(classes);
  const curvature = new Float64Array(classes);
  const p = new Float64Array(classes);
  for (const row of rows) {
    for (let c = 0; c < classes; c++) p[c] = SHARPNESS * (scores[row * classes + c] + offsets[c]);
    const best = largest(p);
    const right = p[y[row]];
    let sum = 0;
    for (let c = 0; c < classes; c++) {
      p[c] = Math.exp(p[c] - best);
      sum += p[c];
    }
    loss += weights[row] * (best - right + Math.log(sum));
    for (let c = 0; c < classes; c++) {
      const share = p[c] / sum;
      gradient[c] += weights[row] * SHARPNESS * share;
      // Twice the diagonal: with two classes, both offsets change the difference.
      curvature[c] += weights[row] * SHARPNESS * SHARPNESS * 2 * share * (1 - share);
    }
    gradient[y[row]] -= weights[row] * SHARPNESS;
  }
  for (let c = 0; c < classes; c++) {
    loss += (SHRINKAGE / 2) * offsets[c] * offsets[c];
    gradient[c] += SHRINKAGE * offsets[c];
    curvature[c] += SHRINKAGE;
  }
  return { loss, gradient, curvature };
}
