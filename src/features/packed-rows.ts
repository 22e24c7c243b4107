import { closeWith, readTemporary, type TemporaryFile } from "../documents/files/temporary-files.js";
import type { RowView, SparseMatrix, SparseRows } from "./sparse-matrix.js";

/** The arrays of packed rows, which threads can share. */
export interface PackedArrays {
  readonly rows: number;
  readonly columns: number;
  /** rows + 1 offsets into the words. */
  readonly starts: Uint32Array;
  /** A word an entry: its column, and in the lowest `countBits` bits its count. In memory, or in a file. */
  readonly words: Uint32Array | TemporaryFile;
  readonly countBits: number;
  /** The entries, ascending, whose values are no counts below the largest number of these bits; and their values. */
  readonly largeEntries: Uint32Array;
  readonly largeValues: Float64Array;
}

/** Words that are read ahead where rows are read in order. */
const READ_AHEAD = 1 << 16;

/**
 * Rows of counts in four bytes an entry, where plain arrays take twelve. Their entries keep their order, on
 * which sums depend. Rows are looked at one at a time; `ids` and `values` of all are made when they are asked for.
 */
export class PackedRows implements SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly packed: PackedArrays;
  #all: SparseMatrix | undefined;
  readonly #view: { -readonly [Key in keyof RowView]: RowView[Key] } & { ids: Uint32Array; values: Float64Array };
  /** Words of a file, from one entry on. */
  #buffer: Uint32Array = new Uint32Array(0);
  #from = 0;
  #size = 0;

  constructor(packed: PackedArrays) {
    this.packed = packed;
    this.rows = packed.rows;
    this.columns = packed.columns;
    this.starts = packed.starts;
    this.#view = { ids: new Uint32Array(0), values: new Float64Array(0), start: 0, end: 0 };
  }

  get ids(): Uint32Array {
    return this.#unpacked.ids;
  }

  get values(): Float64Array {
    return this.#unpacked.values;
  }

  view(row: number): RowView {
    const view = this.#view;
    const start = this.starts[row];
    const size = this.starts[row + 1] - start;
    if (size > view.ids.length) {
      view.ids = new Uint32Array(2 * size);
      view.values = new Float64Array(2 * size);
    }
    this.#unpackInto(start, start + size, view.ids, view.values);
    view.end = size;
    return view;
  }

  /** A copy as plain arrays, which may be overwritten. */
  plain(): SparseMatrix {
    const { rows, columns, starts } = this;
    const size = starts[rows];
    const ids = new Uint32Array(size);
    const values = new Float64Array(size);
    for (let from = 0; from < size; from += READ_AHEAD) {
      const to = Math.min(size, from + READ_AHEAD);
      this.#unpackInto(from, to, ids.subarray(from, to), values.subarray(from, to));
    }
    return { rows, columns, starts, ids, values };
  }

  get #unpacked(): SparseMatrix {
    this.#all ??= this.plain();
    return this.#all;
  }

  #unpackInto(from: number, to: number, ids: Uint32Array, values: Float64Array): void {
    const { words, countBits, largeEntries, largeValues } = this.packed;
    const mask = 2 ** countBits - 1;
    const isHere = typeof words !== "number";
    const all = isHere ? words : this.#read(words, from, to);
    const at = isHere ? from : from - this.#from;
    for (let i = 0; i < to - from; i++) {
      const word = all[at + i];
      ids[i] = word >>> countBits;
      values[i] = word & mask;
      if (values[i] === mask) values[i] = largeValues[placeOf(largeEntries, from + i)];
    }
  }

  /** Words that have these entries, from `#from` on. A row that follows on the last one brings others with it. */
  #read(file: TemporaryFile, from: number, to: number): Uint32Array {
    const end = this.#from + this.#size;
    if (from >= this.#from && to <= end) return this.#buffer;
    const isNext = from >= this.#from && from <= end;
    const wanted = Math.max(to - from, isNext ? Math.min(READ_AHEAD, this.starts[this.rows] - from) : 0);
    if (this.#buffer.length < wanted) this.#buffer = new Uint32Array(wanted);
    readTemporary(file, new Uint8Array(this.#buffer.buffer, 0, wanted * WORD), from * WORD);
    this.#from = from;
    this.#size = wanted;
    return this.#buffer;
  }
}

const WORD = Uint32Array.BYTES_PER_ELEMENT;

/** The arrays of rows, packed if they are not. */
export function packedArrays(x: SparseMatrix): PackedArrays {
  return (x instanceof PackedRows ? x : packRows(x.columns, x)).packed;
}

/**
 * Packs rows, in memory that threads share.
 *
 * @param x rows with columns below `columns`
 */
export function packRows(columns: number, { starts, ids, values }: Omit<SparseRows, "rows" | "columns">): PackedRows {
  const rows = starts.length - 1;
  const packer = new RowPacker(columns);
  const words = new Uint32Array(new SharedArrayBuffer(WORD * starts[rows]));
  packer.pack(ids, values, words);
  return packer.finish(starts, words);
}

/** Packs entries in order, some at a time. */
export class RowPacker {
  readonly #columns: number;
  readonly #countBits: number;
  readonly #entries: number[] = [];
  readonly #values: number[] = [];
  #size = 0;

  constructor(columns: number) {
    this.#columns = columns;
    this.#countBits = Math.clz32(Math.max(1, columns - 1));
  }

  /** Writes the words of the next entries. */
  pack(ids: ArrayLike<number>, values: ArrayLike<number>, words: Uint32Array): void {
    const countBits = this.#countBits;
    const mask = 2 ** countBits - 1;
    for (let i = 0; i < ids.length; i++) {
      const value = values[i];
      const isSmall = value < mask && (value & mask) === value;
      words[i] = (ids[i] << countBits) | (isSmall ? value : mask);
      if (isSmall) continue;
      this.#entries.push(this.#size + i);
      this.#values.push(value);
    }
    this.#size += ids.length;
  }

  /** The rows. @param words those of all entries */
  finish(starts: Uint32Array, words: Uint32Array | TemporaryFile): PackedRows {
    const shared = new Uint32Array(new SharedArrayBuffer(starts.byteLength));
    shared.set(starts);
    const packed = {
      rows: starts.length - 1,
      columns: this.#columns,
      starts: shared,
      words,
      countBits: this.#countBits,
      largeEntries: Uint32Array.from(this.#entries),
      largeValues: Float64Array.from(this.#values),
    };
    if (typeof words === "number") closeWith(packed, words);
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
