import { type ColumnMap, type MatrixRow, rowView, type SparseMatrix, type SparseRows } from "./sparse-matrix.js";
import { ViewedRows } from "./viewed-rows.js";

/** The arrays of packed rows, which threads can share. */
export interface PackedArrays {
  readonly columns: number;
  /** Offsets into the words: one more than there are rows. */
  readonly starts: Uint32Array;
  /** A word an entry: its column, and in the lowest `countBits` bits its count. */
  readonly words: Int32Array;
  readonly countBits: number;
  /** The entries, ascending, whose values are no counts below the largest number of these bits; and their values. */
  readonly largeEntries: Uint32Array;
  readonly largeValues: Float64Array;
}

const WORD = Int32Array.BYTES_PER_ELEMENT;

/** Numbers of more bits are slow. */
const MOST_COUNT_BITS = 30;

/**
 * Rows of counts in four bytes an entry, where plain arrays take twelve. Entries keep their order, on which sums
 * depend.
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
        if (values[i] === mask) values[i] = largeValues[placeOf(largeEntries, from + i)];
      }
    }
    return own;
  }
}

/** Unpacks words, and says whether one of them is of a large value. Small numbers all the way: it is run often. */
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

/** The arrays of rows, packed if they are not. */
export function packedArrays(x: SparseMatrix): PackedArrays {
  return (x instanceof PackedRows ? x : packRows(x.columns, x)).packed;
}

/**
 * Packs rows, in memory that threads share.
 *
 * @param x rows with columns below `columns`
 */
export function packRows(columns: number, { starts, ids, values }: Pick<SparseRows, "starts" | "ids" | "values">) {
  const packer = new RowPacker(columns);
  const words = new Int32Array(new SharedArrayBuffer(WORD * starts[starts.length - 1]));
  for (let i = 0; i < words.length; i++) words[i] = packer.word(ids[i], values[i]);
  return packer.finish(starts, words);
}

/** All rows, with the columns that the map keeps. */
export function packColumns(x: SparseMatrix, { to, columns }: ColumnMap): PackedRows {
  const packer = new RowPacker(columns);
  const starts = new Uint32Array(x.rows + 1);
  // Room that is not used takes no memory.
  const words = new Int32Array(x.starts[x.rows]);
  let size = 0;
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      const column = to[ids[i]];
      if (column >= 0) words[size++] = packer.word(column, values[i]);
    }
    starts[row + 1] = size;
  }
  return packer.finish(starts, words.subarray(0, size));
}

/** Makes the words of entries, in order. */
class RowPacker {
  readonly #columns: number;
  readonly #countBits: number;
  readonly #mask: number;
  readonly #entries: number[] = [];
  readonly #values: number[] = [];
  #size = 0;

  constructor(columns: number) {
    this.#columns = columns;
    this.#countBits = Math.min(MOST_COUNT_BITS, Math.clz32(columns - 1));
    this.#mask = maskOf(this.#countBits);
  }

  /** The word of the next entry. */
  word(id: number, value: number): number {
    const mask = this.#mask;
    const isSmall = value < mask && (value & mask) === value;
    if (!isSmall) {
      this.#entries.push(this.#size);
      this.#values.push(value);
    }
    this.#size++;
    return (id << this.#countBits) | (isSmall ? value : mask);
  }

  /**
   * The rows.
   *
   * @param words those of all entries
   */
  finish(starts: Uint32Array, words: Int32Array): PackedRows {
    const shared = new Uint32Array(new SharedArrayBuffer(starts.byteLength));
    shared.set(starts);
    const packed = {
      columns: this.#columns,
      starts: shared,
      words,
      countBits: this.#countBits,
      largeEntries: Uint32Array.from(this.#entries),
      largeValues: Float64Array.from(this.#values),
    };
    return new PackedRows(packed);
  }
}

/** The place of a number among ascending ones that have it. */
function placeOf(numbers: Uint32Array, wanted: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
