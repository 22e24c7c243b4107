import { lazily } from "../base/lazily.js";
import { extend, newModule, placesOf } from "../base/web-assembly.js";
import { rowView, type SparseMatrix } from "../features/sparse-matrix.js";
import { SCORE_KERNEL, type ScoreKernel } from "./score-kernel.js";

/** A model whose scores are sums: see `LinearModel`. */
export interface SummedModel {
  readonly bias: Float64Array;
  readonly columns: number;
  /** Writes the weights of a term, one a class, from `into[at]` on. */
  readonly weightsInto: (term: number, into: Float64Array, at: number) => void;
}

/** Fewer rows are scored sooner than the kernel is ready. */
const FEW_ROWS = 256;

/** The most rows and entries at a time. */
const ROWS = 1 << 10;
const ENTRIES = 1 << 15;

/** In bytes. More weights would keep too much memory, as the kernel is used again. */
const MOST_WEIGHTS = 1 << 26;

/** The kernel reads and writes two scores at a time, also where one is left. */
const SLACK = 8;

const kernel = lazily(() => newModule<ScoreKernel>(SCORE_KERNEL));

/**
 * Writes the scores of all rows, to the bit as adding up term by term in JavaScript, in a third of the time: most of
 * that would be compiling.
 *
 * @param into rows × classes
 * @returns whether it did: not without WebAssembly, nor for few rows, very long ones or very many weights
 */
export function scoreRows(x: SparseMatrix, model: SummedModel, into: Float64Array): boolean {
  if (x.rows < FEW_ROWS) return false;
  const { memory, exports } = kernel() ?? {};
  if (memory === undefined || exports === undefined) return false;
  const size = model.bias.byteLength;
  const [bias, ends, ids, fresh, values, entries, scores, places, weights] = placesOf(SLACK, SLACK, [
    size,
    ROWS * 4,
    ENTRIES * 4,
    ENTRIES * 4,
    ENTRIES * 8,
    ENTRIES * 16,
    ROWS * size + SLACK,
    model.columns * 4,
  ]);

  let numbers = new Float64Array();
  const hasRoom = (bytes: number) => {
    extend(memory, bytes);
    numbers = new Float64Array(memory.buffer);
  };
  hasRoom(weights);
  let end = weights;
  numbers.set(model.bias, bias / 8);
  new Uint32Array(memory.buffer, places, model.columns).fill(0);

  for (let from = 0; from < x.rows; ) {
    // Views, as the memory may have grown.
    const ownEnds = new Uint32Array(memory.buffer, ends, ROWS);
    const ownIds = new Uint32Array(memory.buffer, ids, ENTRIES);
    const ownValues = new Float64Array(memory.buffer, values, ENTRIES);
    let to = from;
    let filled = 0;
    for (; to < x.rows && to < from + ROWS; to++) {
      if (filled + x.starts[to + 1] - x.starts[to] > ENTRIES) break;
      const row = rowView(x, to);
      ownIds.set(row.ids.subarray(row.start, row.end), filled);
      ownValues.set(row.values.subarray(row.start, row.end), filled);
      filled += row.end - row.start;
      ownEnds[to - from] = ids + filled * 4;
    }
    if (to === from) return false;
    const freshEnd = exports.place(ids, ids + filled * 4, places, fresh, end, size);
    const terms = new Uint32Array(memory.buffer, fresh, (freshEnd - fresh) / 4);
    const first = end;
    end += terms.length * size;
    if (end - weights > MOST_WEIGHTS) return false;
    const order = terms.slice();
    hasRoom(end + SLACK);
    for (let i = 0; i < order.length; i++) model.weightsInto(order[i], numbers, (first + i * size) / 8);
    exports.score(ends, ends + (to - from) * 4, ids, values, places, entries, bias, size, scores);
    into.set(numbers.subarray(scores / 8, (scores + (to - from) * size) / 8), (from * size) / 8);
    from = to;
  }
  return true;
}
