import { seededRandom, shuffle } from "../../base/random.js";
import { type Dataset, type RowView, rowView } from "../../features/sparse-matrix.js";
import type { FitProgress } from "../classifier.js";
import { solveDocument } from "./document-step.js";

/** The objective to minimize: see `dualAscent`. The class of each row is below `classes`. */
export interface LogisticProblem extends Pick<Dataset, "x" | "y"> {
  readonly classes: number;
  /** The factor of the loss of each row, finite and at least 0. */
  readonly costs: Float64Array;
  /** Whether each class has an intercept, which is not penalized. */
  readonly intercept: boolean;
  /** Stops when the duality gap is within this share of the objective. */
  readonly tolerance: number;
  /** Stops after this many passes over the documents. */
  readonly epochs: number;
}

/**
 * Minimizes over the weights w and, if there are any, the intercepts b
 *
 *     1/2 Σ_t,c w(t, c)² + Σ_i cost(i) · -ln P(y_i | x_i),
 *     P(c | x) = exp (b(c) + Σ_t x(t) w(t, c)) / Σ_c' exp (b(c') + Σ_t x(t) w(t, c'))
 *
 * by block coordinate ascent in the dual, where each document has a distribution q_i over the classes:
 *
 *     w(t, c) = Σ_i cost(i) · x_i(t) · ([c = y_i] - q_i(c))
 *
 * Each step finds the exact best q of one document, given those of the others. The duality gap is Σ_i cost(i)
 * · KL (q_i ‖ P(· | x_i)). It is summed up during the pass, so the stopping rule needs no pass of its
 * own. Source: Yu, Huang and Lin 2011; Shalev-Shwartz and Zhang 2013.
 *
 * Intercepts require that Σ_i cost(i) · ([c = y_i] - q_i(c)) is 0, which a step of one document cannot preserve.
 * They are found by the method of multipliers: in each pass, b is the weight of a column of ones that is penalized
 * for its distance from its value after the last pass. Source: Bertsekas 1982, chapter 2; Rockafellar 1976.
 *
 * @returns the weights, a row per column of `x` with a number per class, the intercept of each class, and whether the
 *   tolerance was reached
 */
export function dualAscent(problem: LogisticProblem, onProgress?: FitProgress) {
  const { x, y, classes, costs, intercept, tolerance, epochs } = problem;
  const weights = new Float64Array(x.columns * classes);
  const bias = new Float64Array(classes);
  const rows = Uint32Array.from(costs.keys()).filter((row) => costs[row] > 0);
  const lengths = squaredLengths(problem);
  /** How far an intercept may move; 0 without intercepts. */
  const strength = intercept ? interceptScale(lengths, costs, rows) : 0;
  /** The distributions q, one per document. At first each gives its class probability 1, so all weights are 0. */
  const beliefs = new Float64Array(x.rows * classes);
  for (let row = 0; row < x.rows; row++) beliefs[row * classes + y[row]] = 1;

  // A number per class: the intercepts after the last pass, then scratch for the current document.
  const scratch = () => new Float64Array(classes);
  const [anchor, scores, curvatures, target, belief, change] = Array.from({ length: 6 }, scratch);
  const random = seededRandom(ORDERS);
  let progress = 0;
  let isFinished = false;
  for (let epoch = 0; epoch < epochs; epoch++) {
    let gap = 0;
    let objective = 0;
    for (const row of shuffle(rows, random)) {
      // Its scores, and what they would be without its own part in the weights (the target of `solveDocument`).
      const cost = costs[row];
      const first = row * classes;
      const terms = rowView(x, row);
      scores.set(bias);
      gather(terms, weights, scores);
      for (let c = 0; c < classes; c++) {
        curvatures[c] = cost * (lengths[row] + strength);
        belief[c] = beliefs[first + c];
        target[c] = scores[c] + curvatures[c] * belief[c];
      }

      // Its parts of the duality gap and of the objective, before the step.
      const logSum = logSumExp(scores);
      objective += cost * (logSum - scores[y[row]]);
      for (let c = 0; c < classes; c++) {
        const q = belief[c];
        if (q > 0) gap += cost * q * (Math.log(q) + logSum - scores[c]);
        objective += 0.5 * cost * ((c === y[row] ? 1 : 0) - q) * (scores[c] - bias[c]);
      }

      // The step: the best q of the document, and how far it moves the intercepts and the weights.
      solveDocument(target, curvatures, belief);
      let moved = 0;
      for (let c = 0; c < classes; c++) {
        change[c] = beliefs[first + c] - belief[c];
        moved = Math.max(moved, Math.abs(change[c]));
      }
      if (moved < STILL) continue;
      for (let c = 0; c < classes; c++) {
        beliefs[first + c] = belief[c];
        change[c] *= cost;
        bias[c] += strength * change[c];
      }
      scatter(terms, change, weights);
    }
    // The intercepts of this pass become the anchor of the next, which begins as far beyond.
    for (let c = 0; c < classes; c++) {
      const drawn = bias[c] - anchor[c];
      if (strength > 0) gap += (drawn * drawn) / strength;
      anchor[c] = bias[c];
      bias[c] += drawn;
    }
    isFinished = gap <= tolerance * objective;
    if (isFinished) break;
    // The share of the passes, or of the way to the tolerance on a logarithmic scale.
    progress = Math.max(progress, (epoch + 1) / epochs, Math.log(objective / gap) / -Math.log(tolerance));
    onProgress?.(Math.min(1, progress));
  }
  return { weights, bias: anchor, isFinished };
}

/**
 * The seed of the order of the documents in each pass. With the same order in every pass, documents that share terms
 * would need several times as many passes to converge.
 */
const ORDERS = 1;

/** A step is skipped if it changes each probability by less than this. */
const STILL = 1e-12;

/** Returns Σ_t x(t)² of each row. */
function squaredLengths({ x }: LogisticProblem): Float64Array {
  return Float64Array.from({ length: x.rows }, (_, row) => {
    const { values, start, end } = rowView(x, row);
    let sum = 0;
    for (let i = start; i < end; i++) sum += values[i] * values[i];
    return sum;
  });
}

/**
 * Returns how far an intercept may move in a pass: as far as the score of an average document can, given its terms and
 * the curvature of its loss. With a larger step, documents work against each other; a smaller one needs many passes.
 */
function interceptScale(lengths: Float64Array, costs: Float64Array, rows: Uint32Array): number {
  let sum = 0;
  // The curvature of the loss of a document is at most a quarter of its cost.
  for (const row of rows) sum += 4 / costs[row] + lengths[row];
  return sum / Math.max(1, rows.length);
}

/** Returns ln Σ exp score, without overflow. */
function logSumExp(scores: Float64Array): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < scores.length; c++) if (scores[c] > max) max = scores[c];
  let sum = 0;
  for (let c = 0; c < scores.length; c++) sum += Math.exp(scores[c] - max);
  return max + Math.log(sum);
}

/** Adds the terms of a row to the score of each class: scores(c) += x(t) · w(t, c). */
function gather({ ids, values, start, end }: RowView, weights: Float64Array, scores: Float64Array): void {
  const classes = scores.length;
  for (let i = start; i < end; i++) {
    const value = values[i];
    const at = ids[i] * classes;
    for (let c = 0; c < classes; c++) scores[c] += value * weights[at + c];
  }
}

/** Adds a row to the weights of its terms: w(t, c) += x(t) · change(c). */
function scatter({ ids, values, start, end }: RowView, change: Float64Array, weights: Float64Array): void {
  const classes = change.length;
  for (let i = start; i < end; i++) {
    const value = values[i];
    const at = ids[i] * classes;
    for (let c = 0; c < classes; c++) weights[at + c] += value * change[c];
  }
}
