import { ascending } from "../../base/lists.js";
import { mixedBits } from "../../base/random.js";
import { factsOfRows } from "../../features/dataset.js";
import { type Dataset, rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import { packRows } from "../../features/viewed-rows.js";

/** The documents that candidates learn from. */
export type OrderedDocuments = ReturnType<typeof inOrderOfContents>;

/**
 * Returns the documents of weight above 0 in an order that depends only on their contents: their facts in this order,
 * all rows in a form that threads can share, and the row of each document (`order`).
 */
export function inOrderOfContents(data: Dataset) {
  const order = orderOfContents(data);
  return { ...data, ...factsOfRows(data, order), x: packRows(data.x), order };
}

/** Returns the rows of weight above 0 in an order that depends only on their contents. */
export function orderOfContents({ x, y, weights, groups }: Dataset): Uint32Array {
  const rows = ascending(x.rows);
  const weakDigests = Int32Array.from(rows, (row) => digestOf(x, row, weaklyMixed));
  // Rows whose columns have the same sum can have the same weak digest. The second digest breaks such ties.
  const digests = Int32Array.from(rows, (row) => digestOf(x, row, mixedBits));
  // Equal documents in two classes or groups: the order must not depend on the numbering of those either.
  const ofClasses = digestsOfSets(digests, y);
  const ofGroups = groups && digestsOfSets(digests, groups);
  const byGroup = (a: number, b: number) => (ofGroups === undefined ? 0 : ofGroups(a) - ofGroups(b));
  return rows
    .filter((row) => (weights?.[row] ?? 1) > 0)
    .sort(
      (a, b) =>
        weakDigests[a] - weakDigests[b] || digests[a] - digests[b] || ofClasses(a) - ofClasses(b) || byGroup(a, b),
    );
}

/**
 * Returns a number that depends on the entries of a row, not on their order. Columns are in the order of terms. The
 * multiplier, odd and with well-mixed bits, keeps columns apart.
 */
function digestOf(x: SparseMatrix, row: number, ofEntry: (bits: number) => number): number {
  const { ids, values, start, end } = rowView(x, row);
  let sum = 0;
  for (let i = start; i < end; i++) {
    if (values[i] !== 0) sum = (sum + ofEntry(Math.imul(ids[i] + 1, 0x9e3779b1) ^ values[i])) | 0;
  }
  return sum;
}

/** Returns a function from a row to a number that depends on the rows of its set, such as its class. */
function digestsOfSets(digests: Int32Array, sets: ArrayLike<number>): (row: number) => number {
  const sums = new Map<number, number>();
  for (const [row, digest] of digests.entries()) {
    // Empty rows count, too.
    sums.set(sets[row], ((sums.get(sets[row]) ?? 0) + mixedBits(digest === 0 ? 1 : digest)) | 0);
  }
  return (row) => sums.get(sets[row]) ?? 0;
}

/** Changes the bits of a number so that sums of such numbers differ. Fast, but different entries can have the same sum. */
const weaklyMixed = (bits: number) => Math.imul(bits, 0x85ebca6b);
