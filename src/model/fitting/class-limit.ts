import { DataError } from "../../base/errors.js";

/**
 * Upper bound; the confusion matrix then takes 800 MB. A corpus with more classes was most likely read by the
 * wrong column.
 */
export const MAX_TESTED_CLASSES = 10_000;

/** @throws DataError if there are more classes than can be tested. */
export function requireFewClasses(classes: number): void {
  if (classes <= MAX_TESTED_CLASSES) return;
  const [found, most] = [classes, MAX_TESTED_CLASSES].map((n) => n.toLocaleString("en-US"));
  throw new DataError(
    `${found} classes are too many to test: at most ${most} fit into memory; merge or leave out classes`,
  );
}
