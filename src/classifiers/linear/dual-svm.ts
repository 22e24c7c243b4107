import { seededRandom, shuffle } from "../../base/random.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";

/** The objective to minimize: see `SvmAscent`. */
export interface SvmProblem {
  readonly x: SparseMatrix;
  /** The class of each row, 0 ≤ y < classes. */
  readonly y: ArrayLike<number>;
  /** At least 2. */
  readonly classes: number;
  /** The factor of the loss of each row, finite and at least 0. */
  readonly costs: Float64Array;
  /** r²: the square of what each machine multiplies each column by, a row per column. Default: 1 each. */
  readonly squares?: Float32Array | undefined;
}

/** How long an ascent goes on. */
export interface SvmLimits {
  /** Stop when no violation of the optimality conditions is larger. */
  readonly tolerance: number;
  /** Stop after this many passes over the documents. */
  readonly epochs: number;
}

/** How many machines separate the classes: one does for two classes, which it tells apart by its sign. */
export function machinesFor(classes: number): number {
  return classes === 2 ? 1 : classes;
}

/**
 * One linear support vector machine per class against all others. Each minimizes over w and b
 *
 *     1/2 (Σ_t (w(t) / r(t))² + b²) + Σ_i cost(i) · max(0, 1 - s_i (b + Σ_t x_i(t) w(t)))²
 *
 * with s_i = 1 for documents of the class and -1 for others, by coordinate ascent in the dual:
 *
 *     w(t) = r(t)² · Σ_i a_i s_i x_i(t),   b = Σ_i a_i s_i,   a_i ≥ 0
 *
 * Source: Hsieh, Chang, Lin, Keerthi and Sundararajan 2008, algorithm 1 with the squared hinge loss. Weights are
 * in single precision: a pass reads and writes half the memory.
 */
export class SvmAscent {
  /** A row per column of `x`, a weight per machine. */
  readonly weights: Float32Array;
  /** One a machine. */
  readonly bias: Float64Array;
  readonly machines: number;
  readonly #problem: SvmProblem;
  /** The a of each row and machine. */
  readonly #duals: Float32Array;
  /** Σ_t (r(t) · x(t))² + 1 of each row, and machine if there are ratios. */
  readonly #lengths: Float64Array;
  readonly #scores: Float64Array;
  readonly #moved: Uint32Array;
  readonly #steps: Float64Array;

  /** @param duals where to start. Default: 0, so that all weights are 0 */
  constructor(problem: SvmProblem, duals?: Float32Array) {
    const { x, classes } = problem;
    this.#problem = problem;
    this.machines = machinesFor(classes);
    this.weights = new Float32Array(x.columns * this.machines);
    this.bias = new Float64Array(this.machines);
    this.#duals = new Float32Array(x.rows * this.machines);
    this.#lengths = squaredLengths(problem, this.machines);
    this.#scores = new Float64Array(this.machines);
    this.#moved = new Uint32Array(this.machines);
    this.#steps = new Float64Array(this.machines);
    if (duals === undefined) return;
    this.#duals.set(duals);
    for (let row = 0; row < x.rows; row++) this.#add(row);
  }

  /** An ascent of the rows with a cost, from where this one is. Shares nothing with it that changes. */
  continued(problem: SvmProblem): SvmAscent {
    const duals = this.#duals.slice();
    const { machines } = this;
    for (let row = 0; row < problem.costs.length; row++) {
      if (problem.costs[row] === 0) duals.fill(0, row * machines, (row + 1) * machines);
    }
    return new SvmAscent(problem, duals);
  }

  /** Improves the weights until they are good enough. */
  run({ tolerance, epochs }: SvmLimits, onEpoch?: (done: number) => void): this {
    const { costs } = this.#problem;
    const rows = Uint32Array.from(costs.keys()).filter((row) => costs[row] > 0);
    const random = seededRandom(ORDERS);
    for (let epoch = 0; epoch < epochs; epoch++) {
      let violation = 0;
      for (const row of shuffle(rows, random)) violation = Math.max(violation, this.#step(row));
      onEpoch?.((epoch + 1) / epochs);
      if (violation <= tolerance) break;
    }
    return this;
  }

  /** Writes b + Σ_t x(t) w(t) of each machine. */
  marginsInto(row: number, margins: Float64Array): void {
    const { starts, ids, values } = this.#problem.x;
    const { weights, machines } = this;
    const end = starts[row + 1];
    margins.set(this.bias);
    if (machines === 1) {
      let sum = margins[0];
      for (let i = starts[row]; i < end; i++) sum += values[i] * weights[ids[i]];
      margins[0] = sum;
      return;
    }
    const blocks = machines - (machines % 4);
    for (let i = starts[row]; i < end; i++) {
      const value = values[i];
      const at = ids[i] * machines;
      let m = 0;
      for (; m < blocks; m += 4) {
        margins[m] += value * weights[at + m];
        margins[m + 1] += value * weights[at + m + 1];
        margins[m + 2] += value * weights[at + m + 2];
        margins[m + 3] += value * weights[at + m + 3];
      }
      for (; m < machines; m++) margins[m] += value * weights[at + m];
    }
  }

  /** Makes the duals of one row the exact best for those of the others, and returns the largest violation. */
  #step(row: number): number {
    const { costs, squares, classes, y } = this.#problem;
    const margins = this.#scores;
    const { machines } = this;
    const [duals, lengths, moved, steps] = [this.#duals, this.#lengths, this.#moved, this.#steps];
    this.marginsInto(row, margins);
    const softness = 1 / (2 * costs[row]);
    let violation = 0;
    let size = 0;
    for (let m = 0; m < machines; m++) {
      const at = row * machines + m;
      const side = isOwn(y[row], m, classes) ? 1 : -1;
      const slope = side * margins[m] - 1 + softness * duals[at];
      if (duals[at] === 0 && slope >= 0) continue;
      violation = Math.max(violation, Math.abs(slope));
      const length = squares === undefined ? lengths[row] : lengths[at];
      const dual = Math.fround(Math.max(0, duals[at] - slope / (length + softness)));
      if (dual === duals[at]) continue;
      steps[size] = side * (dual - duals[at]);
      moved[size++] = m;
      duals[at] = dual;
    }
    if (size > 0) this.#scatter(row, size);
    return violation;
  }

  /** Adds the row to the weights with its duals. */
  #add(row: number): void {
    const { classes, y } = this.#problem;
    let size = 0;
    for (let m = 0; m < this.machines; m++) {
      const dual = this.#duals[row * this.machines + m];
      if (dual === 0) continue;
      this.#steps[size] = isOwn(y[row], m, classes) ? dual : -dual;
      this.#moved[size++] = m;
    }
    if (size > 0) this.#scatter(row, size);
  }

  /** Adds the row to the weights of the first `size` moved machines. */
  #scatter(row: number, size: number): void {
    const { x, squares } = this.#problem;
    const { starts, ids, values } = x;
    const { weights, machines } = this;
    const [moved, steps] = [this.#moved, this.#steps];
    const end = starts[row + 1];
    for (let k = 0; k < size; k++) this.bias[moved[k]] += steps[k];
    for (let k = 0; k < size; k++) {
      const step = steps[k];
      const machine = moved[k];
      for (let i = starts[row]; i < end; i++) {
        const place = ids[i] * machines + machine;
        const change = step * values[i];
        weights[place] += squares === undefined ? change : change * squares[place];
      }
    }
  }
}

/** The seed of the order of the documents in each pass. */
const ORDERS = 1;

function isOwn(y: number, machine: number, classes: number): boolean {
  return y === (classes === 2 ? 1 : machine);
}

function squaredLengths({ x, squares }: SvmProblem, machines: number): Float64Array {
  const lengths = new Float64Array(squares === undefined ? x.rows : x.rows * machines).fill(1);
  for (let row = 0; row < x.rows; row++) {
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      const square = x.values[i] * x.values[i];
      if (squares === undefined) lengths[row] += square;
      else for (let m = 0; m < machines; m++) lengths[row * machines + m] += square * squares[x.ids[i] * machines + m];
    }
  }
  return lengths;
}
