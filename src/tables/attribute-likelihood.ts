import { DataError } from "../base/errors.js";
import { sumOf } from "../base/lists.js";
import { logCategory } from "../classifiers/bayes/categorical.js";
import { logDensity, type Variance, varianceOf } from "../classifiers/bayes/gaussian.js";
import type { Smoothing } from "../classifiers/bayes/smoothing.js";
import type { Table } from "./read-table.js";
import type { Attribute, CategoricalAttribute, NumericAttribute } from "./row-encoder.js";

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
 * @param a index of the attribute
 * @param chosen the rows to count
 * @throws DataError if the sum of squared deviations is not finite.
 */
export function countAttribute(
  attribute: Attribute,
  a: number,
  { labels, y, rows }: Table,
  chosen: Uint32Array,
): AttributeCounts {
  const given = Array.from(chosen, (row) => ({ c: y[row], value: rows[row][a] })).filter(
    ({ value }) => !Number.isNaN(value),
  );
  if (attribute.kind === "categorical") {
    const counts = labels.map(() => new Array<number>(attribute.categories.length).fill(0));
    for (const { c, value } of given) counts[c][value]++;
    return { ...attribute, counts };
  }
  const counts = labels.map(() => 0);
  const means = labels.map(() => 0);
  const squares = labels.map(() => 0);
  for (const { c, value } of given) {
    counts[c]++;
    means[c] += value;
  }
  for (const c of means.keys()) if (counts[c] > 0) means[c] /= counts[c];
  // A second pass, because the difference of a sum of squares and a squared sum would lose digits.
  for (const { c, value } of given) squares[c] += (value - means[c]) ** 2;
  if (!Number.isFinite(squaresOfAll({ counts, means, squares }))) {
    throw new DataError(
      `column ${JSON.stringify(attribute.name)}: the numbers are so large that their variance is infinite; scale them`,
    );
  }
  return { ...attribute, counts, means, squares };
}

/** Returns the sum of squared deviations of all numbers from their overall mean; 0 without numbers. */
function squaresOfAll({ counts, means, squares }: Pick<NumberSums, "counts" | "means" | "squares">): number {
  const mean = counts.reduce((sum, n, c) => sum + n * means[c], 0) / Math.max(1, sumOf(counts));
  return counts.reduce((sum, n, c) => sum + squares[c] + n * (means[c] - mean) ** 2, 0);
}

/** The likelihood of one attribute. */
export interface AttributeLikelihood {
  /** Why the attribute is ignored in every row, if it is. */
  readonly silent?: string | undefined;
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

/**
 * Estimates the likelihood of an attribute given the class.
 *
 * @param a index of the attribute, which may have its own smoothing
 * @param labels the classes
 * @param learned whether each class has training rows
 */
export function likelihoodOf(
  counts: AttributeCounts,
  a: number,
  labels: readonly string[],
  learned: readonly boolean[],
  { smoothing, variance }: { readonly smoothing: Smoothing; readonly variance: Variance },
): AttributeLikelihood {
  const likelihood =
    counts.kind === "categorical"
      ? categoryLikelihood(counts, a, labels, learned, smoothing)
      : numberLikelihood(counts, labels, learned, variance);
  return likelihood.silent === undefined ? likelihood : { ...likelihood, notices: [], logs: () => undefined };
}

/** Categorical naive Bayes: P(v | c) = (n(v, c) + added) / (n(c) + added to all) over the categories of training. */
function categoryLikelihood(
  { counts }: CategoryCounts,
  a: number,
  labels: readonly string[],
  learned: readonly boolean[],
  smoothing: Smoothing,
): AttributeLikelihood {
  const totals = counts.map((ofClass) => sumOf(ofClass));
  const all = sumOf(totals);
  const ofCategory = counts[0].map((_, v) => counts.reduce((sum, ofClass) => sum + ofClass[v], 0));
  const k = ofCategory.filter((n) => n > 0).length;
  // Without smoothing, a class without a value would have 0 / 0 as its probability.
  const unsmoothed = labels.map((_, c) => learned[c] && smoothing.addedToAll(a, c, k) === 0);
  const silent = k === 0 ? "no row has a value of it" : withoutValue(totals, labels, unsmoothed);
  return {
    silent,
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
function numberLikelihood(
  sums: NumberSums,
  labels: readonly string[],
  learned: readonly boolean[],
  variance: Variance,
): AttributeLikelihood {
  const { name, counts, means, squares } = sums;
  const all = sumOf(counts);
  const least = MIN_VARIANCE * varianceOf(squaresOfAll(sums), all, "maximum-likelihood");
  const silent =
    all === 0
      ? "no row has a value of it"
      : (withoutValue(counts, labels, learned) ?? (least > 0 ? undefined : "it is the same in every row"));
  const fitted = counts.map((n, c) => varianceOf(squares[c], n, variance));
  const constant = labels.filter((_, c) => counts[c] > 0 && fitted[c] < least).join(", ");
  const notice = `${name} is constant within ${constant}: its variance is set to ${MIN_VARIANCE} of the variance of the column instead of 0`;
  // A class without values is one without training rows, which the prior rules out. So its density can be anything.
  const variances = fitted.map((value) => Math.max(value, least));
  return {
    silent,
    notices: constant === "" ? [] : [notice],
    logs: (value) =>
      Number.isNaN(value)
        ? undefined
        : Float64Array.from(labels, (_, c) => (counts[c] === 0 ? 0 : logDensity(value, means[c], variances[c]))),
  };
}

/** Returns the sentence that names the classes without a value that need one; undefined if there are none. */
function withoutValue(
  counts: readonly number[],
  labels: readonly string[],
  needed: readonly boolean[],
): string | undefined {
  const without = labels.filter((_, c) => needed[c] && counts[c] === 0);
  return without.length === 0 ? undefined : `no row of ${without.join(", ")} has a value of it`;
}
