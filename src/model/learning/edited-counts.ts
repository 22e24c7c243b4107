import type { NumberArray } from "../../classifiers/stored-arrays.js";
import { copyShifted, type TermEdits } from "../../features/edited-terms.js";
import type { SparseRows } from "../../features/sparse-matrix.js";

/**
 * Returns the counts of a model after some changes: a row per term, a column per class. Terms that have not changed are
 * copied together with their neighbours.
 *
 * @param edits removes the changed terms and inserts those that remain
 * @param inserted the counts of the inserted terms, a row each, with the new numbers of the classes
 * @param toClass the new number of each old class; if a class is removed, all its terms must be among the
 * changed terms
 */
export function editedCounts(old: SparseRows, edits: TermEdits, inserted: SparseRows, toClass: Int32Array): SparseRows {
  const { columns } = inserted;
  const starts = new Uint32Array(edits.size + 1);
  const room = old.ids.length + inserted.ids.length;
  const ids = new (arrayFor(columns - 1))(room);
  const values = roomLike(old.values, inserted.values, room);
  const [oldIds, oldValues] = [typed(old.ids), typed(old.values)];
  const sameClasses = toClass.every((c, n) => c === n);
  let size = 0;
  let next = 0;
  /** Inserts the rows whose new number is below that of a term. */
  const insertBefore = (term: number) => {
    for (; next < edits.inserted.length && edits.inserted[next].to < term; next++) {
      for (let i = inserted.starts[next]; i < inserted.starts[next + 1]; i++, size++) {
        ids[size] = inserted.ids[i];
        values[size] = inserted.values[i];
      }
      starts[edits.inserted[next].to + 1] = size;
    }
  };
  for (const { from, end, to } of edits.ranges) {
    insertBefore(to);
    const [first, last] = [old.starts[from], old.starts[end]];
    copyShifted(old.starts, from + 1, end + 1, starts, to + 1, size - first);
    ids.set(oldIds.subarray(first, last), size);
    values.set(oldValues.subarray(first, last), size);
    if (!sameClasses) for (let at = size; at < size + last - first; at++) ids[at] = toClass[ids[at]];
    size += last - first;
  }
  insertBefore(edits.size);
  return { rows: edits.size, columns, starts, ids: ids.subarray(0, size), values: values.subarray(0, size) };
}

/**
 * Returns the smallest type of array for whole numbers up to `most`. Copying is fastest if both arrays have the
 * same type.
 */
function arrayFor(most: number): typeof Uint8Array | typeof Uint16Array | typeof Uint32Array {
  if (most <= 0xff) return Uint8Array;
  return most <= 0xffff ? Uint16Array : Uint32Array;
}

/** Makes an array with room for all values of an array and for some more whole numbers, small if all of them are. */
function roomLike(old: ArrayLike<number>, more: ArrayLike<number>, room: number): NumberArray {
  // The type of the old array is the bound of its values.
  let most = old instanceof Uint8Array ? 0xff : 0xffff;
  for (let i = 0; i < more.length; i++) most = Math.max(most, more[i]);
  const isSmall = most <= 0xffff && (old instanceof Uint8Array || old instanceof Uint16Array);
  return isSmall ? new (arrayFor(most))(room) : new Float64Array(room);
}

/** Returns numbers as a typed array, without a copy if they are one. */
function typed(numbers: ArrayLike<number>): NumberArray {
  return ArrayBuffer.isView(numbers) ? (numbers as NumberArray) : Float64Array.from(numbers);
}
