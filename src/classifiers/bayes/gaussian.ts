import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { type Dataset, isCount } from "../../features/sparse-matrix.js";
import { checkedOptions, type Method } from "../method.js";
import { type Arrays, isPositive, requiredArray, requireRanges } from "../stored-arrays.js";
import type { StoredClassifier } from "../stored-classifier.js";
import { columnModel, columnsOf, weightsOfClasses } from "./column-model.js";
import { logPrior, MAX_ALPHA, PRIOR, type Prior, requirePrior } from "./prior.js";

/**
 * Gaussian naive Bayes. With μ(t, c) and σ²(t, c) the mean and the variance of column t in the training rows of
 * class c, and ε = varSmoothing · max_t (variance of t over all rows),
 *
 *     P(x | μ, σ²) = 1 / √(2πσ²) · exp (-(x - μ)² / (2σ²))
 *     score(c)     = log P(c) + Σ_t log P(x(t) | μ(t, c), σ²(t, c) + ε)
 *
 * The sum is over all columns; an entry that is not stored is 0. The method assumes that the values of a column are
 * normally distributed in each class, and independent given the class. Counts of words are neither. A class without
 * rows has the score -∞, whatever its prior.
 *
 * Source: Mitchell 1997, section 5.3.1; John and Langley 1995. ε is that of scikit-learn, which always uses the
 * maximum-likelihood variance. The weights of rows count in the means and variances.
 */
export function gaussian(options: GaussianOptions = {}): StoredClassifier {
  const { variance, varSmoothing, prior } = checkedOptions<GaussianOptions>(GAUSSIAN, options);
  requirePrior(prior);

  const model = (labels: readonly string[], columns: number, arrays: GaussianArrays) => {
    const { documents, starts, classes, means, variances, "zero-variance": zeroVariance } = arrays;
    return columnModel({
      labels,
      columns,
      logPrior: logPrior(prior, documents).map((log, c) => (documents[c] === 0 ? Number.NEGATIVE_INFINITY : log)),
      logInto(column, value, into) {
        // In most classes, all values of most columns are 0.
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
      const smoothed = (value: number) => Math.min(LARGEST_VARIANCE, Math.max(SMALLEST_VARIANCE, value + added));
      const { starts, classes, means, squares } = moments;
      const variances = squares.map((sum, i) => smoothed(varianceOf(sum, documents[classes[i]], variance)));
      const arrays = { documents, starts, classes, means, variances, "zero-variance": Float64Array.of(smoothed(0)) };
      return model(data.labels, data.x.columns, arrays);
    },
    restore: (labels, columns, arrays) => model(labels, columns, gaussianArrays(labels, columns, arrays)),
  };
}

/** Options of Gaussian naive Bayes. */
export interface GaussianOptions {
  /** The divisor of the variance. Default `"maximum-likelihood"`. */
  readonly variance?: Variance;
  /** ε is this share of the largest variance of a column. 0 to 1e100, default 1e-9. */
  readonly varSmoothing?: number;
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

export const VARIANCES = ["maximum-likelihood", "unbiased"] as const;

/**
 * The divisor of the sum of squared deviations of n values: n (`"maximum-likelihood"`, as in scikit-learn) or
 * n - 1 (`"unbiased"`).
 */
export type Variance = (typeof VARIANCES)[number];

/** The entry of the method in the table of classifiers. */
export const GAUSSIAN = {
  name: "gaussian",
  title: "Gaussian naive Bayes",
  family: "Naive Bayes",
  titleOptions: ["variance"],
  rest: "prior and absent terms",
  options: {
    variance: { does: "divide squares by n or n - 1", takes: VARIANCES, usual: "maximum-likelihood" },
    varSmoothing: {
      does: "share of the largest variance added to each",
      takes: { from: 0, to: MAX_ALPHA },
      usual: 1e-9,
    },
    prior: PRIOR,
  },
  make: gaussian,
} satisfies Method<GaussianOptions>;

/** The bounds of a variance: the smallest double of full precision, and the largest double. */
const SMALLEST_VARIANCE = 2 ** -1022;
const LARGEST_VARIANCE = Number.MAX_VALUE;

type GaussianArrays = ReturnType<typeof gaussianArrays>;

/** Returns the arrays of a stored model. @throws DataError if one is missing or does not fit */
function gaussianArrays(labels: readonly string[], columns: number, arrays: Arrays) {
  const starts = requiredArray(arrays, "starts", Uint32Array, columns + 1);
  const size = starts[columns];
  requireRanges("starts", starts, size);
  const documents: Float64Array = requiredArray(arrays, "documents", Float64Array, labels.length, isCount);
  return {
    documents,
    /** Where the entries of each column begin: see `momentsOf`. */
    starts,
    classes: requiredArray(arrays, "classes", Uint32Array, size, (c) => c < labels.length),
    means: requiredArray(arrays, "means", Float64Array, size, Number.isFinite),
    variances: requiredArray(arrays, "variances", Float64Array, size, isPositive),
    /** One number: the variance of a column in a class where it is 0 throughout. */
    "zero-variance": requiredArray(arrays, "zero-variance", Float64Array, 1, isPositive),
  };
}

/**
 * Returns the mean and the sum of squared deviations of each column in each class that has values other than 0 in it.
 * The entries of a column are `starts[column]` to `starts[column + 1] - 1`.
 *
 * @param documents the weight of each class
 * @returns also the class of each entry, and the largest variance of a column over all rows
 * @throws DataError if a value, or the variance of a column, is not finite.
 */
function momentsOf(data: Dataset, documents: Float64Array) {
  const starts = new Uint32Array(data.x.columns + 1);
  const moments: { readonly c: number; readonly mean: number; readonly squares: number }[] = [];
  const totalWeight = sumOf(documents);
  let largestVariance = 0;
  let column = 0;
  for (const entries of columnsOf(data)) {
    const { means, squares, stored, variance } = columnMoments(entries, column, documents, totalWeight);
    largestVariance = Math.max(largestVariance, variance);
    for (const [c, mean] of means.entries()) if (stored[c] !== 0) moments.push({ c, mean, squares: squares[c] });
    starts[++column] = moments.length;
  }
  return {
    starts,
    classes: Uint32Array.from(moments, ({ c }) => c),
    means: Float64Array.from(moments, ({ mean }) => mean),
    squares: Float64Array.from(moments, ({ squares }) => squares),
    largestVariance,
  };
}

/** An entry of a column, as `columnsOf` yields it. */
type ColumnEntry = { readonly row: number; readonly value: number; readonly c: number; readonly weight: number };

/**
 * Returns, for each class, the mean of a column, the sum of its squared deviations, and the weight of its entries; and
 * the variance over all rows. Two passes over the entries keep the precision if a mean is large.
 */
function columnMoments(entries: readonly ColumnEntry[], column: number, documents: Float64Array, totalWeight: number) {
  const [sums, stored, squares] = Array.from({ length: 3 }, () => new Float64Array(documents.length));
  for (const { row, value, c, weight } of entries) {
    if (!Number.isFinite(value)) {
      throw new DataError(`fit: row ${row}, column ${column}: a value must be finite, not ${value}`);
    }
    sums[c] += weight * value;
    stored[c] += weight;
  }
  const means = sums.map((sum, c) => (stored[c] === 0 ? 0 : sum / documents[c]));
  for (const { value, c, weight } of entries) squares[c] += weight * (value - means[c]) ** 2;
  const mean = sumOf(sums) / totalWeight;
  let total = 0;
  for (let c = 0; c < documents.length; c++) {
    // Entries that are not stored are 0.
    squares[c] += Math.max(0, documents[c] - stored[c]) * means[c] ** 2;
    total += squares[c] + documents[c] * (means[c] - mean) ** 2;
  }
  if (entries.length > 0 && !Number.isFinite(total)) {
    throw new DataError(`fit: the variance of column ${column} is too large for a number: scale its values`);
  }
  return { means, squares, stored, variance: varianceOf(total, totalWeight, "maximum-likelihood") };
}

/** Lower bound of a log density, so that sums and differences of sums stay finite. */
const MIN_LOG_DENSITY = -1e250;

/** Returns the log of the normal density of `value`. @param variance above 0 */
export function logDensity(value: number, mean: number, variance: number): number {
  const deviation = value - mean;
  const log = -(Math.log(2 * Math.PI) + Math.log(variance) + (deviation / variance) * deviation) / 2;
  return Math.max(MIN_LOG_DENSITY, log);
}

/**
 * Returns the variance of values; 0 for a single value.
 *
 * @param squares the sum of the squared deviations from the mean
 * @param count the number of values, or their weight
 */
export function varianceOf(squares: number, count: number, convention: Variance): number {
  const divisor = convention === "unbiased" ? count - 1 : count;
  return divisor > 0 ? squares / divisor : 0;
}
