import { requireNumber, requireOneOf } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { isCount } from "../classifier.js";
import type { Method } from "../method.js";
import {
  type Arrays,
  inconsistent,
  requiredArray,
  requireRanges,
  type StoredClassifier,
} from "../stored-classifier.js";
import { ColumnModel, columnsOf, weightsOfClasses } from "./column-model.js";
import { logPrior, type Prior, requirePrior } from "./prior.js";

/**
 * Gaussian naive Bayes. With μ(t, c) and σ²(t, c) the mean and the variance of column t in the training rows of
 * class c, and ε = varSmoothing · max_t (variance of t over all rows),
 *
 *     P(x | μ, σ²) = 1 / √(2πσ²) · exp (-(x - μ)² / (2σ²))
 *     score(c)     = log P(c) + Σ_t log P(x(t) | μ(t, c), σ²(t, c) + ε)
 *
 * over all columns; an entry that is not stored is 0. It assumes that the values of a column are normally
 * distributed in each class, and independent given the class; counts of words are neither. A class without rows
 * has the score -∞, whatever its prior.
 *
 * Source: Mitchell 1997, section 5.3.1; John and Langley 1995. ε is scikit-learn's, always of the
 * maximum-likelihood variance; but here it takes the weights of rows into account.
 */
export function gaussian(options: GaussianOptions = {}): StoredClassifier {
  const { variance = "maximum-likelihood", varSmoothing = 1e-9, prior = "fit" } = options;
  requireOneOf("gaussian: variance", variance, VARIANCES);
  requireNumber("gaussian: varSmoothing", varSmoothing, { from: 0, to: 1e100 });
  requirePrior(prior);

  const model = (labels: readonly string[], columns: number, arrays: GaussianArrays) => {
    const { documents, starts, classes, means, variances, "zero-variance": zeroVariance } = arrays;
    return new ColumnModel({
      labels,
      columns,
      logPrior: logPrior(prior, documents).map((log, c) => (documents[c] === 0 ? Number.NEGATIVE_INFINITY : log)),
      logInto(column, value, into) {
        // Most columns are 0 throughout in most classes.
        into.fill(logDensity(value, 0, zeroVariance[0]));
        for (let i = starts[column]; i < starts[column + 1]; i++) {
          into[classes[i]] = logDensity(value, means[i], variances[i]);
        }
      },
      arrays,
    });
  };

  return {
    name: "gaussian",
    fit(data) {
      const documents = weightsOfClasses(data);
      const moments = momentsOf(data, documents);
      const added = varSmoothing * moments.largestVariance;
      const smoothed = (one: number) => Math.min(LARGEST_VARIANCE, Math.max(SMALLEST_VARIANCE, one + added));
      const { starts, classes, means, squares } = moments;
      const variances = squares.map((sum, i) => smoothed(varianceOf(sum, documents[classes[i]], variance)));
      const arrays = { documents, starts, classes, means, variances, "zero-variance": Float64Array.of(smoothed(0)) };
      return model(data.labels, data.x.columns, arrays);
    },
    restore: (labels, columns, arrays) => model(labels, columns, gaussianArrays(labels, columns, arrays)),
  };
}

export interface GaussianOptions {
  /** Default `"maximum-likelihood"`. */
  readonly variance?: Variance;
  /** ε is this share of the largest variance of a column. 0 to 1e100, default 1e-9. */
  readonly varSmoothing?: number;
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

export const GAUSSIAN = {
  title: "Gaussian naive Bayes",
  titleOptions: ["variance"],
  rest: "prior and absent terms",
  defaults: () => ({ variance: "maximum-likelihood", varSmoothing: 1e-9, prior: "fit" }),
  make: gaussian,
} satisfies Method<GaussianOptions>;

/**
 * The divisor of the sum of squared deviations of n values: n (`"maximum-likelihood"`, as in scikit-learn) or n
 * - 1 (`"unbiased"`).
 */
export const VARIANCES = ["maximum-likelihood", "unbiased"] as const;
export type Variance = (typeof VARIANCES)[number];

/** The bounds of a variance: the smallest double with all its digits, and the largest. */
const SMALLEST_VARIANCE = 2 ** -1022;
const LARGEST_VARIANCE = Number.MAX_VALUE;

interface GaussianArrays extends Arrays {
  readonly documents: Float64Array;
  readonly starts: Uint32Array;
  readonly classes: Uint32Array;
  readonly means: Float64Array;
  readonly variances: Float64Array;
  /** One number: the variance of a column in a class where it is 0 throughout. */
  readonly "zero-variance": Float64Array;
}

function gaussianArrays(labels: readonly string[], columns: number, arrays: Arrays): GaussianArrays {
  const starts = requiredArray(arrays, "starts", Uint32Array, columns + 1);
  const size = starts[columns];
  const found = {
    documents: requiredArray(arrays, "documents", Float64Array, labels.length),
    starts,
    classes: requiredArray(arrays, "classes", Uint32Array, size),
    means: requiredArray(arrays, "means", Float64Array, size),
    variances: requiredArray(arrays, "variances", Float64Array, size),
    "zero-variance": requiredArray(arrays, "zero-variance", Float64Array, 1),
  };
  requireRanges("starts", starts, size);
  const positive = (value: number) => value > 0 && value < Number.POSITIVE_INFINITY;
  const sound =
    found.documents.every(isCount) &&
    found.classes.every((c) => c < labels.length) &&
    found.means.every(Number.isFinite) &&
    found.variances.every(positive) &&
    found["zero-variance"].every(positive);
  if (!sound) throw inconsistent("gaussian");
  return found;
}

/**
 * For each column, an entry for each class that has values other than 0 in it: `starts[column]` to
 * `starts[column + 1] - 1`.
 */
export interface Moments {
  readonly starts: Uint32Array;
  readonly classes: Uint32Array;
  readonly means: Float64Array;
  /** Sums of squared deviations from the mean. */
  readonly squares: Float64Array;
  /** The largest variance of a column over all rows. */
  readonly largestVariance: number;
}

/**
 * Means and squared deviations, in two passes over each column, so that a large mean costs no digits.
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
        throw new DataError(`fit: row ${rows[i]}, column ${column}: a value must be finite, not ${values[i]}`);
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
      throw new DataError(`fit: the variance of column ${column} is too large for a number: scale its values`);
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

/** Lower bound of a log density, so that sums, and what is taken out of a sum again, stay finite. */
const LEAST_LOG_DENSITY = -1e250;

/** log of the normal density of `value`. @param variance above 0 */
export function logDensity(value: number, mean: number, variance: number): number {
  const deviation = value - mean;
  const log = -(Math.log(2 * Math.PI) + Math.log(variance) + (deviation / variance) * deviation) / 2;
  return Math.max(LEAST_LOG_DENSITY, log);
}

/**
 * The variance of values; 0 of a single value.
 *
 * @param squares the sum of the squared deviations from the mean
 * @param count the number of values, or their weight
 */
export function varianceOf(squares: number, count: number, convention: Variance): number {
  const divisor = convention === "unbiased" ? count - 1 : count;
  return divisor > 0 ? squares / divisor : 0;
}
