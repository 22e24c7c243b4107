import { requireOneOf } from "../base/checks.js";
import { VARIANCES, type Variance } from "../classifiers/bayes/gaussian.js";
import { logPrior, type Prior, requirePrior } from "../classifiers/bayes/prior.js";
import { SMOOTHED, type SmoothingOptions, smoothingFrom } from "../classifiers/bayes/smoothing.js";
import { checkedOptions } from "../classifiers/method.js";
import { argmax, logSoftmaxInPlace, scoreDifference } from "../classifiers/scores.js";
import {
  type AttributeCounts,
  type AttributeLikelihood,
  countAttribute,
  likelihoodOf,
} from "./attribute-likelihood.js";
import type { Table } from "./read-table.js";
import type { RowValues } from "./row-encoder.js";

/** The options of `fitTable`. */
export interface TableModelOptions extends SmoothingOptions {
  /** How to estimate the variance of numbers. Default `"maximum-likelihood"`. */
  readonly variance?: Variance;
  /** The prior of the classes. Default `"fit"`. */
  readonly prior?: Prior;
}

/** The counts and options of a model of a table. */
export interface TableModelParts {
  /** The column with the class. */
  readonly target: string;
  readonly labels: readonly string[];
  /** Number of training rows by class. */
  readonly sizes: readonly number[];
  readonly attributes: readonly AttributeCounts[];
  readonly options: TableModelOptions;
}

/** One classified row, with every factor of the product. */
export type RowClassification = ReturnType<TableModel["classify"]>;

/**
 * Naive Bayes on a table of categories (categorical naive Bayes) and numbers (Gaussian):
 *
 *     score(c) = ln P(c) + Σ_a ln P(x(a) | c)
 *
 * The sum is over the attributes for which the row has a value. Missing values are ignored in training, too.
 * Assumes that attributes are independent given the class.
 *
 * Sources: Mitchell 1997, section 6.9; John and Langley 1995.
 */
export class TableModel {
  readonly parts: TableModelParts;
  /** By attribute. */
  readonly likelihoods: readonly AttributeLikelihood[];
  readonly #logPrior: Float64Array;

  /** @throws UsageError if an option is not allowed. */
  constructor(parts: TableModelParts) {
    const { attributes, labels, sizes, options } = parts;
    const { smoothing, variance, prior } = tableChoices(options);
    smoothing.requireShape(attributes.length, labels.length);
    const hasRows = sizes.map((size) => size > 0);
    this.parts = parts;
    // A class without rows is never predicted.
    this.#logPrior = logPrior(prior, Float64Array.from(sizes)).map((log, c) =>
      hasRows[c] ? log : Number.NEGATIVE_INFINITY,
    );
    this.likelihoods = attributes.map((counts, a) => likelihoodOf(counts, a, labels, hasRows, { smoothing, variance }));
  }

  /** The classes; all numbers of classes are indices into this list. */
  get labels(): readonly string[] {
    return this.parts.labels;
  }

  /**
   * Classifies a row.
   *
   * @param row a value per attribute
   */
  classify(row: RowValues) {
    const logLikelihoods = this.likelihoods.map(({ logs }, a) => logs(row[a]));
    const logJoint = this.#logPrior.slice();
    for (const logs of logLikelihoods) for (const [c, log] of logs?.entries() ?? []) logJoint[c] += log;
    const predicted = argmax(logJoint);
    const second = argmax(logJoint.with(predicted, Number.NEGATIVE_INFINITY));
    // If all other classes are impossible, take the first of them.
    const against = second !== predicted ? second : predicted === 0 ? 1 : 0;
    return {
      /** Index of the class with the highest score; of equal scores, the lowest index. */
      predicted,
      /** By class. All logarithms here are natural. */
      logPrior: this.#logPrior,
      /** By attribute, ln P(value | class) by class; undefined if the attribute is ignored. */
      logLikelihoods,
      /** ln P(class, row) by class. */
      logJoint,
      /** ln P(class | row) by class. */
      logPosterior: logSoftmaxInPlace(logJoint.slice()),
      /** The score of `predicted` minus that of `against`. */
      margin: scoreDifference(logJoint[predicted], logJoint[against]),
      /** Index of the class with the second highest score. */
      against,
    };
  }
}

/**
 * Fits a model to rows of a table.
 *
 * @param rows the numbers of the rows to learn from. Default: all
 * @throws UsageError if an option is not allowed; DataError if the variance of a column is not finite.
 */
export function fitTable(table: Table, options: TableModelOptions = {}, rows?: Uint32Array): TableModel {
  const { target, labels, y, attributes } = table;
  const chosen = rows ?? Uint32Array.from(y.keys());
  const sizes = labels.map(() => 0);
  for (const row of chosen) sizes[y[row]]++;
  const counts = attributes.map((attribute, a) => countAttribute(attribute, a, table, chosen));
  return new TableModel({ target, labels, sizes, attributes: counts, options });
}

/**
 * Checks the options, fills in defaults, and makes the smoothing. Call it before reading a table, so that errors come
 * early.
 *
 * @throws UsageError if an option is not allowed.
 */
export function tableChoices(options: TableModelOptions) {
  const { variance = "maximum-likelihood", prior = "fit", ...others } = options;
  checkedOptions({ name: "table", options: SMOOTHED.options }, { ...others, prior });
  const smoothing = smoothingFrom("table", options);
  requireOneOf("table: variance", variance, VARIANCES);
  requirePrior(prior);
  return { smoothing, variance, prior };
}
