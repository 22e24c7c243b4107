import type { NumberArray } from "../../classifiers/stored-classifier.js";
import { type CountedRow, RowCoder } from "../../features/coded-rows.js";
import { digestOf, type KnownDocuments, type KnownIdentity } from "../../features/corpus/known-documents.js";
import { copyShifted, type NewNumbers, type TermEdits } from "../../features/edited-terms.js";
import type { SparseRows } from "../../features/sparse-matrix.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";

/**
 * Edits counts. Terms that have not changed are copied together with their neighbours.
 *
 * @param edits removes the changed terms and inserts those that remain
 * @param inserted the counts of the inserted terms, a row each, with the new numbers of the classes
 * @param newClass the new number of each old class; if a class is removed, all its terms must be among the
 * changed terms
 */
export function editedCounts(
  old: SparseRows,
  edits: TermEdits,
  inserted: SparseRows,
  newClass: Int32Array,
): SparseRows {
  const { columns } = inserted;
  const starts = new Uint32Array(edits.size + 1);
  const room = old.ids.length + inserted.ids.length;
  const ids = new (arrayFor(columns - 1))(room);
  const values = roomLike(old.values, inserted.values, room);
  const [oldIds, oldValues] = [typed(old.ids), typed(old.values)];
  const sameClasses = newClass.every((c, n) => c === n);
  let size = 0;
  let next = 0;
  const insertBefore = (term: number) => {
    for (; next < edits.inserted.length && edits.inserted[next].to < term; next++) {
      for (let i = inserted.starts[next]; i < inserted.starts[next + 1]; i++, size++) {
        ids[size] = inserted.ids[i];
        values[size] = inserted.values[i];
      }
      starts[edits.inserted[next].to + 1] = size;
    }
  };
  for (const { from, end, to } of edits.runs) {
    insertBefore(to);
    const [first, last] = [old.starts[from], old.starts[end]];
    copyShifted(old.starts, from + 1, end + 1, starts, to + 1, size - first);
    ids.set(oldIds.subarray(first, last), size);
    values.set(oldValues.subarray(first, last), size);
    if (!sameClasses) for (let at = size; at < size + last - first; at++) ids[at] = newClass[ids[at]];
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

/** Makes room for all values of an array and for some more whole numbers. */
function roomLike(old: ArrayLike<number>, more: ArrayLike<number>, room: number): NumberArray {
  let most = old instanceof Uint8Array ? 0xff : 0xffff;
  for (let i = 0; i < more.length; i++) most = Math.max(most, more[i]);
  const isSmall = most <= 0xffff && (old instanceof Uint8Array || old instanceof Uint16Array);
  return isSmall ? new (arrayFor(most))(room) : new Float64Array(room);
}

function typed(numbers: ArrayLike<number>): NumberArray {
  return ArrayBuffer.isView(numbers) ? (numbers as NumberArray) : Float64Array.from(numbers);
}

/** A document to add to the known documents: the new number of its class, and its terms by their new numbers, ascending. */
interface NewlyKnown extends KnownIdentity {
  readonly class: number;
  readonly row: CountedRow;
}

/** The changes to known documents, and the new numbers of classes and terms. */
interface KnownEdits {
  /** The documents with another class: the new number of the class, or undefined if the document is removed. */
  readonly moved: ReadonlyMap<number, number | undefined>;
  /** Ascending by digest. */
  readonly added: readonly NewlyKnown[];
  /** The new number of each old class. */
  readonly classes: ArrayLike<number>;
  /** The new number of each old term; undefined if all terms keep their numbers. */
  readonly terms: NewNumbers | undefined;
}

/** Returns the known documents after the edits. */
export function editedKnown(old: KnownDocuments, { moved, added, classes, terms }: KnownEdits): KnownDocuments {
  const room = old.times.length + added.length;
  const digests = new Uint8Array(room * DIGEST_BYTES);
  const classOf = new Uint32Array(room);
  const times = new Uint32Array(room);
  const rows = new RowCoder(room, old.rows);
  let size = 0;
  const put = (digest: Uint8Array, c: number, seconds: number) => {
    digests.set(digest, size * DIGEST_BYTES);
    classOf[size] = c;
    times[size++] = seconds;
  };
  let next = 0;
  const putAddedBefore = (digest?: Uint8Array) => {
    for (; next < added.length; next++) {
      const { digest: own, class: c, seconds, row } = added[next];
      if (digest !== undefined && Buffer.compare(own, digest) > 0) return;
      rows.add(row);
      put(own, c, seconds);
    }
  };
  for (let n = 0; n < old.times.length; n++) {
    const digest = digestOf(old, n);
    putAddedBefore(digest);
    const c = moved.has(n) ? moved.get(n) : classes[old.classes[n]];
    if (c === undefined) continue;
    if (terms === undefined) rows.copy(old.rows, n);
    else rows.renumber(old.rows, n, terms);
    put(digest, c, old.times[n]);
  }
  putAddedBefore();
  return {
    digests: digests.subarray(0, size * DIGEST_BYTES),
    classes: classOf.subarray(0, size),
    times: times.subarray(0, size),
    rows: rows.finish(),
  };
}
