import { RowCoder } from "../../features/coded-rows.js";
import { digestOf, type KnownDocuments, type KnownIdentity } from "../../features/corpus/known-documents.js";
import type { NewNumbers } from "../../features/edited-terms.js";
import type { RowView } from "../../features/sparse-matrix.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";

/** A document to add to the known documents: the new number of its class, and its terms by their new numbers, ascending. */
export interface NewlyKnown extends KnownIdentity {
  readonly class: number;
  readonly row: Pick<RowView, "ids" | "values">;
}

/** The changes to known documents, and the new numbers of classes and terms. */
interface KnownEdits {
  /** The places of changed documents, each with the new number of its class, or undefined if it is removed. */
  readonly moved: ReadonlyMap<number, number | undefined>;
  /** Ascending by digest. */
  readonly added: readonly NewlyKnown[];
  /** The new number of each old class. */
  readonly classes: ArrayLike<number>;
  /** The new number of each old term; undefined if all terms keep their numbers. */
  readonly terms: NewNumbers | undefined;
}

/** Returns the known documents after the edits, ascending by digest. Removed classes must have no documents left. */
export function editedKnown(old: KnownDocuments, { moved, added, classes, terms }: KnownEdits): KnownDocuments {
  const room = old.times.length + added.length;
  const digests = new Uint8Array(room * DIGEST_BYTES);
  const classOf = new Uint32Array(room);
  const times = new Uint32Array(room);
  const rows = new RowCoder(room, old.rows);
  let size = 0;
  /** Puts the facts of the next document. Its row is put separately. */
  const put = (digest: Uint8Array, c: number, seconds: number) => {
    digests.set(digest, size * DIGEST_BYTES);
    classOf[size] = c;
    times[size++] = seconds;
  };
  let next = 0;
  /** Puts the added documents whose digest does not come after this one; without a digest, all that are left. */
  const putAddedBefore = (digest?: Uint8Array) => {
    for (; next < added.length; next++) {
      const { digest: own, class: c, seconds, row } = added[next];
      // A document that came again with a new row has the same digest. `moved` removes the old one.
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
