import { seededRandom, shuffle } from "../../base/random.js";
import { type Dataset, rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import { type SvmLoops, svmRows } from "./svm-rows.js";

/**
 * One linear support vector machine per class against all others. Each minimizes over w and b
 *
 *     1/2 (Σ_t (w(t) / r(t))² + b²) + Σ_i cost(i) · max(0, 1 - s_i (b + Σ_t x_i(t) w(t)))²
 *
 * with s_i = 1 for documents of the class and -1 for others, and r(t) = 1 without ratios. The method is coordinate
 * ascent in the dual, with
 *
 *     w(t) = r(t)² · Σ_i a_i s_i x_i(t),   b = Σ_i a_i s_i,   a_i ≥ 0
 *
 * Source: Hsieh, Chang, Lin, Keerthi and Sundararajan 2008, algorithm 1 with the squared hinge loss. Weights are in
 * single precision, which halves the memory that a pass reads and writes.
 *
 * Learn, then read `bias` and `weightOf`. After that, another problem can be learned.
 *
 * @param classes their number, at least 1. A single class has one machine, for which all documents are of the class
 * @param hasRatios whether each problem has ratios
 */
export function svmAscent({ x, y }: Pick<Dataset, "x" | "y">, classes: number, hasRatios: boolean) {
  /** The number of machines: one per class, or one for two classes, whose sign tells them apart. */
  const machines = classes === 2 ? 1 : classes;
  const loops = svmRows(x, machines, hasRatios);
  const { squares, stride, weights, steps, margins } = loops;
  /** b of each machine. */
  const bias = new Float64Array(machines);
  /** a_i: a row per document, a number per machine. */
  const duals = new Float32Array(x.rows * machines);
  /** Σ_t (r(t) · x(t))² + 1 of each row; with ratios, of each row and machine. */
  const lengths = new Float64Array(hasRatios ? duals.length : x.rows);
  if (!hasRatios) measure(lengths, x, machines, loops);

  /**
   * Returns b + Σ_t x(t) w(t) of each machine, valid until the next call.
   *
   * @param other values of the same terms, used instead of those of the row
   */
  const marginsOf = (row: number, other?: Float64Array): Float32Array => {
    // Any other way to copy a single number takes many times as long.
    if (machines === 1) margins[0] = bias[0];
    else margins.set(bias);
    if (other === undefined) {
      loops.gather(row);
      return margins;
    }
    const values = loops.valuesOf(row);
    const saved = values.slice();
    values.set(other);
    loops.gather(row);
    values.set(saved);
    return margins;
  };

  /**
   * Sets the a_i of one row to their best values, given those of the other rows. Moves the weights and b with them.
   *
   * @returns the largest violation of the optimality conditions before the step
   */
  const step = (row: number, cost: number): number => {
    marginsOf(row);
    // The squared hinge loss adds a_i² / (4 · cost) to the dual. This is its second derivative.
    const softness = 1 / (2 * cost);
    // -1 for the first of two classes, which has no machine.
    const machineOfClass = classes === 2 ? y[row] - 1 : y[row];
    let violation = 0;
    let hasChanged = false;
    for (let m = 0, at = row * machines; m < machines; m++, at++) {
      steps[m] = 0;
      const sign = m === machineOfClass ? 1 : -1;
      const before = duals[at];
      // The slope of the negative dual, which is minimized. An a_i of 0 cannot become smaller, so a rising slope is right.
      const slope = sign * margins[m] - 1 + softness * before;
      if (before === 0 && slope >= 0) continue;
      violation = Math.max(violation, Math.abs(slope));
      const length = lengths[squares === undefined ? row : at];
      const dual = Math.fround(Math.max(0, before - slope / (length + softness)));
      if (dual === before) continue;
      const change = sign * (dual - before);
      steps[m] = change;
      bias[m] += change;
      duals[at] = dual;
      hasChanged = true;
    }
    if (hasChanged) loops.scatter(row);
    return violation;
  };

  /**
   * Learns a problem, with all weights at 0 first.
   *
   * @param costs the cost of each row: the factor of its loss, finite and at least 0. Rows with 0 are left out
   * @param ratios r(t): a row per column, a number per machine. Given if and only if `hasRatios`
   * @param limits stops when no violation of the optimality conditions is larger than the tolerance, or after this many
   *   passes over the documents
   * @param onEpoch called after each pass with the share done
   * @returns whether it reached the tolerance
   */
  const learn = (
    costs: Float64Array,
    ratios: Float32Array | undefined,
    { tolerance, epochs }: { readonly tolerance: number; readonly epochs: number },
    onEpoch?: (done: number) => void,
  ): boolean => {
    for (const array of [bias, duals, weights]) array.fill(0);
    if (squares !== undefined && ratios !== undefined) {
      for (let i = 0, at = 0; i < ratios.length; i += machines, at += stride) {
        for (let m = 0; m < machines; m++) squares[at + m] = ratios[i + m] * ratios[i + m];
      }
      measure(lengths, x, machines, loops);
    }
    const rows = Uint32Array.from(costs.keys()).filter((row) => costs[row] > 0);
    const random = seededRandom(ORDER_SEED);
    let progress = 0;
    for (let epoch = 0; epoch < epochs; epoch++) {
      let violation = 0;
      for (const row of shuffle(rows, random)) violation = Math.max(violation, step(row, costs[row]));
      // The share of the passes, or of the way to the tolerance on a logarithmic scale.
      progress = Math.max(progress, (epoch + 1) / epochs, Math.log(violation) / Math.log(tolerance));
      onEpoch?.(Math.min(1, progress));
      if (violation <= tolerance) return true;
    }
    return false;
  };
  /** Returns w(t) of a machine. */
  const weightOf = (column: number, machine: number) => weights[column * stride + machine];
  return { machines, bias, learn, marginsOf, weightOf };
}

/** Computes Σ_t (r(t) · x(t))² + 1 of each row; with squares of the ratios, of each row and machine. */
function measure(lengths: Float64Array, x: SparseMatrix, machines: number, { squares, stride }: SvmLoops): void {
  lengths.fill(1);
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      const square = values[i] * values[i];
      if (squares === undefined) lengths[row] += square;
      else for (let m = 0; m < machines; m++) lengths[row * machines + m] += square * squares[ids[i] * stride + m];
    }
  }
}

/** The seed of the order of the documents in each pass. */
const ORDER_SEED = 1;
