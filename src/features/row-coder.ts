import { DataError } from "../errors.js";
import type { CodedRows } from "./coded-rows.js";
import type { NewNumbers } from "./edited-terms.js";

/** One row, its columns ascending. */
export interface CountedRow {
  readonly ids: ArrayLike<number>;
  /** Whole numbers from 1. */
  readonly values: ArrayLike<number>;
}

/** So many columns are passed over, and what follows goes on from there. */
const FAR = 0xffff;

/** The most bytes that a number of 32 bits takes. */
const MOST_DIGITS = 5;

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
   * @param rows how many there will be at most
   * @param like rows of about as many entries; default: none
   */
  constructor(rows: number, like?: CodedRows) {
    this.#gaps = new Uint16Array((like?.gaps.length ?? 0) + LEAST_ROOM);
    this.#repeats = new Uint8Array((like?.repeats.length ?? 0) + LEAST_ROOM);
    this.#gapOffsets = new Uint32Array(rows + 1);
    this.#repeatOffsets = new Uint32Array(rows + 1);
  }

  /** Adds a row. */
  add({ ids, values }: CountedRow): void {
    const far = ids.length === 0 ? 0 : Math.floor(ids[ids.length - 1] / FAR);
    this.#reserve(ids.length + far, 2 * MOST_DIGITS * ids.length);
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

  /** Adds a row of others as it is. */
  copy(rows: CodedRows, row: number): void {
    const { gaps, gapOffsets } = rows;
    const part = gaps.subarray(gapOffsets[row], gapOffsets[row + 1]);
    this.#reserve(part.length, 0);
    this.#gaps.set(part, this.#gapsSize);
    this.#gapsSize += part.length;
    this.#copyRepeats(rows, row);
    this.#endRow();
  }

  /**
   * Adds a row of others with other numbers for its columns.
   *
   * @param columns `to`: the new number of each, ascending; `runEnds`: how far they stay neighbours
   * @throws DataError if there is a column that has none: a file may hold anything.
   */
  renumber(rows: CodedRows, row: number, { to, runEnds }: NewNumbers): void {
    const { gaps, gapOffsets } = rows;
    const start = gapOffsets[row];
    const end = gapOffsets[row + 1];
    this.#reserve(end - start + Math.ceil(to.length / FAR) + 1, 0);
    const out = this.#gaps;
    let size = this.#gapsSize;
    let old = -1;
    let before = -1;
    let runEnd = 0;
    for (let i = start; i < end; i++) {
      const gap = gaps[i];
      old += gap + 1;
      // Nearly all: what lies between this one and the one before has not changed.
      if (old < runEnd && gap !== FAR) {
        before += gap + 1;
        out[size++] = gap;
        continue;
      }
      if (gap === FAR) {
        old--;
        runEnd = 0;
        continue;
      }
      const column = to[old];
      if (!(column > before)) throw damaged();
      runEnd = runEnds[old];
      let distance = column - before - 1;
      for (; distance >= FAR; distance -= FAR) out[size++] = FAR;
      out[size++] = distance;
      before = column;
    }
    this.#gapsSize = size;
    this.#copyRepeats(rows, row);
    this.#endRow();
  }

  /** All rows that were added. */
  finish(): CodedRows {
    return {
      gaps: this.#gaps.subarray(0, this.#gapsSize),
      gapOffsets: this.#gapOffsets.subarray(0, this.#rows + 1),
      repeats: this.#repeats.subarray(0, this.#repeatsSize),
      repeatOffsets: this.#repeatOffsets.subarray(0, this.#rows + 1),
    };
  }

  #copyRepeats({ repeats, repeatOffsets }: CodedRows, row: number): void {
    const part = repeats.subarray(repeatOffsets[row], repeatOffsets[row + 1]);
    this.#reserve(0, part.length);
    this.#repeats.set(part, this.#repeatsSize);
    this.#repeatsSize += part.length;
  }

  #endRow(): void {
    this.#rows++;
    this.#gapOffsets[this.#rows] = this.#gapsSize;
    this.#repeatOffsets[this.#rows] = this.#repeatsSize;
  }

  #put(number: number): void {
    let left = number >>> 0;
    for (; left > 0x7f; left >>>= 7) this.#repeats[this.#repeatsSize++] = (left & 0x7f) | 0x80;
    this.#repeats[this.#repeatsSize++] = left;
  }

  #reserve(gaps: number, repeats: number): void {
    if (this.#gapsSize + gaps > this.#gaps.length) {
      const bigger = new Uint16Array(2 * (this.#gapsSize + gaps));
      bigger.set(this.#gaps.subarray(0, this.#gapsSize));
      this.#gaps = bigger;
    }
    if (this.#repeatsSize + repeats > this.#repeats.length) {
      const bigger = new Uint8Array(2 * (this.#repeatsSize + repeats));
      bigger.set(this.#repeats.subarray(0, this.#repeatsSize));
      this.#repeats = bigger;
    }
  }
}

/** One long message fits. */
const LEAST_ROOM = 1 << 14;

/**
 * One row again. The rows must be such as `areRows` lets pass.
 *
 * @throws DataError if it has columns that there are not: a file may hold anything.
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
  const next = () => {
    for (let number = 0, factor = 1; at < end; factor *= 0x80) {
      const digit = repeats[at++];
      number += (digit & 0x7f) * factor;
      if (digit < 0x80) return number;
    }
    throw damaged();
  };
  for (let entry = -1; at < end; ) {
    entry += next() + 1;
    if (entry >= size) throw damaged();
    values[entry] = next() + 2;
  }
  return { ids: ids.slice(0, size), values };
}

function damaged(): DataError {
  return new DataError("known documents: required terms that there are, found others: the model file is damaged");
}
