import { argmax, logSoftmaxInPlace, scoreDifference } from "../classifiers/classifier.js";
import { requireVariance } from "../classifiers/gaussian.js";
import type { Variance } from "../classifiers/normal.js";
import { logPrior, type Prior, requirePrior } from "../classifiers/prior.js";
import { type SmoothingOptions, smoothingFrom } from "../classifiers/smoothing.js";
import { type AttributeCounts, countAttribute } from "./attribute-counts.js";
import { type AttributeLikelihood, likelihoodOf } from "./attribute-likelihood.js";
import type { RowValues, Table } from "./table.js";

/** The choices of a model of a table. */
export interface TableModelOptions extends SmoothingOptions {
  /** Of numbers. Default `"maximum-likelihood"`. */
  readonly variance?: Variance;
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

/** What a model of a table is made of: what was counted, and how likelihoods are made of it. */
export interface TableModelParts {
  readonly target: string;
  readonly labels: readonly string[];
  /** How many training rows each class has. */
  readonly sizes: readonly number[];
  readonly attributes: readonly AttributeCounts[];
  readonly options: TableModelOptions;
}

/** One row, with everything that is multiplied. */
export interface RowClassification {
  /** The class index of the highest score; among equals, the lowest. */
  readonly predicted: number;
  /** By class, natural logarithms, as all that follow. */
  readonly logPrior: Float64Array;
  /** By attribute, log P(value | class) by class; undefined where the attribute leaves the product. */
  readonly logLikelihoods: readonly (Float64Array | undefined)[];
  /** log P(class, row). */
  readonly logJoint: Float64Array;
  /** log P(class | row). */
  readonly logPosterior: Float64Array;
  /** score(predicted) - score(the next best). */
  readonly margin: number;
  /** The class index of the next best. */
  readonly against: number;
}

/**
 * Naive Bayes on a table whose attributes each have a likelihood of their own: categories
 * that of categorical, numbers that of Gaussian naive Bayes,
 *
 *     score(c) = log P(c) + Σ_a log P(x(a) | c)
 *
 * over the attributes that the row has a value of: a missing one leaves the product, in
 * training as in prediction. Source: Mitchell 1997, section 6.9; John and Langley 1995. It
 * assumes that attributes are independent given the class.
 */
export class TableModel {
  readonly parts: TableModelParts;
  readonly likelihoods: readonly AttributeLikelihood[];
  readonly #logPrior: Float64Array;

  /** @throws UsageError if an option is not allowed. */
  constructor(parts: TableModelParts) {
    const { attributes, labels, sizes, options } = parts;
    const { smoothing, variance, prior } = tableChoices(options);
    smoothing.requireShape(attributes.length, labels.length);
    const learned = sizes.map((size) => size > 0);
    this.parts = parts;
    // Nothing is known of a class without rows.
    this.#logPrior = logPrior(prior, Float64Array.from(sizes)).map((log, c) =>
      learned[c] ? log : Number.NEGATIVE_INFINITY,
    );
    this.likelihoods = attributes.map((counts, a) => likelihoodOf(counts, a, labels, learned, { smoothing, variance }));
  }

  get labels(): readonly string[] {
    return this.parts.labels;
  }

  /** Classifies one row. */
  classify(row: RowValues): RowClassification {
    const logLikelihoods = this.likelihoods.map(({ logs }, a) => logs(row[a]));
    const logJoint = this.#logPrior.slice();
    for (const logs of logLikelihoods) for (const [c, log] of logs?.entries() ?? []) logJoint[c] += log;
    const predicted = argmax(logJoint);
    const others = logJoint.with(predicted, Number.NEGATIVE_INFINITY);
    const best = argmax(others);
    // Where all others are impossible, the first of them that is not the predicted one.
    const against = best === predicted ? Number(predicted === 0) : best;
    return {
      predicted,
      logPrior: this.#logPrior,
      logLikelihoods,
      logJoint,
      logPosterior: logSoftmaxInPlace(logJoint.slice()),
      margin: scoreDifference(logJoint[predicted], logJoint[against]),
      against,
    };
  }
}

/**
 * Learns from rows of a table.
 *
 * @param rows default: all
 * @throws UsageError if an option is not allowed, DataError if a column of numbers has no finite variance.
 */
export function fitTable(table: Table, options: TableModelOptions = {}, rows?: Uint32Array): TableModel {
  const { target, labels, y, attributes, values } = table;
  const chosen = rows ?? Uint32Array.from(y.keys());
  const sizes = labels.map(() => 0);
  for (const row of chosen) sizes[y[row]]++;
  const counts = attributes.map((attribute, a) => countAttribute(attribute, values[a], table, chosen));
  return new TableModel({ target, labels, sizes, attributes: counts, options });
}

/**
 * The options with the defaults filled in: to be checked before a table is read.
 *
 * @throws UsageError if an option is not allowed.
 */
export function tableChoices(options: TableModelOptions) {
  const { variance = "maximum-likelihood", prior = "fit" } = options;
  const smoothing = smoothingFrom("table", options);
  requireVariance("table", variance);
  requirePrior(prior);
  return { smoothing, variance, prior };
}
