import { DataError } from "../base/errors.js";
import { sumOf } from "../base/lists.js";
import { logCategory } from "../classifiers/bayes/categorical.js";
import { logDensity, type Variance, varianceOf } from "../classifiers/bayes/gaussian.js";
import type { Smoothing } from "../classifiers/bayes/smoothing.js";
import type { Table } from "./read-table.js";
import type { Attribute, CategoricalAttribute, NumericAttribute } from "./row-encoder.js";

/** The counts of one attribute, over the training rows that have a value for it. */
type AttributeCounts = ReturnType<typeof countAttribute>;
type CategoryCounts = ReturnType<typeof countCategories>;
type NumberSums = ReturnType<typeof sumNumbers>;

/**
 * Counts the values of one attribute by class. Missing values are skipped.
 *
 * @param a index of the attribute
 * @param chosen the rows to count
 * @throws DataError if the sum of squared deviations is not finite.
 */
export function countAttribute(attribute: Attribute, a: number, { labels, y, rows }: Table, chosen: Uint32Array) {
  const values = Array.from(chosen, (row) => ({ c: y[row], value: rows[row][a] }));
  const given = values.filter(({ value }) => !Number.isNaN(value));
  return attribute.kind === "categorical"
    ? countCategories(attribute, labels, given)
    : sumNumbers(attribute, labels, given);
}

/** The class and the value of each row that has a value. */
type Given = readonly { readonly c: number; readonly value: number }[];

/** Counts the rows of each class and category. */
function countCategories(attribute: CategoricalAttribute, labels: readonly string[], given: Given) {
  const counts = labels.map(() => new Array<number>(attribute.categories.length).fill(0));
  for (const { c, value } of given) counts[c][value]++;
  return {
    ...attribute,
    /** Number of rows by class, then category. */
    counts,
  };
}

/** Computes the mean of each class and the squared deviations from it. @throws DataError if these are not finite */
function sumNumbers(attribute: NumericAttribute, labels: readonly string[], given: Given) {
  const [counts, means, squares] = Array.from({ length: 3 }, () => new Array<number>(labels.length).fill(0));
  for (const { c, value } of given) {
    counts[c]++;
    means[c] += value;
  }
  for (const c of means.keys()) means[c] /= Math.max(1, counts[c]);
  // A second pass, because the difference of a sum of squares and a squared sum would lose digits.
  for (const { c, value } of given) squares[c] += (value - means[c]) ** 2;
  if (!Number.isFinite(squaresOfAll({ counts, means, squares }))) {
    throw new DataError(
      `column ${JSON.stringify(attribute.name)}: the numbers are so large that their variance is infinite; scale them`,
    );
  }
  return {
    ...attribute,
    /** Number of values by class. */
    counts,
    /** Mean by class; 0 without values. */
    means,
    /** Sum of squared deviations from the mean, by class. */
    squares,
  };
}

/** Returns the sum of squared deviations of all numbers from their overall mean; 0 without numbers. */
function squaresOfAll({ counts, means, squares }: Pick<NumberSums, "counts" | "means" | "squares">): number {
  const mean = counts.reduce((sum, n, c) => sum + n * means[c], 0) / Math.max(1, sumOf(counts));
  return counts.reduce((sum, n, c) => sum + squares[c] + n * (means[c] - mean) ** 2, 0);
}

/** The likelihood of one attribute. */
export interface AttributeLikelihood {
  /** Why the attribute is ignored in every row, if it is. */
  readonly whyIgnored?: string | undefined;
  /** Sentences for the user about this likelihood. */
  readonly notices: readonly string[];
  /**
   * Returns ln P(value | class) by class: the probability of a category, the density of a number. Undefined if the
   * value is ignored because it is missing or is a category without training rows.
   */
  readonly logs: (value: number) => Float64Array | undefined;
}

/**
 * The minimum variance of a class, as a share of the variance of the column. With a variance of 0, the
 * last digit of a number would make a class certain or impossible.
 */
const MIN_VARIANCE = 1e-9;

/** The classes, and whether each has training rows. */
type Classes = Readonly<{ labels: readonly string[]; learned: readonly boolean[] }>;

/**
 * Estimates the likelihood of an attribute given the class.
 *
 * @param a index of the attribute, which may have its own smoothing
 */
export function likelihoodOf(
  counts: AttributeCounts,
  a: number,
  classes: Classes,
  { smoothing, variance }: { readonly smoothing: Smoothing; readonly variance: Variance },
): AttributeLikelihood {
  const likelihood =
    counts.kind === "categorical"
      ? categoryLikelihood(counts, a, classes, smoothing)
      : numberLikelihood(counts, classes, variance);
  return likelihood.whyIgnored === undefined ? likelihood : { ...likelihood, notices: [], logs: () => undefined };
}

/** Categorical naive Bayes: P(v | c) = (n(v, c) + added) / (n(c) + added to all) over the categories of training. */
function categoryLikelihood(
  { counts }: CategoryCounts,
  a: number,
  { labels, learned }: Classes,
  smoothing: Smoothing,
): AttributeLikelihood {
  const totals = counts.map((ofClass) => sumOf(ofClass));
  const all = sumOf(totals);
  const ofCategory = counts[0].map((_, v) => sumOf(counts.map((ofClass) => ofClass[v])));
  const k = ofCategory.filter((n) => n > 0).length;
  // Without smoothing, a class without a value would have 0 / 0 as its probability.
  const without = labels.filter((_, c) => totals[c] === 0 && learned[c] && smoothing.addedToAll(a, c, k) === 0);
  return {
    whyIgnored: whyUnlearnable(totals, without),
    notices: [],
    logs: (value) =>
      ofCategory[value] > 0
        ? Float64Array.from(counts, (ofClass, c) => {
            const added = smoothing.added(a, c, k, ofCategory[value] / all);
            return logCategory(ofClass[value], totals[c], added, smoothing.addedToAll(a, c, k));
          })
        : undefined,
  };
}

/** Gaussian naive Bayes: a normal density per class. */
function numberLikelihood(sums: NumberSums, { labels, learned }: Classes, variance: Variance): AttributeLikelihood {
  const { name, counts, means, squares } = sums;
  const minVariance = MIN_VARIANCE * varianceOf(squaresOfAll(sums), sumOf(counts), "maximum-likelihood");
  const without = labels.filter((_, c) => counts[c] === 0 && learned[c]);
  const fitted = counts.map((n, c) => varianceOf(squares[c], n, variance));
  const constant = labels.filter((_, c) => counts[c] > 0 && fitted[c] < minVariance).join(", ");
  const notice = `${name} is constant within ${constant}: its variance is set to ${MIN_VARIANCE} of the variance of the column instead of 0`;
  // If `without` is not empty, the attribute is ignored. Otherwise a class without values has no training rows, and the
  // prior rules it out whatever its density.
  const variances = fitted.map((value) => Math.max(value, minVariance));
  return {
    whyIgnored: whyUnlearnable(counts, without) ?? (minVariance > 0 ? undefined : "it is the same in every row"),
    notices: constant === "" ? [] : [notice],
    logs: (value) =>
      Number.isNaN(value)
        ? undefined
        : Float64Array.from(labels, (_, c) => (counts[c] === 0 ? 0 : logDensity(value, means[c], variances[c]))),
  };
}

/**
 * Says why nothing can be learned, if so.
 *
 * @param values number of values by class
 * @param without the classes for which a value is missing
 */
function whyUnlearnable(values: readonly number[], without: readonly string[]): string | undefined {
  if (sumOf(values) === 0) return "no row has a value of it";
  return without.length === 0 ? undefined : `no row of ${without.join(", ")} has a value of it`;
}
