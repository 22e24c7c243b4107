import { MAX_BASE_128_BYTES, readBase128, writeBase128 } from "../base/base128.js";
import { DataError } from "../base/errors.js";
import { grown } from "../base/growing.js";
import type { RowView } from "./sparse-matrix.js";

/**
 * Rows of whole counts in few bytes. The columns of a row ascend. An entry is the number of columns between it
 * and the one before (for the first: from -1), in 16 bits. Most terms of a message occur once, so other counts
 * are stored separately: for each entry with a count above 1, the number of entries between it and the one before of
 * this kind, and the count minus 2, in base 128 (LEB128).
 *
 * 6,046 messages of the SpamAssassin corpus, with 1.7 million entries, take 4.7 MB; as plain arrays 21 MB.
 * Distances in base 128 would take 1.1 MB less, but four times as long to renumber, which every new term
 * requires.
 */
export interface CodedRows {
  /** Row `r` is the entries `[gapOffsets[r], gapOffsets[r + 1])`. 65535 is not an entry; it skips that many columns. */
  readonly gaps: Uint16Array;
  readonly gapOffsets: Uint32Array;
  /** The bytes of row `r` are `[repeatOffsets[r], repeatOffsets[r + 1])`. */
  readonly repeats: Uint8Array;
  readonly repeatOffsets: Uint32Array;
}

/** The largest number of 16 bits. In `gaps` it skips this many columns and is not an entry. */
const FAR = 0xffff;

/** Collects rows one after the other. */
export class RowCoder {
  #gaps: Uint16Array;
  #gapsSize = 0;
  #repeats: Uint8Array;
  #repeatsSize = 0;
  readonly #gapOffsets: Uint32Array;
  readonly #repeatOffsets: Uint32Array;
  #rows = 0;

  /**
   * @param rows the largest number of rows
   * @param like rows with about as many entries
   */
  constructor(rows: number, like?: CodedRows) {
    this.#gaps = new Uint16Array((like?.gaps.length ?? 0) + MIN_ROOM);
    this.#repeats = new Uint8Array((like?.repeats.length ?? 0) + MIN_ROOM);
    this.#gapOffsets = new Uint32Array(rows + 1);
    this.#repeatOffsets = new Uint32Array(rows + 1);
  }

  /** Adds a row. @param entries columns ascending, values whole and at least 1 */
  add({ ids, values }: Pick<RowView, "ids" | "values">): void {
    // Upper bounds: the values that skip columns, and two numbers of repeats for each entry.
    const far = ids.length === 0 ? 0 : Math.floor(ids[ids.length - 1] / FAR);
    this.#reserve(ids.length + far, 2 * MAX_BASE_128_BYTES * ids.length);
    let before = -1;
    let repeated = -1;
    for (let i = 0; i < ids.length; i++) {
      let gap = ids[i] - before - 1;
      for (; gap >= FAR; gap -= FAR) this.#gaps[this.#gapsSize++] = FAR;
      this.#gaps[this.#gapsSize++] = gap;
      before = ids[i];
      if (values[i] === 1) continue;
      this.#put(i - repeated - 1);
      this.#put(values[i] - 2);
      repeated = i;
    }
    this.#endRow();
  }

  /**
   * Copies a row of other coded rows with new numbers for its columns.
   *
   * @param to the new number of each column, ascending
   * @throws DataError if a column has no new number. A file may be forged.
   */
  renumber({ gaps, gapOffsets, repeats, repeatOffsets }: CodedRows, row: number, to: Int32Array): void {
    const [start, end] = [gapOffsets[row], gapOffsets[row + 1]];
    const part = repeats.subarray(repeatOffsets[row], repeatOffsets[row + 1]);
    // Upper bound: new numbers may need more values that skip columns.
    this.#reserve(end - start + Math.ceil(to.length / FAR) + 1, part.length);
    const out = this.#gaps;
    let size = this.#gapsSize;
    let old = -1;
    let before = -1;
    for (let i = start; i < end; i++) {
      if (gaps[i] === FAR) {
        old += FAR;
        continue;
      }
      old += gaps[i] + 1;
      const column = to[old];
      if (!(column > before)) throw damaged();
      let gap = column - before - 1;
      for (; gap >= FAR; gap -= FAR) out[size++] = FAR;
      out[size++] = gap;
      before = column;
    }
    this.#gapsSize = size;
    // Counts do not depend on the numbers of columns.
    this.#repeats.set(part, this.#repeatsSize);
    this.#repeatsSize += part.length;
    this.#endRow();
  }

  /** Returns the rows. */
  finish(): CodedRows {
    return {
      gaps: this.#gaps.subarray(0, this.#gapsSize),
      gapOffsets: this.#gapOffsets.subarray(0, this.#rows + 1),
      repeats: this.#repeats.subarray(0, this.#repeatsSize),
      repeatOffsets: this.#repeatOffsets.subarray(0, this.#rows + 1),
    };
  }

  /** Ends the row at the gaps and repeats so far. */
  #endRow(): void {
    this.#rows++;
    this.#gapOffsets[this.#rows] = this.#gapsSize;
    this.#repeatOffsets[this.#rows] = this.#repeatsSize;
  }

  /** Appends a number to the repeats. */
  #put(number: number): void {
    this.#repeatsSize = writeBase128(number, this.#repeats, this.#repeatsSize);
  }

  /** Makes room for more gaps and for more bytes of repeats. */
  #reserve(gaps: number, repeats: number): void {
    const [gapsEnd, repeatsEnd] = [this.#gapsSize + gaps, this.#repeatsSize + repeats];
    if (gapsEnd > this.#gaps.length) this.#gaps = grown(this.#gaps, 2 * gapsEnd);
    if (repeatsEnd > this.#repeats.length) this.#repeats = grown(this.#repeats, 2 * repeatsEnd);
  }
}

/** Initial room, enough for a long message. */
const MIN_ROOM = 1 << 14;

/**
 * Decodes one row. The offsets must have been checked, but the contents may be anything, because a file may be forged.
 *
 * @param columns the number of columns that exist
 * @returns the columns of the row, ascending, and the count in each
 * @throws DataError if it has columns that do not exist.
 */
export function decodedRow(
  { gaps, gapOffsets, repeats, repeatOffsets }: CodedRows,
  row: number,
  columns: number,
): { ids: Uint32Array; values: Float64Array } {
  const ids = new Uint32Array(gapOffsets[row + 1] - gapOffsets[row]);
  let size = 0;
  let column = -1;
  for (let i = gapOffsets[row]; i < gapOffsets[row + 1]; i++) {
    column += gaps[i] === FAR ? FAR : gaps[i] + 1;
    if (gaps[i] !== FAR) ids[size++] = column;
  }
  if (column >= columns) throw damaged();
  const values = new Float64Array(size).fill(1);
  let at = repeatOffsets[row];
  const end = repeatOffsets[row + 1];
  const nextByte = () => (at < end ? repeats[at++] : undefined);
  const next = () => {
    const number = readBase128(nextByte);
    if (number === undefined) throw damaged();
    return number;
  };
  for (let entry = -1; at < end; ) {
    entry += next() + 1;
    if (entry >= size) throw damaged();
    values[entry] = next() + 2;
  }
  return { ids: ids.slice(0, size), values };
}

/** Returns the error for rows with columns that do not exist. */
function damaged(): DataError {
  return new DataError("the model file is damaged: its known documents have terms that do not exist");
}
