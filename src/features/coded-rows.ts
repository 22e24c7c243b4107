import { MAX_BASE_128_BYTES, readBase128, writeBase128 } from "../base/base128.js";
import { DataError } from "../base/errors.js";
import { Growing } from "../base/lists.js";
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
export type CodedRows = ReturnType<RowCoder["finish"]>;

/** The largest number of 16 bits. In `gaps` it skips this many columns and is not an entry. */
const FAR = 0xffff;

/** Collects rows one after the other. */
export class RowCoder {
  readonly #gaps = new Growing(Uint16Array);
  readonly #gapOffsets = new Growing(Uint32Array);
  readonly #repeats = new Growing(Uint8Array);
  readonly #repeatOffsets = new Growing(Uint32Array);
  /** Scratch: the bytes of a number. */
  readonly #bytes = new Uint8Array(MAX_BASE_128_BYTES);

  constructor() {
    this.#endRow();
  }

  /** Adds a row. @param entries columns ascending, values whole and at least 1 */
  add({ ids, values }: Pick<RowView, "ids" | "values">): void {
    this.#putColumns(ids);
    let repeated = -1;
    for (let i = 0; i < ids.length; i++) {
      if (values[i] === 1) continue;
      this.#putNumber(i - repeated - 1);
      this.#putNumber(values[i] - 2);
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
    // New numbers may need more values that skip columns. One loop: `learn` renumbers all documents.
    const out = this.#gaps.room(end - start + Math.ceil(to.length / FAR));
    let size = this.#gaps.length;
    let old = -1;
    let before = -1;
    for (let i = start; i < end; i++) {
      const oldGap = gaps[i];
      old += oldGap === FAR ? FAR : oldGap + 1;
      if (oldGap === FAR) continue;
      const column = to[old];
      if (!(column > before)) throw damaged();
      let gap = column - before - 1;
      for (; gap >= FAR; gap -= FAR) out[size++] = FAR;
      out[size++] = gap;
      before = column;
    }
    this.#gaps.length = size;
    // Counts do not depend on the numbers of columns.
    const part = repeats.subarray(repeatOffsets[row], repeatOffsets[row + 1]);
    this.#repeats.room(part.length).set(part, this.#repeats.length);
    this.#repeats.length += part.length;
    this.#endRow();
  }

  /** Returns the rows. Call it once, after the last row. */
  finish() {
    return {
      /** Row `r` is the entries `[gapOffsets[r], gapOffsets[r + 1])`. 65535 is not an entry; it skips that many columns. */
      gaps: this.#gaps.finish(),
      gapOffsets: this.#gapOffsets.finish(),
      /** The bytes of row `r` are `[repeatOffsets[r], repeatOffsets[r + 1])`. */
      repeats: this.#repeats.finish(),
      repeatOffsets: this.#repeatOffsets.finish(),
    };
  }

  #putColumns(ids: ArrayLike<number>): void {
    let before = -1;
    for (let i = 0; i < ids.length; i++) {
      let gap = ids[i] - before - 1;
      for (; gap >= FAR; gap -= FAR) this.#gaps.push(FAR);
      this.#gaps.push(gap);
      before = ids[i];
    }
  }

  #putNumber(number: number): void {
    const length = writeBase128(number, this.#bytes, 0);
    for (let i = 0; i < length; i++) this.#repeats.push(this.#bytes[i]);
  }

  /** Ends the row at the gaps and repeats so far. */
  #endRow(): void {
    this.#gapOffsets.push(this.#gaps.length);
    this.#repeatOffsets.push(this.#repeats.length);
  }
}

/** Returns the columns of a row, ascending. @throws DataError if one is not below `columns` */
function columnsOf({ gaps, gapOffsets }: CodedRows, row: number, columns: number): Uint32Array {
  const [start, end] = [gapOffsets[row], gapOffsets[row + 1]];
  const ids = new Uint32Array(end - start);
  let size = 0;
  let column = -1;
  for (let i = start; i < end; i++) {
    column += gaps[i] === FAR ? FAR : gaps[i] + 1;
    if (gaps[i] !== FAR) ids[size++] = column;
  }
  if (column >= columns) throw damaged();
  return ids.subarray(0, size);
}

/**
 * Decodes one row. The offsets must have been checked, but the contents may be anything, because a file may be forged.
 *
 * @param columns the number of columns that exist
 * @returns the columns of the row, ascending, and the count in each
 * @throws DataError if it has columns that do not exist.
 */
export function decodedRow(rows: CodedRows, row: number, columns: number): { ids: Uint32Array; values: Float64Array } {
  const ids = columnsOf(rows, row, columns);
  const values = new Float64Array(ids.length).fill(1);
  const { repeats, repeatOffsets } = rows;
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
    if (entry >= ids.length) throw damaged();
    values[entry] = next() + 2;
  }
  return { ids, values };
}

/** Returns the error for rows with columns that do not exist. */
function damaged(): DataError {
  return new DataError("the model file is damaged: its known documents have terms that do not exist");
}
