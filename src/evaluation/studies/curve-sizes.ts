import { requireNumber, requireWhole } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";

/** The size of a training set: a number of documents, a share as `{ share }`, or all documents. */
export type CurveSize = number | { readonly share: number } | "all";

/** The smallest default size. Fewer documents say little. */
const FIRST_SIZE = 100;

/**
 * Resolves sizes to numbers of documents, ascending and distinct.
 *
 * @param y the class of each row
 * @param train the rows to learn from
 * @param sizes the sizes, or how many of them. These grow by an equal factor up to all documents. The first is 100, or
 *   half of all if that is less, but at least the number of classes
 * @throws UsageError if there is no size, there are too few points or a value is out of range;
 *   DataError if a size is larger than the data or smaller than the number of classes.
 */
export function curveSizes(y: ArrayLike<number>, train: Uint32Array, sizes: readonly CurveSize[] | number): number[] {
  const classes = new Set(Array.from(train, (row) => y[row])).size;
  const all = train.length;
  const first = Math.max(classes, Math.min(FIRST_SIZE, Math.ceil(all / 2)));
  const wanted = typeof sizes === "number" ? logSpaced(first, all, sizes) : sizes;
  if (wanted.length === 0) throw new UsageError("sizes: name at least one size");
  const found = wanted.map((size) => {
    if (size === "all") return all;
    if (typeof size === "object") {
      requireNumber("size as a share", size.share, { above: 0, to: 1 });
      return Math.max(classes, Math.round(size.share * all));
    }
    requireWhole("size", size, 1);
    if (size > all) {
      throw new DataError(`sizes: ${size} is more than the ${all} documents there are to learn from; write all`);
    }
    if (size < classes) {
      throw new DataError(`sizes: ${size} is too few; each of the ${classes} classes needs a document`);
    }
    return size;
  });
  return [...new Set(found)].sort((a, b) => a - b);
}

/** Returns `points` sizes that grow by an equal factor, before rounding. */
function logSpaced(from: number, to: number, points: number): number[] {
  requireWhole("points", points, 2);
  return Array.from({ length: points }, (_, i) => Math.round(from * (to / from) ** (i / (points - 1))));
}
