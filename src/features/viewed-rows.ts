import { lazily } from "../base/lazily.js";
import {
  type ColumnMap,
  type RowView,
  rowView,
  type SparseMatrix,
  type SparseRows,
  selectColumns,
  selectRows,
} from "./sparse-matrix.js";

/**
 * A matrix whose rows are made only when `view` asks for them, which saves the memory of plain arrays. The `ids` and
 * `values` of all rows are made on first use, and then kept.
 */
export class ViewedRows implements SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  /** The arrays of packed rows, which threads can share: see `packedRows`. */
  readonly packed: PackedArrays | undefined;
  readonly #make: (row: number) => RowView;
  /** The rows in plain arrays. */
  readonly #unpacked = lazily(() => this.plain());

  /**
   * @param starts where the entries of each row begin among all entries; one number more than there are rows
   * @param make returns the entries of a row, valid until the next call
   * @param packed the arrays that `make` reads, if it unpacks rows
   */
  constructor(columns: number, starts: Uint32Array, make: (row: number) => RowView, packed?: PackedArrays) {
    this.rows = starts.length - 1;
    this.columns = columns;
    this.starts = starts;
    this.#make = make;
    this.packed = packed;
  }

  get ids(): Uint32Array {
    return this.#unpacked().ids;
  }

  get values(): Float64Array {
    return this.#unpacked().values;
  }

  /** Returns the entries of one row, valid until the next call. */
  view(row: number): RowView {
    return this.#make(row);
  }

  /** Returns a copy in plain arrays. */
  plain(): SparseMatrix {
    return selectColumns(this);
  }
}

/** Returns the chosen rows in the order given, as `selectRows`, but without copying them. */
export function viewedRows(x: SparseMatrix, rows: ArrayLike<number>): ViewedRows {
  const starts = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) starts[i + 1] = starts[i] + x.starts[rows[i] + 1] - x.starts[rows[i]];
  return new ViewedRows(x.columns, starts, (i) => rowView(x, rows[i]));
}

/** Up to this number of entries, plain arrays are faster and take little memory. */
const FEW_ENTRIES = 4e6;

/** As `selectRows`, but if many rows of counts are made on demand, packs the copy. Weights do not pack. */
export function chosenRows(x: SparseMatrix, rows: ArrayLike<number>, map?: ColumnMap): SparseMatrix {
  const isPlain = x.view === undefined || x.starts[x.rows] <= FEW_ENTRIES;
  return isPlain ? selectRows(x, rows, map) : packedRows(packRows(viewedRows(x, rows), map));
}

/** The arrays of packed rows. Threads can share them. */
export interface PackedArrays {
  readonly columns: number;
  /** The offset of the first word of each row, and the number of words. */
  readonly starts: Uint32Array;
  /** One word per entry: its count in the lowest `countBits` bits, and its column above them. */
  readonly words: Int32Array;
  readonly countBits: number;
  /** The values of entries that do not fit in `countBits` bits. In their words, all bits of the count are set. */
  readonly large: ReadonlyMap<number, number>;
}

const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** V8 is slower with larger integers. */
const MAX_COUNT_BITS = 30;

/**
 * Returns rows of counts that take four bytes per entry, where plain arrays take twelve. Entries keep their order, because
 * sums depend on it.
 */
export function packedRows(packed: PackedArrays): ViewedRows {
  const { columns, starts, words, countBits, large } = packed;
  const mask = maskOf(countBits);
  /** The last unpacked row. Its arrays are used again. */
  let ids = new Uint32Array(0);
  let values = new Float64Array(0);
  const unpack = (row: number): RowView => {
    const from = starts[row];
    const size = starts[row + 1] - from;
    if (size > ids.length) {
      ids = new Uint32Array(2 * size);
      values = new Float64Array(2 * size);
    }
    if (unpackWords(words, from, size, countBits, ids, values)) {
      for (let i = 0; i < size; i++) if (values[i] === mask) values[i] = large.get(from + i) as number;
    }
    return { ids, values, start: 0, end: size };
  };
  return new ViewedRows(columns, starts, unpack, packed);
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

/**
 * Packs rows of counts into memory that threads can share. Rows that are packed already stay as they are.
 *
 * @param map the columns to keep and their new numbers; default: all columns stay as they are
 */
export function packRows(x: SparseRows, map?: ColumnMap): PackedArrays {
  if (map === undefined && x instanceof ViewedRows && x.packed !== undefined) return x.packed;
  const columns = map?.columns ?? x.columns;
  // The column takes as many of the 32 bits as the highest number needs; the rest are for the count.
  const countBits = Math.min(MAX_COUNT_BITS, Math.clz32(columns - 1));
  const mask = maskOf(countBits);
  // The system gives no memory to pages that are never written, so columns that are left out cost nothing.
  const words = new Int32Array(new SharedArrayBuffer(WORD_BYTES * x.starts[x.rows]));
  const starts = new Uint32Array(new SharedArrayBuffer(WORD_BYTES * (x.rows + 1)));
  const large = new Map<number, number>();
  let size = 0;
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      const column = map === undefined ? ids[i] : map.to[ids[i]];
      if (column < 0) continue;
      const value = values[i];
      // A small value is whole, at least 0, and below the mask, which stands for large values.
      const isSmall = value < mask && (value & mask) === value;
      if (!isSmall) large.set(size, value);
      words[size++] = (column << countBits) | (isSmall ? value : mask);
    }
    starts[row + 1] = size;
  }
  return { columns, starts, words: words.subarray(0, size), countBits, large };
}
