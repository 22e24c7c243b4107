import { UsageError } from "../errors.js";
import { weightsOfClasses } from "./class-weights.js";
import { isCount } from "./classifier.js";
import { ColumnModel } from "./column-model.js";
import { momentsOf } from "./moments.js";
import { logDensity, VARIANCES, type Variance, varianceOf } from "./normal.js";
import { logPrior, type Prior, requirePrior } from "./prior.js";
import { type Arrays, inconsistent, requiredArray, requireRanges, type StoredClassifier } from "./stored-classifier.js";

/** The choices of Gaussian naive Bayes. */
export interface GaussianOptions {
  /** Default `"maximum-likelihood"`. */
  readonly variance?: Variance;
  /** This times the largest variance of a column, over all rows, is added to every variance. At least 0, default 1e-9. */
  readonly varSmoothing?: number;
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

/** What stands for a variance of 0, and for one that would be infinite: the narrowest that a double holds with all its digits, and the widest. */
const SMALLEST_VARIANCE = 2 ** -1022;
const LARGEST_VARIANCE = Number.MAX_VALUE;

/**
 * Gaussian naive Bayes. With μ(t, c) and σ²(t, c) the mean and the variance of column t in
 * the training rows of class c, and ε = varSmoothing · max_t (variance of t over all rows),
 *
 *     score(c) = log P(c) + Σ_t log N(x(t); μ(t, c), σ²(t, c) + ε)
 *
 * over all columns: what is not stored is the number 0. It assumes that the values of a
 * column are normally distributed in each class, and independent given the class; counts
 * of words are neither. Source: John and Langley 1995; ε is scikit-learn's, always of the
 * maximum-likelihood variance. Unlike there, weights of rows count in ε too.
 *
 * A class without rows has no mean, and a score of -∞ whatever its prior.
 */
export function gaussian(options: GaussianOptions = {}): StoredClassifier {
  const { variance = "maximum-likelihood", varSmoothing = 1e-9, prior = "fit" } = options;
  requireVariance("gaussian", variance);
  if (!(typeof varSmoothing === "number" && varSmoothing >= 0 && varSmoothing <= 1e100)) {
    throw new UsageError(`gaussian: varSmoothing: required a number from 0 to 1e+100, got ${String(varSmoothing)}`);
  }
  requirePrior(prior);

  const model = (labels: readonly string[], columns: number, arrays: GaussianArrays) => {
    const { documents, starts, classes, means, variances, "zero-variance": zeroVariance } = arrays;
    return new ColumnModel({
      labels,
      columns,
      logPrior: logPrior(prior, documents).map((log, c) => (documents[c] === 0 ? Number.NEGATIVE_INFINITY : log)),
      logInto(column, value, into) {
        // In most classes most columns are 0 throughout.
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

/** @throws UsageError unless it is one of the conventions. */
export function requireVariance(where: string, variance: Variance): void {
  if (!VARIANCES.includes(variance)) {
    throw new UsageError(
      `${where}: variance: required one of ${VARIANCES.join(", ")}, got ${JSON.stringify(variance)}`,
    );
  }
}

interface GaussianArrays extends Arrays {
  readonly documents: Float64Array;
  readonly starts: Uint32Array;
  readonly classes: Uint32Array;
  readonly means: Float64Array;
  readonly variances: Float64Array;
  /** Of a column in a class that has 0 in it throughout: one number. */
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
