import { newModule, placesOf } from "../../base/web-assembly.js";
import { rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import { SVM_KERNEL } from "./svm-kernel.js";

/**
 * Documents and the weights of several machines, in single precision, with the two loops that take most of the time of
 * learning. They add one row at a time to the margins or to the weights. A machine is one linear support vector machine:
 * one class against the others.
 */
export interface SvmLoops {
  /** The distance from the weights of one column to those of the next: at least the number of machines. */
  readonly stride: number;
  /** A row of `stride` numbers per column of the documents, 0 at first. */
  readonly weights: Float32Array;
  /** The square of the factor of each weight (see `svm-ascent`), laid out as the weights; undefined without `isSquared`. */
  readonly squares: Float32Array | undefined;
  /** One per machine. */
  readonly margins: Float32Array;
  /** How far `scatter` moves the weights: one per machine. */
  readonly steps: Float32Array;
  /** Returns the values of a row: a view, valid until the next call. */
  valuesOf(row: number): Float32Array;
  /** Adds Σ_t x(t) · weights(t) to the margins. */
  gather(row: number): void;
  /** Adds x(t) · steps, times the squares of t if there are any, to the weights of each t. */
  scatter(row: number): void;
}

/**
 * Prepares the rows for the two loops. WebAssembly computes four machines at a time, which is many times as fast with 20 classes.
 * The plain loops are used for a single machine, and for data that do not fit into the memory of WebAssembly.
 *
 * @param isSquared whether there are squares
 */
export function svmRows(x: SparseMatrix, machines: number, isSquared: boolean): SvmLoops {
  return (machines > 1 ? fastRows(x, machines, isSquared) : undefined) ?? plainRows(x, machines, isSquared);
}

/** Makes rows for the loops in JavaScript. */
export function plainRows(x: SparseMatrix, machines: number, isSquared: boolean): SvmLoops {
  const { starts } = x;
  const ids = x.view === undefined ? x.ids : new Uint32Array(starts[x.rows]);
  const values = new Float32Array(starts[x.rows]);
  const weights = new Float32Array(x.columns * machines);
  const squares = isSquared ? new Float32Array(weights.length) : undefined;
  const margins = new Float32Array(machines);
  const steps = new Float32Array(machines);
  copyRows(x, ids, values);
  const valuesOf = (row: number) => values.subarray(starts[row], starts[row + 1]);
  const gather = (row: number) => {
    const start = starts[row];
    const end = starts[row + 1];
    // The margin of a single machine is summed in double precision.
    if (machines === 1) {
      let sum = margins[0];
      for (let i = start; i < end; i++) sum += values[i] * weights[ids[i]];
      margins[0] = sum;
      return;
    }
    for (let i = start; i < end; i++) {
      for (let m = 0; m < machines; m++) margins[m] += values[i] * weights[ids[i] * machines + m];
    }
  };
  const scatter = (row: number) => {
    const start = starts[row];
    const end = starts[row + 1];
    for (let i = start; i < end; i++) {
      for (let m = 0, at = ids[i] * machines; m < machines; m++, at++) {
        const step = values[i] * steps[m];
        weights[at] += squares === undefined ? step : step * squares[at];
      }
    }
  };
  return { stride: machines, weights, squares, margins, steps, valuesOf, gather, scatter };
}

type SvmKernel = Readonly<Record<"gather" | "scatter" | "scatterSquares", (...numbers: number[]) => void>>;

/** The number of values that the loops process at a time. */
const LANES = 4;

/** Makes rows for the loops of `svm-kernel.wat`. Returns undefined if they do not fit into its memory. */
export function fastRows(x: SparseMatrix, machines: number, isSquared: boolean): SvmLoops | undefined {
  const { starts } = x;
  const stride = Math.ceil(machines / LANES) * LANES;
  const size = x.columns * stride;
  const lengths = [stride, stride, size, isSquared ? size : 0, starts[x.rows], starts[x.rows]];
  const unit = Float32Array.BYTES_PER_ELEMENT;
  const sizes = lengths.map((n) => n * unit);
  // Each array begins at a multiple of the bytes that a loop processes at a time. The last place is the end.
  const places = placesOf(0, LANES * unit, sizes);
  const [marginsAt, stepsAt, weightsAt, squaresAt, idsAt, valuesAt, end] = places;
  const kernel = newModule<SvmKernel>(SVM_KERNEL, {}, end);
  if (kernel === undefined) return undefined;
  // The arguments of the loops: the entries of the row, and where the arrays begin in memory. For the squares, it is the
  // distance of a square from its weight, which is the same for all.
  const { gather, scatter, scatterSquares } = kernel.exports;
  const { buffer } = kernel.memory;
  const arrays = lengths.map((length, i) => new Float32Array(buffer, places[i], length));
  const [margins, steps, weights, squares, , values] = arrays;
  copyRows(x, new Uint32Array(buffer, idsAt, starts[x.rows]), values);
  return {
    stride,
    weights,
    squares: isSquared ? squares : undefined,
    margins,
    steps,
    valuesOf: (row) => values.subarray(starts[row], starts[row + 1]),
    gather(row) {
      gather(starts[row], starts[row + 1], idsAt, valuesAt, weightsAt, stride * unit, marginsAt);
    },
    scatter(row) {
      const loop = isSquared ? scatterSquares : scatter;
      loop(starts[row], starts[row + 1], idsAt, valuesAt, weightsAt, stride * unit, stepsAt, squaresAt - weightsAt);
    },
  };
}

/** Copies the rows into these arrays. @param toIds may be those of the matrix itself */
function copyRows(x: SparseMatrix, toIds: Uint32Array, toValues: Float32Array): void {
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start, at = x.starts[row]; i < end; i++, at++) {
      toIds[at] = ids[i];
      toValues[at] = values[i];
    }
  }
}
