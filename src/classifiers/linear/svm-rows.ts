import { extend, type Memory, newMemory, newModule, placesOf } from "../../base/web-assembly.js";
import { rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import { SVM_KERNEL } from "./svm-kernel.js";

/**
 * Documents and the weights of several machines, in single precision, with the two loops in which learning spends
 * its time. One row at a time is added to the margins or to the weights.
 */
export interface SvmRows {
  /** From the weights of one column to those of the next: at least the number of machines. */
  readonly stride: number;
  /** A row of `stride` numbers per column of the documents. At first 0. */
  readonly weights: Float32Array;
  /** The factor of the steps of each weight, laid out as the weights; undefined if not asked for. */
  readonly squares: Float32Array | undefined;
  /** One a machine. */
  readonly margins: Float32Array;
  readonly steps: Float32Array;
  /** The values of a row: a view, valid until another row is asked for. */
  valuesOf(row: number): Float32Array;
  /** Adds Σ_t x(t) · weights(t) to the margins. */
  gather(row: number): void;
  /** Adds x(t) · steps, times the squares of t if there are any, to the weights of each t. */
  scatter(row: number): void;
  /** Lets others have the memory. The arrays must not be used any more. */
  free(): void;
}

/** The data and the machines that the rows are made for. */
export interface SvmRowsShape {
  readonly x: SparseMatrix;
  readonly machines: number;
  /** Whether there are squares. */
  readonly isSquared: boolean;
}

/**
 * WebAssembly computes four machines at a time: with 20 classes many times as fast as the plain loops. For one
 * machine, which has nothing to compute at once, and for what is too large, the plain loops do it.
 */
export function svmRows(shape: SvmRowsShape): SvmRows {
  return shape.machines === 1 ? plainRows(shape) : (fastRows(shape) ?? plainRows(shape));
}

/** The loops in JavaScript. */
export function plainRows({ x, machines, isSquared }: SvmRowsShape): SvmRows {
  const { starts } = x;
  const room = starts[x.rows];
  const ids = x.view === undefined ? x.ids : new Uint32Array(room);
  const values = new Float32Array(room);
  copyRows(x, ids, values);
  const weights = new Float32Array(x.columns * machines);
  const squares = isSquared ? new Float32Array(weights.length) : undefined;
  const margins = new Float32Array(machines);
  const steps = new Float32Array(machines);
  return {
    stride: machines,
    weights,
    squares,
    margins,
    steps,
    valuesOf: (row) => values.subarray(starts[row], starts[row + 1]),
    gather(row) {
      const start = starts[row];
      const end = starts[row + 1];
      if (machines === 1) {
        let sum = margins[0];
        for (let i = start; i < end; i++) sum += values[i] * weights[ids[i]];
        margins[0] = sum;
        return;
      }
      for (let i = start; i < end; i++) {
        for (let m = 0; m < machines; m++) margins[m] += values[i] * weights[ids[i] * machines + m];
      }
    },
    scatter(row) {
      const start = starts[row];
      const end = starts[row + 1];
      for (let i = start; i < end; i++) {
        for (let m = 0, at = ids[i] * machines; m < machines; m++, at++) {
          const step = values[i] * steps[m];
          weights[at] += squares === undefined ? step : step * squares[at];
        }
      }
    },
    free() {},
  };
}

type SvmKernel = Readonly<Record<"gather" | "scatter" | "scatterSquares", (...numbers: number[]) => void>>;

/** The numbers that the loops take at once. */
const LANES = 4;

/** More is collected: see `collectGarbage`. In a long computation a weak reference holds what it refers to. */
const MOST_SPARE = 1 << 24;

/** The memory that was freed last, for the next rows, unless it has been collected: each takes long to go. */
let spare: WeakRef<Memory> | undefined;

/** The loops in WebAssembly: see `svm-kernel.wat`. Undefined if they do not fit into its memory. */
export function fastRows({ x, machines, isSquared }: SvmRowsShape): SvmRows | undefined {
  const stride = Math.ceil(machines / LANES) * LANES;
  const size = x.columns * stride;
  const { starts } = x;
  const room = starts[x.rows];
  const bytes = stride * Float32Array.BYTES_PER_ELEMENT;
  const sizes = [stride, stride, size, isSquared ? size : 0, room, room].map((n) => n * Float32Array.BYTES_PER_ELEMENT);
  const [marginsAt, stepsAt, weightsAt, squaresAt, idsAt, valuesAt, end] = placesOf(
    0,
    LANES * Float32Array.BYTES_PER_ELEMENT,
    sizes,
  );
  const memory = memoryOf(end);
  const kernel = memory && newModule<SvmKernel>(SVM_KERNEL, {}, memory);
  if (kernel === undefined) return undefined;
  const { gather, scatter, scatterSquares } = kernel.exports;
  const { buffer } = kernel.memory;
  const margins = new Float32Array(buffer, marginsAt, stride);
  const steps = new Float32Array(buffer, stepsAt, stride);
  const weights = new Float32Array(buffer, weightsAt, size);
  const squares = isSquared ? new Float32Array(buffer, squaresAt, size) : undefined;
  margins.fill(0);
  steps.fill(0);
  weights.fill(0);
  squares?.fill(0);
  const values = new Float32Array(buffer, valuesAt, room);
  copyRows(x, new Uint32Array(buffer, idsAt, room), values);
  return {
    stride,
    weights,
    squares,
    margins,
    steps,
    valuesOf: (row) => values.subarray(starts[row], starts[row + 1]),
    gather(row) {
      gather(starts[row], starts[row + 1], idsAt, valuesAt, weightsAt, bytes, marginsAt);
    },
    scatter(row) {
      const start = starts[row];
      const end = starts[row + 1];
      if (isSquared) scatterSquares(start, end, idsAt, valuesAt, weightsAt, bytes, stepsAt, squaresAt - weightsAt);
      else scatter(start, end, idsAt, valuesAt, weightsAt, bytes, stepsAt);
    },
    free() {
      spare = buffer.byteLength <= MOST_SPARE ? new WeakRef(kernel.memory) : undefined;
    },
  };
}

/** @param toIds may be those of the matrix itself */
function copyRows(x: SparseMatrix, toIds: Uint32Array, toValues: Float32Array): void {
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start, at = x.starts[row]; i < end; i++, at++) {
      toIds[at] = ids[i];
      toValues[at] = values[i];
    }
  }
}

function memoryOf(bytes: number): Memory | undefined {
  const had = spare?.deref();
  spare = undefined;
  if (had === undefined) return newMemory(bytes);
  try {
    extend(had, bytes);
    return had;
  } catch (error) {
    // There is no room for it: the plain loops need less at once.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
