import { DataError } from "../errors.js";
import type { Dataset } from "./classifier.js";
import { columnsOf } from "./column-entries.js";
import { varianceOf } from "./normal.js";

/** Of each pair of a column and a class that has other values than 0 in it: entries `starts[column]` to `starts[column + 1] - 1`. */
export interface Moments {
  readonly starts: Uint32Array;
  readonly classes: Uint32Array;
  readonly means: Float64Array;
  /** Sums of squared deviations from the mean. */
  readonly squares: Float64Array;
  /** Of a column over all rows. */
  readonly largestVariance: number;
}

/**
 * Means and squared deviations, in two passes over each column: numbers whose mean is large lose no digits.
 *
 * @param documents the weight of each class
 * @throws DataError if a value, or the variance of a column, is not finite.
 */
export function momentsOf(data: Dataset, documents: Float64Array): Moments {
  const { x, y, weights } = data;
  const all = documents.reduce((sum, weight) => sum + weight, 0);
  const starts = new Uint32Array(x.columns + 1);
  const classes: number[] = [];
  const means: number[] = [];
  const squares: number[] = [];
  let largestVariance = 0;
  const sums = new Float64Array(documents.length);
  const stored = new Float64Array(documents.length);
  const deviations = new Float64Array(documents.length);
  let column = 0;
  for (const { rows, values } of columnsOf(data)) {
    sums.fill(0);
    stored.fill(0);
    deviations.fill(0);
    for (let i = 0; i < rows.length; i++) {
      const weight = weights?.[rows[i]] ?? 1;
      if (!Number.isFinite(values[i])) {
        throw new DataError(`fit: row ${rows[i]}, column ${column}: required a number, finite, got ${values[i]}`);
      }
      sums[y[rows[i]]] += weight * values[i];
      stored[y[rows[i]]] += weight;
    }
    const meanOf = (c: number) => (stored[c] === 0 ? 0 : sums[c] / documents[c]);
    for (let i = 0; i < rows.length; i++) {
      const c = y[rows[i]];
      deviations[c] += (weights?.[rows[i]] ?? 1) * (values[i] - meanOf(c)) ** 2;
    }
    const mean = sums.reduce((sum, one) => sum + one, 0) / all;
    let total = 0;
    for (let c = 0; c < documents.length; c++) {
      deviations[c] += Math.max(0, documents[c] - stored[c]) * meanOf(c) ** 2;
      total += deviations[c] + documents[c] * (meanOf(c) - mean) ** 2;
      if (stored[c] === 0) continue;
      classes.push(c);
      means.push(meanOf(c));
      squares.push(deviations[c]);
    }
    if (rows.length > 0 && !Number.isFinite(total)) {
      throw new DataError(
        `fit: column ${column}: required values whose variance is a finite number, got larger ones: scale them`,
      );
    }
    if (all > 0) largestVariance = Math.max(largestVariance, varianceOf(total, all, "maximum-likelihood"));
    starts[++column] = classes.length;
  }
  return {
    starts,
    classes: Uint32Array.from(classes),
    means: Float64Array.from(means),
    squares: Float64Array.from(squares),
    largestVariance,
  };
}
