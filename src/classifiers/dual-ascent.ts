import type { SparseMatrix } from "../features/sparse-matrix.js";
import { seededRandom, shuffle } from "../random.js";
import type { FitProgress } from "./classifier.js";
import { solveDocument } from "./document-step.js";
import { gather, scatter } from "./term-weights.js";

/** What is minimized: see `dualAscent`. */
export interface LogisticProblem {
  readonly x: SparseMatrix;
  /** The class of each row, 0 ≤ y < classes. */
  readonly y: ArrayLike<number>;
  readonly classes: number;
  /** What the loss of each row is multiplied by, finite and ≥ 0. */
  readonly costs: Float64Array;
  /** What each class multiplies each column of `x` by: a row per column, a number per class; left out: 1 each. */
  readonly ratios?: Float32Array | undefined;
  /** Whether each class has a weight of its own, which costs nothing. */
  readonly intercept: boolean;
  /** Stop when the objective is, by the duality gap, within this share of the least. */
  readonly tolerance: number;
  /** Stop after so many passes over the documents. */
  readonly epochs: number;
}

/** Where the ascent has stopped. */
export interface LogisticSolution {
  /** A row per column of `x`, a weight per class. */
  readonly weights: Float64Array;
  /** One a class. */
  readonly bias: Float64Array;
}

/**
 * Minimizes over the weights w and, if there are any, the intercepts b
 *
 *     1/2 Σ_t,c (w(t, c) / r(t, c))² + Σ_i cost(i) · -ln P(y_i | x_i),
 *     P(c | x) = exp (b(c) + Σ_t x(t) w(t, c)) / Σ_c' exp (b(c') + Σ_t x(t) w(t, c'))
 *
 * by block coordinate ascent in the dual. There each document has a distribution q_i over
 * the classes, of which the weights are made:
 *
 *     w(t, c) = r(t, c)² · Σ_i cost(i) · x_i(t) · ([c = y_i] - q_i(c))
 *
 * and each step makes one document's q the best there is for the others', exactly. The
 * duality gap is Σ_i cost(i) · KL (q_i ‖ P(· | x_i)): it is summed up as the documents come by, so that
 * knowing when to stop takes no pass of its own. Source: Yu, Huang and Lin 2011;
 * Shalev-Shwartz and Zhang 2013.
 *
 * Intercepts demand that Σ_i cost(i) · ([c = y_i] - q_i(c)) be 0, which no step of one
 * document can keep to. They are found by the method of multipliers: in each pass b is a
 * weight like the others, of a column of ones, but drawn to where the last pass has left
 * it and not to 0. Source: Bertsekas 1982, chapter 2; Rockafellar 1976.
 */
export function dualAscent(problem: LogisticProblem, onProgress?: FitProgress): LogisticSolution {
  const { x, y, classes, costs, ratios, intercept, tolerance, epochs } = problem;
  const weights = new Float64Array(x.columns * classes);
  const bias = new Float64Array(classes);
  const rows = visited(costs);
  const lengths = squaredLengths(problem);
  const strength = intercept ? interceptScale(lengths, costs, rows) : 0;
  /** One distribution a document; at first each is sure of its class, and all weights are 0. */
  const beliefs = new Float64Array(x.rows * classes);
  for (let row = 0; row < x.rows; row++) beliefs[row * classes + y[row]] = 1;

  const anchor = new Float64Array(classes);
  const scores = new Float64Array(classes);
  const curvatures = new Float64Array(classes);
  const target = new Float64Array(classes);
  const belief = new Float64Array(classes);
  const change = new Float64Array(classes);
  const random = seededRandom(ORDERS);
  let progress = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    let gap = 0;
    let objective = 0;
    for (const row of shuffle(rows, random)) {
      const cost = costs[row];
      const own = row * classes;
      scores.set(bias);
      gather(x, row, weights, scores);
      for (let c = 0; c < classes; c++) {
        const length = ratios === undefined ? lengths[row] : lengths[own + c];
        curvatures[c] = cost * (length + strength);
        belief[c] = beliefs[own + c];
        target[c] = scores[c] + curvatures[c] * belief[c];
      }

      const logSum = logSumExp(scores);
      objective += cost * (logSum - scores[y[row]]);
      for (let c = 0; c < classes; c++) {
        const q = belief[c];
        if (q > 0) gap += cost * q * (Math.log(q) + logSum - scores[c]);
        objective += 0.5 * cost * ((c === y[row] ? 1 : 0) - q) * (scores[c] - bias[c]);
      }

      solveDocument(target, curvatures, belief);
      let moved = 0;
      for (let c = 0; c < classes; c++) {
        change[c] = beliefs[own + c] - belief[c];
        moved = Math.max(moved, Math.abs(change[c]));
      }
      if (moved < STILL) continue;
      for (let c = 0; c < classes; c++) {
        beliefs[own + c] = belief[c];
        change[c] *= cost;
        bias[c] += strength * change[c];
      }
      scatter(x, row, change, ratios, weights);
    }
    for (let c = 0; c < classes; c++) {
      const drawn = bias[c] - anchor[c];
      if (strength > 0) gap += (drawn * drawn) / strength;
      anchor[c] = bias[c];
      bias[c] += drawn;
    }
    if (gap <= tolerance * objective) break;
    progress = Math.max(progress, (epoch + 1) / epochs, Math.log(objective / gap) / -Math.log(tolerance));
    onProgress?.(Math.min(1, progress));
  }
  return { weights, bias: anchor };
}

/**
 * What the order of the documents in each pass is drawn from: the same for the same number
 * of documents. In one order, pass after pass, documents that pull at the same terms take
 * several times as many passes to agree.
 */
const ORDERS = 1;

/** A change of a probability that is none. */
const STILL = 1e-12;

/** The rows that count. */
function visited(costs: Float64Array): Uint32Array {
  return Uint32Array.from(costs.keys()).filter((row) => costs[row] > 0);
}

/** Σ_t x(t)² of each row; with ratios, Σ_t (r(t, c) · x(t))² of each row and class. */
function squaredLengths({ x, classes, ratios }: LogisticProblem): Float64Array {
  const lengths = new Float64Array(ratios === undefined ? x.rows : x.rows * classes);
  for (let row = 0; row < x.rows; row++) {
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      const square = x.values[i] * x.values[i];
      if (ratios === undefined) lengths[row] += square;
      else {
        const at = x.ids[i] * classes;
        for (let c = 0; c < classes; c++) lengths[row * classes + c] += square * ratios[at + c] * ratios[at + c];
      }
    }
  }
  return lengths;
}

/**
 * How far an intercept may go in a pass: as far as the terms of a document on average, and
 * the curvature of its loss, let its score go. Farther, and documents hold each other up;
 * less far, and the passes follow each other in small steps.
 */
function interceptScale(lengths: Float64Array, costs: Float64Array, rows: Uint32Array): number {
  const perRow = lengths.length / costs.length;
  let sum = 0;
  for (const row of rows) {
    sum += 4 / costs[row];
    for (let i = row * perRow; i < (row + 1) * perRow; i++) sum += lengths[i] / perRow;
  }
  return sum / Math.max(1, rows.length);
}

function logSumExp(scores: Float64Array): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < scores.length; c++) if (scores[c] > max) max = scores[c];
  let sum = 0;
  for (let c = 0; c < scores.length; c++) sum += Math.exp(scores[c] - max);
  return max + Math.log(sum);
}
