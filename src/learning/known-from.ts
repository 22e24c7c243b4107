import { RowCoder } from "../features/row-coder.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import type { KnownDocuments, KnownIdentity } from "../known-documents.js";

/** Those of a model that has learned nothing yet. */
export const NO_DOCUMENTS: KnownDocuments = {
  digests: new Uint8Array(0),
  classes: new Uint8Array(0),
  times: new Uint32Array(0),
  rows: new RowCoder(0).finish(),
};

/**
 * The documents of a matrix of counts.
 *
 * @param x its rows have whole numbers from 1
 * @param y the class of each row
 * @param identities of each row; no digest twice
 */
export function knownFrom(x: SparseMatrix, y: ArrayLike<number>, identities: readonly KnownIdentity[]): KnownDocuments {
  const order = Array.from(identities.keys()).sort((a, b) =>
    Buffer.compare(identities[a].digest, identities[b].digest),
  );
  const rows = new RowCoder(order.length);
  for (const row of order) rows.add(sortedRow(x, row));
  return {
    digests: Uint8Array.from(Buffer.concat(order.map((row) => identities[row].digest))),
    classes: Uint32Array.from(order, (row) => y[row]),
    times: Uint32Array.from(order, (row) => identities[row].seconds),
    rows: rows.finish(),
  };
}

/** One row with its columns ascending: in a matrix they are in the order of the text. */
export function sortedRow(x: SparseMatrix, row: number): { ids: Uint32Array; values: Float64Array } {
  const start = x.starts[row];
  const order = Uint32Array.from({ length: x.starts[row + 1] - start }, (_, i) => start + i);
  order.sort((a, b) => x.ids[a] - x.ids[b]);
  return { ids: order.map((i) => x.ids[i]), values: Float64Array.from(order, (i) => x.values[i]) };
}
