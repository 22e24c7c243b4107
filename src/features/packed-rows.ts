import { DataError } from "../base/errors.js";
import {
  appendTemporary,
  closeTemporary,
  closeWith,
  openTemporary,
  readTemporary,
  type TemporaryFile,
} from "../documents/files/temporary-files.js";
import { type ColumnMap, type MatrixRow, rowView, type SparseMatrix, type SparseRows } from "./sparse-matrix.js";
import { ViewedRows } from "./viewed-rows.js";

/** The arrays of packed rows, which threads can share. */
export interface PackedArrays {
  readonly columns: number;
  /** Offsets into the words: one more than there are rows. */
  readonly starts: Uint32Array;
  /** A word an entry: its column, and in the lowest `countBits` bits its count. In memory, or in a file. */
  readonly words: Int32Array | TemporaryFile;
  readonly countBits: number;
  /** The entries, ascending, whose values are no counts below the largest number of these bits; and their values. */
  readonly largeEntries: Uint32Array;
  readonly largeValues: Float64Array;
}

const WORD = Int32Array.BYTES_PER_ELEMENT;

/** Words that are read ahead where rows are read in order, and written at once. */
const BLOCK = 1 << 16;

/** Offsets into rows are numbers of 32 bits. */
const MOST_ENTRIES = 2 ** 32 - 1;

/** Numbers of more bits are slow. */
const MOST_COUNT_BITS = 30;

/**
 * Rows of counts in four bytes an entry, where plain arrays take twelve. Entries keep their order, on which sums
 * depend.
 */
export class PackedRows extends ViewedRows {
  readonly packed: PackedArrays;
  readonly #row = { ids: new Uint32Array(0), values: new Float64Array(0), start: 0, end: 0 };
  /** Words of the file, from entry `#from` to `#to`. */
  #block = new Int32Array(0);
  #from = 0;
  #to = 0;
  #isClosed = false;

  constructor(packed: PackedArrays) {
    super(packed.columns, packed.starts, (row) => this.#unpack(row), typeof packed.words === "number");
    this.packed = packed;
  }

  /** Closes the file that `packRows` has made. The rows must not be looked at any more. */
  close(): void {
    const { words } = this.packed;
    if (typeof words === "number" && !this.#isClosed) closeTemporary(words, this.packed);
    this.#isClosed = true;
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
    const hasLarge =
      typeof words === "number"
        ? unpack(this.#read(words, from, from + size), from - this.#from, size, countBits, ids, values)
        : unpack(words, from, size, countBits, ids, values);
    if (hasLarge) {
      const mask = maskOf(countBits);
      for (let i = 0; i < size; i++) {
        if (values[i] === mask) values[i] = largeValues[placeOf(largeEntries, from + i)];
      }
    }
    return own;
  }

  /** Words that have these entries, from `#from` on. A row that follows on the last one brings others with it. */
  #read(file: TemporaryFile, from: number, to: number): Int32Array {
    if (from >= this.#from && to <= this.#to) return this.#block;
    if (this.#isClosed) throw new TypeError("the file of these rows is closed");
    const isNext = from >= this.#from && from <= this.#to;
    const end = isNext ? Math.max(to, Math.min(from + BLOCK, this.starts[this.rows])) : to;
    if (this.#block.length < end - from) this.#block = new Int32Array(end - from);
    readTemporary(file, new Uint8Array(this.#block.buffer, 0, (end - from) * WORD), from * WORD);
    this.#from = from;
    this.#to = end;
    return this.#block;
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
  return (x instanceof PackedRows ? x : packRows(x)).packed;
}

/**
 * Packs rows of counts: in memory that threads share, or in a file if they come from one.
 *
 * @param map default: all columns stay as they are
 */
export function packRows(x: SparseRows, map?: ColumnMap): PackedRows {
  const packer = new RowPacker(map?.columns ?? x.columns, x.isOnDisk ? "on disk" : x.starts[x.rows]);
  try {
    packer.add(x, map);
    const rows = packer.finish();
    if (typeof rows.packed.words === "number") closeWith(rows.packed, rows.packed.words);
    return rows;
  } catch (error) {
    packer.close();
    throw error;
  }
}

/** Packs rows one after another. */
export class RowPacker {
  readonly #columns: number;
  readonly #countBits: number;
  readonly #file: TemporaryFile | undefined;
  /** All words, or those that are not in the file yet. */
  readonly #words: Int32Array;
  #starts = new Uint32Array(1 << 10);
  #rows = 0;
  /** How many entries are in the file. */
  #written = 0;
  readonly #largeEntries: number[] = [];
  readonly #largeValues: number[] = [];

  /** @param room of how many entries, at most */
  constructor(columns: number, room: number | "on disk") {
    this.#columns = columns;
    this.#countBits = Math.min(MOST_COUNT_BITS, Math.clz32(columns - 1));
    this.#file = room === "on disk" ? openTemporary() : undefined;
    // Room that is not used takes no memory.
    this.#words = new Int32Array(new SharedArrayBuffer(WORD * (room === "on disk" ? BLOCK : room)));
  }

  /** @throws DataError if they cannot be written, or are too many */
  add(x: SparseRows, map?: ColumnMap): void {
    const words = this.#words;
    const countBits = this.#countBits;
    const mask = maskOf(countBits);
    let size = this.#starts[this.#rows] - this.#written;
    for (let row = 0; row < x.rows; row++) {
      const { ids, values, start, end } = rowView(x, row);
      for (let i = start; i < end; i++) {
        const column = map === undefined ? ids[i] : map.to[ids[i]];
        if (column < 0) continue;
        if (size === words.length) {
          this.#write(size);
          size = 0;
        }
        const value = values[i];
        const isSmall = value < mask && (value & mask) === value;
        if (!isSmall) {
          this.#largeEntries.push(this.#written + size);
          this.#largeValues.push(value);
        }
        words[size++] = (column << countBits) | (isSmall ? value : mask);
      }
      this.#endRow(this.#written + size);
    }
  }

  /** The rows. Whoever takes them closes their file. */
  finish(): PackedRows {
    const starts = new Uint32Array(new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT * (this.#rows + 1)));
    starts.set(this.#starts.subarray(0, this.#rows + 1));
    const size = starts[this.#rows] - this.#written;
    if (this.#file !== undefined) this.#write(size);
    return new PackedRows({
      columns: this.#columns,
      starts,
      words: this.#file ?? this.#words.subarray(0, size),
      countBits: this.#countBits,
      largeEntries: Uint32Array.from(this.#largeEntries),
      largeValues: Float64Array.from(this.#largeValues),
    });
  }

  close(): void {
    if (this.#file !== undefined) closeTemporary(this.#file);
  }

  #write(size: number): void {
    appendTemporary(this.#file as TemporaryFile, new Uint8Array(this.#words.buffer, 0, size * WORD));
    this.#written += size;
  }

  #endRow(end: number): void {
    if (end > MOST_ENTRIES) throw new DataError("there are too many documents: they have 4 billion terms");
    this.#rows++;
    if (this.#rows === this.#starts.length) {
      const more = new Uint32Array(2 * this.#rows);
      more.set(this.#starts);
      this.#starts = more;
    }
    this.#starts[this.#rows] = end;
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
