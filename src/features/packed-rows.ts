import { firstWhere } from "../base/binary-search.js";
import { type ColumnMap, type MatrixRow, rowView, type SparseMatrix, type SparseRows } from "./sparse-matrix.js";
import { ViewedRows } from "./viewed-rows.js";

/** The arrays of packed rows, which threads can share. */
export interface PackedArrays {
  readonly columns: number;
  /** Offsets into the words: one more than there are rows. */
  readonly starts: Uint32Array;
  /** One word per entry: its count in the lowest `countBits` bits, and its column above them. */
  readonly words: Int32Array;
  readonly countBits: number;
  /** Entries whose value does not fit in `countBits` bits, ascending, and their values. */
  readonly largeEntries: Uint32Array;
  readonly largeValues: Float64Array;
}

const WORD = Int32Array.BYTES_PER_ELEMENT;

/** Numbers with more bits are slower. */
const MAX_COUNT_BITS = 30;

/**
 * Rows of counts in four bytes per entry, where plain arrays take twelve. Entries keep their order, because sums
 * depend on it.
 */
export class PackedRows extends ViewedRows {
  readonly packed: PackedArrays;
  readonly #row = { ids: new Uint32Array(0), values: new Float64Array(0), start: 0, end: 0 };

  constructor(packed: PackedArrays) {
    super(packed.columns, packed.starts, (row) => this.#unpack(row));
    this.packed = packed;
  }

  #unpack(row: number): MatrixRow {
    const { starts, words, countBits, largeEntries, largeValues } = this.packed;
    const from = starts[row];
    const size = starts[row + 1] - from;
    const own = this.#row;
    if (size > own.ids.length) {
      own.ids = new Uint32Array(2 * size);
      own.values = new Float64Array(2 * size);
    }
    own.end = size;
    const { ids, values } = own;
    if (unpack(words, from, size, countBits, ids, values)) {
      const mask = maskOf(countBits);
      for (let i = 0; i < size; i++) {
        if (values[i] !== mask) continue;
        values[i] = largeValues[firstWhere(0, largeEntries.length - 1, (at) => largeEntries[at] >= from + i)];
      }
    }
    return own;
  }
}

/** Unpacks words, and returns whether one of them has a large value. It only uses small numbers, for speed. */
function unpack(
  words: Int32Array,
  from: number,
  size: number,
  countBits: number,
  ids: Uint32Array,
  values: Float64Array,
): boolean {
  const mask = maskOf(countBits);
  let large = 0;
  for (let i = 0; i < size; i++) {
    const word = words[from + i];
    const count = word & mask;
    ids[i] = word >>> countBits;
    values[i] = count;
    if (count === mask) large++;
  }
  return large > 0;
}

function maskOf(countBits: number): number {
  return (1 << countBits) - 1;
}

/** Returns the arrays of rows, and packs the rows if necessary. */
export function packedArrays(x: SparseMatrix): PackedArrays {
  return (x instanceof PackedRows ? x : packRows(x)).packed;
}

/**
 * Packs rows of counts, in memory that threads can share.
 *
 * @param map default: all columns stay as they are
 */
export function packRows(x: SparseRows, map?: ColumnMap): PackedRows {
  const columns = map?.columns ?? x.columns;
  const countBits = Math.min(MAX_COUNT_BITS, Math.clz32(columns - 1));
  const mask = maskOf(countBits);
  // Unused room takes no memory.
  const words = new Int32Array(new SharedArrayBuffer(WORD * x.starts[x.rows]));
  const starts = new Uint32Array(new SharedArrayBuffer(WORD * (x.rows + 1)));
  const largeEntries: number[] = [];
  const largeValues: number[] = [];
  let size = 0;
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      const column = map === undefined ? ids[i] : map.to[ids[i]];
      if (column < 0) continue;
      const value = values[i];
      const isSmall = value < mask && (value & mask) === value;
      if (!isSmall) {
        largeEntries.push(size);
        largeValues.push(value);
      }
      words[size++] = (column << countBits) | (isSmall ? value : mask);
    }
    starts[row + 1] = size;
  }
  return new PackedRows({
    columns,
    starts,
    words: words.subarray(0, size),
    countBits,
    largeEntries: Uint32Array.from(largeEntries),
    largeValues: Float64Array.from(largeValues),
  });
}
