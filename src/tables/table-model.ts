import { requireOneOf } from "../base/checks.js";
import { VARIANCES, type Variance } from "../classifiers/bayes/gaussian.js";
import { logPrior, type Prior, requirePrior } from "../classifiers/bayes/prior.js";
import { SMOOTHED, type SmoothingOptions, smoothingFrom } from "../classifiers/bayes/smoothing.js";
import { checkedOptions } from "../classifiers/method.js";
import { logSoftmaxInPlace, ranked, scoreDifference } from "../classifiers/scores.js";
import { classSizes } from "../model/fitting/splits.js";
import { countAttribute, likelihoodOf } from "./attribute-likelihood.js";
import type { Table } from "./read-table.js";
import type { RowValues } from "./row-encoder.js";

/** The options of `fitTable`. */
export interface TableModelOptions extends SmoothingOptions {
  /** How to estimate the variance of numbers. Default `"maximum-likelihood"`. */
  readonly variance?: Variance;
  /** The prior of the classes. Default `"fit"`. */
  readonly prior?: Prior;
}

/** A model of a table. */
export type TableModel = ReturnType<typeof fitTable>;
/** One classified row, with every factor of the product. */
export type RowClassification = ReturnType<TableModel["classify"]>;

/**
 * Fits naive Bayes to rows of a table, with categorical naive Bayes for categories and Gaussian for numbers:
 *
 *     score(c) = ln P(c) + Σ_a ln P(x(a) | c)
 *
 * The sum is over the attributes for which the row has a value. Missing values are ignored in training, too.
 * Assumes that attributes are independent given the class.
 *
 * Sources: Mitchell 1997, section 6.9; John and Langley 1995.
 *
 * @param rows the indices of the rows to learn from. Default: all
 * @throws UsageError if an option is not allowed; DataError if the variance of a column is not finite.
 */
export function fitTable(table: Table, options: TableModelOptions = {}, rows?: Uint32Array) {
  const { target, labels, y } = table;
  const choices = tableChoices(options);
  choices.smoothing.requireShape(table.attributes.length, labels.length);
  const chosen = rows ?? Uint32Array.from(y.keys());
  const classes = chosen.map((row) => y[row]);
  const sizes = classSizes(classes, labels.length);
  const attributes = table.attributes.map((attribute, a) => countAttribute(attribute, a, table, chosen));
  const learned = Array.from(sizes, (size) => size > 0);
  // A class without rows is never predicted.
  const logPriors = logPrior(choices.prior, Float64Array.from(sizes)).map((log, c) => (learned[c] ? log : -Infinity));
  const likelihoods = attributes.map((counts, a) => likelihoodOf(counts, a, { labels, learned }, choices));
  return {
    /** Classifies a row. @param row a value per attribute */
    classify(row: RowValues) {
      const logLikelihoods = likelihoods.map(({ logs }, a) => logs(row[a]));
      const logJoint = logPriors.slice();
      for (const logs of logLikelihoods) for (const [c, log] of logs?.entries() ?? []) logJoint[c] += log;
      const [predicted, against] = ranked(logJoint);
      return {
        /** Index of the class with the highest score; of equal scores, the lowest index. */
        predicted,
        /** By class. All logarithms here are natural. */
        logPrior: logPriors,
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
    },
    /** The column with the class. */
    target,
    /** The classes; all numbers of classes are indices into this list. */
    labels,
    /** Number of training rows by class. */
    sizes,
    /** The counts of each attribute. */
    attributes,
    /** The likelihood of each attribute. */
    likelihoods,
    options,
  };
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
