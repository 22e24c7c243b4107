import { firstWhere } from "../base/lists.js";
import { type ColumnMap, type MatrixRow, rowView, type SparseMatrix, type SparseRows } from "./sparse-matrix.js";
import { ViewedRows } from "./viewed-rows.js";

/** The arrays of packed rows. Threads can share them. */
export interface PackedArrays {
  readonly columns: number;
  /** The offset of the first word of each row, and the number of words. */
  readonly starts: Uint32Array;
  /** One word per entry: its count in the lowest `countBits` bits, and its column above them. */
  readonly words: Int32Array;
  readonly countBits: number;
  /**
   * Entries whose value does not fit in `countBits` bits, ascending, and their values. In their words, all bits of the
   * count are set.
   */
  readonly largeEntries: Uint32Array;
  readonly largeValues: Float64Array;
}

const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** V8 is slower with larger integers. */
const MAX_COUNT_BITS = 30;

/**
 * Rows of counts in four bytes per entry, where plain arrays take twelve. Entries keep their order, because sums
 * depend on it.
 */
export class PackedRows extends ViewedRows {
  readonly packed: PackedArrays;
  /** The last unpacked row; its arrays are used again. */
  readonly #row = { ids: new Uint32Array(0), values: new Float64Array(0), start: 0, end: 0 };

  constructor(packed: PackedArrays) {
    super(packed.columns, packed.starts, (row) => this.#unpack(row));
    this.packed = packed;
  }

  /** Returns the entries of a row, valid until the next call. */
  #unpack(row: number): MatrixRow {
    const { starts, words, countBits, largeEntries, largeValues } = this.packed;
    const from = starts[row];
    const size = starts[row + 1] - from;
    const unpacked = this.#row;
    if (size > unpacked.ids.length) {
      unpacked.ids = new Uint32Array(2 * size);
      unpacked.values = new Float64Array(2 * size);
    }
    unpacked.end = size;
    const { ids, values } = unpacked;
    if (unpackWords(words, from, size, countBits, ids, values)) {
      const mask = maskOf(countBits);
      for (let i = 0; i < size; i++) {
        if (values[i] !== mask) continue;
        // The entry is in `largeEntries`, so the search may end before the last one.
        values[i] = largeValues[firstWhere(0, largeEntries.length - 1, (at) => largeEntries[at] >= from + i)];
      }
    }
    return unpacked;
  }
}

/**
 * Unpacks the `size` words from `from` on into columns and counts. Returns whether the value of one is large. The
 * caller looks large values up, which keeps this loop fast.
 */
function unpackWords(
  words: Int32Array,
  from: number,
  size: number,
  countBits: number,
  ids: Uint32Array,
  values: Float64Array,
): boolean {
  const mask = maskOf(countBits);
  let hasLarge = false;
  for (let i = 0; i < size; i++) {
    const word = words[from + i];
    const count = word & mask;
    ids[i] = word >>> countBits;
    values[i] = count;
    if (count === mask) hasLarge = true;
  }
  return hasLarge;
}

/** Returns the mask of a count. As a count, it stands for a large value. */
function maskOf(countBits: number): number {
  return (1 << countBits) - 1;
}

/** Returns the arrays of packed rows. Packs the rows first if necessary. */
export function packedArrays(x: SparseMatrix): PackedArrays {
  return (x instanceof PackedRows ? x : packRows(x)).packed;
}

/**
 * Packs rows of counts into memory that threads can share.
 *
 * @param map the columns to keep and their new numbers; default: all columns stay as they are
 */
export function packRows(x: SparseRows, map?: ColumnMap): PackedRows {
  const columns = map?.columns ?? x.columns;
  // The column takes as many of the 32 bits as the highest number needs; the rest are for the count.
  const countBits = Math.min(MAX_COUNT_BITS, Math.clz32(columns - 1));
  const mask = maskOf(countBits);
  // The system gives no memory to pages that are never written, so columns that are left out cost nothing.
  const words = new Int32Array(new SharedArrayBuffer(WORD_BYTES * x.starts[x.rows]));
  const starts = new Uint32Array(new SharedArrayBuffer(WORD_BYTES * (x.rows + 1)));
  const largeEntries: number[] = [];
  const largeValues: number[] = [];
  let size = 0;
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      const column = map === undefined ? ids[i] : map.to[ids[i]];
      if (column < 0) continue;
      const value = values[i];
      // A small value is whole, at least 0, and below the mask, which stands for large values.
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
