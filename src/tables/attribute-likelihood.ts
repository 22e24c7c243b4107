import { logCategory } from "../classifiers/categorical.js";
import { logDensity, type Variance, varianceOf } from "../classifiers/normal.js";
import type { Smoothing } from "../classifiers/smoothing.js";
import { type AttributeCounts, type CategoryCounts, type NumberSums, squaresOfAll } from "./attribute-counts.js";

/** How the likelihoods of attributes are made of what was counted. */
export interface LikelihoodOptions {
  /** Of categories. */
  readonly smoothing: Smoothing;
  /** Of numbers. */
  readonly variance: Variance;
}

/** What an attribute says of a row. */
export interface AttributeLikelihood {
  /** Why the attribute leaves the product for every row, if it does. */
  readonly silent?: string | undefined;
  /** What somebody should know of its likelihood. */
  readonly notices: readonly string[];
  /**
   * log P(value | class) by class, natural logarithm: of a category its probability, of a
   * number its density. Undefined if the value leaves the product: it is missing, or a
   * category that no training row has.
   */
  readonly logs: (value: number) => Float64Array | undefined;
}

/**
 * A variance that is 0 would make a class certain or impossible by the last digit of a
 * number: none is less than this share of the variance of the column over all rows.
 */
const LEAST_VARIANCE = 1e-9;

/**
 * The likelihood of an attribute, given the class.
 *
 * @param a the number of the attribute, which may have smoothing of its own
 * @param learned whether each class has training rows at all
 */
export function likelihoodOf(
  counts: AttributeCounts,
  a: number,
  labels: readonly string[],
  learned: readonly boolean[],
  options: LikelihoodOptions,
): AttributeLikelihood {
  return counts.kind === "categorical"
    ? categoryLikelihood(counts, a, labels, learned, options)
    : numberLikelihood(counts, labels, learned, options);
}

/** P(v | c) = (n(v, c) + added) / (n(c) + added to all), over the categories that training has: as categorical naive Bayes. */
function categoryLikelihood(
  { counts }: CategoryCounts,
  a: number,
  labels: readonly string[],
  learned: readonly boolean[],
  { smoothing }: LikelihoodOptions,
): AttributeLikelihood {
  const totals = counts.map((ofClass) => ofClass.reduce((sum, n) => sum + n, 0));
  const all = totals.reduce((sum, n) => sum + n, 0);
  const ofCategory = counts[0].map((_, v) => counts.reduce((sum, ofClass) => sum + ofClass[v], 0));
  const k = ofCategory.filter((n) => n > 0).length;
  const unsmoothed = labels.map((_, c) => learned[c] && smoothing.addedToAll(a, c, k) === 0);
  const silent = k === 0 ? "no row has a value of it" : withoutValue(totals, labels, unsmoothed);
  return {
    silent,
    notices: [],
    logs: (value) =>
      silent !== undefined || !(ofCategory[value] > 0)
        ? undefined
        : Float64Array.from(counts, (ofClass, c) => {
            const added = smoothing.added(a, c, k, ofCategory[value] / all);
            return logCategory(ofClass[value], totals[c], added, smoothing.addedToAll(a, c, k));
          }),
  };
}

/** The normal density of the numbers of a class. */
function numberLikelihood(
  sums: NumberSums,
  labels: readonly string[],
  learned: readonly boolean[],
  { variance }: LikelihoodOptions,
): AttributeLikelihood {
  const { name, counts, means, squares } = sums;
  const all = counts.reduce((sum, n) => sum + n, 0);
  const least = LEAST_VARIANCE * varianceOf(squaresOfAll(sums), all, "maximum-likelihood");
  const silent =
    all === 0
      ? "no row has a value of it"
      : (withoutValue(counts, labels, learned) ?? (least > 0 ? undefined : "it is the same in every row"));
  const own = counts.map((n, c) => varianceOf(squares[c], n, variance));
  const constant = labels.filter((_, c) => counts[c] > 0 && own[c] < least);
  const variances = own.map((one) => Math.max(one, least));
  return {
    silent,
    notices:
      silent === undefined && constant.length > 0
        ? [
            `${name} is constant within ${constant.join(", ")}: its variance is taken as ${LEAST_VARIANCE} of that of the whole column, not as 0`,
          ]
        : [],
    logs: (value) =>
      silent !== undefined || Number.isNaN(value)
        ? undefined
        : Float64Array.from(labels, (_, c) => (counts[c] === 0 ? 0 : logDensity(value, means[c], variances[c]))),
  };
}

function withoutValue(
  counts: readonly number[],
  labels: readonly string[],
  needed: readonly boolean[],
): string | undefined {
  const without = labels.filter((_, c) => needed[c] && counts[c] === 0);
  return without.length === 0 ? undefined : `no row of ${without.join(", ")} has a value of it`;
}
