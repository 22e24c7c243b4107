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
  const scratch = new Float64Array(x.columns);
  for (const row of order) rows.add(sortedRow(x, row, scratch));
  return {
    digests: Uint8Array.from(Buffer.concat(order.map((row) => identities[row].digest))),
    classes: Uint32Array.from(order, (row) => y[row]),
    times: Uint32Array.from(order, (row) => identities[row].seconds),
    rows: rows.finish(),
  };
}

/**
 * One row with its columns ascending: in a matrix they are in the order of the text.
 *
 * @param scratch room for a number a column; what is in it does not matter
 */
export function sortedRow(
  x: SparseMatrix,
  row: number,
  scratch: Float64Array,
): { ids: Uint32Array; values: Float64Array } {
  const [start, end] = [x.starts[row], x.starts[row + 1]];
  for (let i = start; i < end; i++) scratch[x.ids[i]] = x.values[i];
  // Without a function that compares them numbers are sorted many times faster.
  const ids = x.ids.slice(start, end).sort();
  const values = new Float64Array(ids.length);
  for (let i = 0; i < ids.length; i++) values[i] = scratch[ids[i]];
  return { ids, values };
}
