import { DIGEST_BYTES } from "../email/digest-bytes.js";
import type { NewNumbers } from "../features/edited-terms.js";
import { type CountedRow, RowCoder } from "../features/row-coder.js";
import { digestOf, type KnownDocuments } from "../known-documents.js";

/** A document that is known from now on. */
export interface NewlyKnown {
  readonly digest: Uint8Array;
  readonly seconds: number;
  /** Its class as it is numbered in the end. */
  readonly class: number;
  /** Its terms as they are numbered in the end, ascending. */
  readonly row: CountedRow;
}

/** What has become of the documents, classes and terms that there were. */
export interface KnownEdits {
  /** The documents that have another class, as it is numbered in the end, or none any more. */
  readonly moved: ReadonlyMap<number, number | undefined>;
  /** Ascending by digest. */
  readonly added: readonly NewlyKnown[];
  /** For each old class its number in the end. */
  readonly classes: ArrayLike<number>;
  /** For each old term its number in the end; undefined, if all keep theirs. */
  readonly terms: NewNumbers | undefined;
}

/** The known documents after the edits. */
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
  const putAddedBefore = (digest: Uint8Array | undefined) => {
    for (; next < added.length; next++) {
      if (digest !== undefined && Buffer.compare(added[next].digest, digest) > 0) return;
      rows.add(added[next].row);
      put(added[next].digest, added[next].class, added[next].seconds);
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
  putAddedBefore(undefined);
  return {
    digests: digests.subarray(0, size * DIGEST_BYTES),
    classes: classOf.subarray(0, size),
    times: times.subarray(0, size),
    rows: rows.finish(),
  };
}
