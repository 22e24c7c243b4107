import { DataError } from "../base/errors.js";
import { sumOf } from "../base/lists.js";
import type { Attribute, CategoricalAttribute, NumericAttribute, Table } from "./table.js";

/** The counts of one attribute, over the training rows that have a value for it. */
export type AttributeCounts = CategoryCounts | NumberSums;

/** Number of rows by class and category. */
export interface CategoryCounts extends CategoricalAttribute {
  /** By class, then category. */
  readonly counts: readonly (readonly number[])[];
}

/** Sums of the numbers of each class. */
export interface NumberSums extends NumericAttribute {
  /** Number of values by class. */
  readonly counts: readonly number[];
  /** Mean by class; 0 without values. */
  readonly means: readonly number[];
  /** Sum of squared deviations from the mean, by class. */
  readonly squares: readonly number[];
}

/**
 * Counts the values of one attribute by class. Missing values are skipped.
 *
 * @throws DataError if the sum of squared deviations is not finite.
 */
export function countAttribute(
  attribute: Attribute,
  values: Float64Array,
  { labels, y }: Table,
  rows: Uint32Array,
): AttributeCounts {
  if (attribute.kind === "categorical") {
    const counts = labels.map(() => new Array<number>(attribute.categories.length).fill(0));
    for (const row of rows) if (!Number.isNaN(values[row])) counts[y[row]][values[row]]++;
    return { ...attribute, counts };
  }
  const counts = labels.map(() => 0);
  const means = labels.map(() => 0);
  const squares = labels.map(() => 0);
  for (const row of rows) {
    if (Number.isNaN(values[row])) continue;
    counts[y[row]]++;
    means[y[row]] += values[row];
  }
  for (const c of means.keys()) if (counts[c] > 0) means[c] /= counts[c];
  // A second pass, because the difference of a sum of squares and a squared sum would lose digits.
  for (const row of rows) if (!Number.isNaN(values[row])) squares[y[row]] += (values[row] - means[y[row]]) ** 2;
  if (!Number.isFinite(squaresOfAll({ counts, means, squares }))) {
    throw new DataError(
      `column ${JSON.stringify(attribute.name)}: the numbers are so large that their variance is infinite; scale them`,
    );
  }
  return { ...attribute, counts, means, squares };
}

/** Returns the sum of squared deviations of all numbers from their overall mean; 0 without numbers. */
export function squaresOfAll({ counts, means, squares }: Pick<NumberSums, "counts" | "means" | "squares">): number {
  const mean = counts.reduce((sum, n, c) => sum + n * means[c], 0) / Math.max(1, sumOf(counts));
  return counts.reduce((sum, n, c) => sum + squares[c] + n * (means[c] - mean) ** 2, 0);
}
