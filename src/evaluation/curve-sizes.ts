import { DataError, UsageError } from "../errors.js";

/** A size of the training part: a number of documents, a share of what is there as `{ share }`, or all of it. */
export type CurveSize = number | { readonly share: number } | "all";

/** Where a curve begins if nobody says so: fewer documents than this tell little. */
const FIRST_SIZE = 100;

/**
 * The sizes in numbers of documents, ascending, each once.
 *
 * @param train the rows to learn from
 * @param sizes the sizes, or how many
 * @throws UsageError if there is no size, too few points or a value out of range; DataError if a size is larger than
 * what there is, or leaves a class without a document.
 */
export function curveSizes(y: ArrayLike<number>, train: Uint32Array, sizes: readonly CurveSize[] | number): number[] {
  const classes = new Set(Array.from(train, (row) => y[row])).size;
  const all = train.length;
  const first = Math.max(classes, Math.min(FIRST_SIZE, Math.ceil(all / 2)));
  const wanted = typeof sizes === "number" ? logSpaced(first, all, sizes) : sizes;
  if (wanted.length === 0) throw new UsageError("sizes: required at least one size, got none");
  const found = wanted.map((size) => {
    if (size === "all") return all;
    if (typeof size === "object") {
      if (size.share > 0 && size.share <= 1) return Math.max(classes, Math.round(size.share * all));
      throw new UsageError(`sizes: required shares above 0, up to 1, got ${size.share}`);
    }
    if (!(Number.isInteger(size) && size >= 1)) {
      throw new UsageError(`sizes: required whole numbers of at least 1, shares or "all", got ${size}`);
    }
    if (size > all) {
      throw new DataError(
        `sizes: required at most the ${all} documents that are there to learn from, got ${size}: write all`,
      );
    }
    if (size < classes) {
      throw new DataError(`sizes: required at least ${classes} documents, one a class, got ${size}`);
    }
    return size;
  });
  return [...new Set(found)].sort((a, b) => a - b);
}

function logSpaced(from: number, to: number, points: number): number[] {
  if (!(Number.isInteger(points) && points >= 2)) {
    throw new UsageError(`points: required a whole number of at least 2, got ${points}`);
  }
  return Array.from({ length: points }, (_, i) => Math.round(from * (to / from) ** (i / (points - 1))));
}
