import { DataError } from "../errors.js";
import type { Attribute, Table } from "./table.js";

/** What a model keeps of an attribute: sums over the training rows that have a value of it. */
export type AttributeCounts = CategoryCounts | NumberSums;

/** How many rows of each class have each category. */
export interface CategoryCounts {
  readonly kind: "categorical";
  readonly name: string;
  readonly categories: readonly string[];
  /** By class and category. */
  readonly counts: readonly (readonly number[])[];
}

/** The numbers of each class. */
export interface NumberSums {
  readonly kind: "numeric";
  readonly name: string;
  /** By class, how many there are. */
  readonly counts: readonly number[];
  /** By class; 0 of none. */
  readonly means: readonly number[];
  /** By class, the sum of the squared deviations from the mean. */
  readonly squares: readonly number[];
}

/**
 * Counts one attribute over some rows. A missing value is not counted.
 *
 * @throws DataError if the squared deviations of its numbers have no finite sum.
 */
export function countAttribute(
  attribute: Attribute,
  values: Float64Array,
  table: Table,
  rows: Uint32Array,
): AttributeCounts {
  const { labels, y } = table;
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
  for (const row of rows) if (!Number.isNaN(values[row])) squares[y[row]] += (values[row] - means[y[row]]) ** 2;
  if (!Number.isFinite(squaresOfAll({ counts, means, squares }))) {
    throw new DataError(
      `column ${JSON.stringify(attribute.name)}: required numbers whose variance is one too, found larger ones: scale them`,
    );
  }
  return { ...attribute, counts, means, squares };
}

/** The sum of the squared deviations from the mean of all numbers, whatever their class; 0 of none. */
export function squaresOfAll({ counts, means, squares }: Pick<NumberSums, "counts" | "means" | "squares">): number {
  const all = counts.reduce((sum, n) => sum + n, 0);
  const mean = counts.reduce((sum, n, c) => sum + n * means[c], 0) / Math.max(1, all);
  return counts.reduce((sum, n, c) => sum + squares[c] + n * (means[c] - mean) ** 2, 0);
}
