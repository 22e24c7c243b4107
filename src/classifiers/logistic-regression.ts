import { DataError, UsageError } from "../errors.js";
import { type Dataset, type FitProgress, requireDataset } from "./classifier.js";
import { dualAscent } from "./dual-ascent.js";
import type { StoredClassifier } from "./stored-classifier.js";
import { StoredLinearModel } from "./stored-linear-model.js";

/** The choices of logistic regression. */
export interface LogisticRegressionOptions {
  /** What errors cost against the size of weights: scikit-learn's `C`. Above 0, up to 1e10, default 1. */
  readonly cost?: number;
  /** Whether each class has a weight of its own, which costs nothing: scikit-learn's `fit_intercept`. Default true. */
  readonly intercept?: boolean;
  /**
   * Learning stops when the objective is within about this share of the least there is, by
   * the duality gap as it is summed up while learning. 1e-7 gives scikit-learn's to 1e-6. Above 0, below 1, default 0.01.
   */
  readonly tolerance?: number;
  /** Learning stops after so many passes over the documents at the latest. At least 1, default 100. */
  readonly epochs?: number;
}

/** What the options are where nothing is chosen. */
export const LOGISTIC_DEFAULTS = { cost: 1, intercept: true, tolerance: 0.01, epochs: 100 } as const;

/**
 * Multinomial logistic regression with L2 penalty,
 *
 *     score(c) = b(c) + Σ_t x(t) · w(t, c),   P(c | x) = exp score(c) / Σ_c' exp score(c')
 *
 * with the w and b that minimize
 *
 *     1/2 Σ_t,c w(t, c)² + C Σ_i weight(i) · -ln P(y_i | x_i)
 *
 * which is scikit-learn's objective of the same C. It assumes that log odds are linear in
 * the terms, and nothing of how documents come about: what naive Bayes takes for
 * independent evidence, it weighs together. Source: Ng and Jordan 2002; Hastie, Tibshirani
 * and Friedman 2009, section 4.4.
 *
 * A class without documents is never predicted: its score is -∞.
 */
export function logisticRegression(options: LogisticRegressionOptions = {}): StoredClassifier {
  requireLogisticOptions("logistic-regression", options);
  return {
    name: "logistic-regression",
    fit: (data, onProgress) => fitLogistic(data, options, undefined, onProgress),
    restore: StoredLinearModel.restore,
  };
}

/**
 * The model of the classes that have documents.
 *
 * @param ratios what each class multiplies each term by: a row per term, a number per class that has documents; left out: 1 each
 */
export function fitLogistic(
  data: Dataset,
  options: LogisticRegressionOptions,
  ratios?: Float32Array,
  onProgress?: FitProgress,
): StoredLinearModel {
  requireDataset("fit", data);
  requireValues(data);
  const { x, y, labels, weights } = data;
  const { cost, intercept, tolerance, epochs } = { ...LOGISTIC_DEFAULTS, ...options };
  const present = presentClasses(data);
  const numbers = new Uint32Array(labels.length);
  for (const [number, c] of present.entries()) numbers[c] = number;
  const solution = dualAscent(
    {
      x,
      y: Uint32Array.from({ length: x.rows }, (_, row) => numbers[y[row]]),
      classes: present.length,
      costs: Float64Array.from({ length: x.rows }, (_, row) => cost * (weights?.[row] ?? 1)),
      ratios,
      intercept,
      tolerance,
      epochs,
    },
    onProgress,
  );
  const bias = new Float64Array(labels.length).fill(Number.NEGATIVE_INFINITY);
  const all = new Float32Array(x.columns * labels.length);
  for (const [number, c] of present.entries()) {
    bias[c] = solution.bias[number];
    for (let term = 0; term < x.columns; term++) {
      all[term * labels.length + c] = solution.weights[term * present.length + number];
    }
  }
  return new StoredLinearModel(labels, bias, all);
}

/** The classes with a document that counts, ascending. */
export function presentClasses({ y, labels, weights }: Dataset): Uint32Array {
  const sums = new Float64Array(labels.length);
  for (let row = 0; row < y.length; row++) sums[y[row]] += weights?.[row] ?? 1;
  return Uint32Array.from(labels.keys()).filter((c) => sums[c] > 0);
}

/** Their squares, added up and multiplied by the cost, must be finite, and weights in single precision not 0. */
const MAX_VALUE = 1e15;

function requireValues({ x }: Dataset): void {
  for (let row = 0; row < x.rows; row++) {
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      if (Math.abs(x.values[i]) <= MAX_VALUE) continue;
      throw new DataError(
        `fit: row ${row}, column ${x.ids[i]}: required a number of at most ${MAX_VALUE}, got ${x.values[i]}`,
      );
    }
  }
}

/** @throws UsageError if an option is out of range. */
export function requireLogisticOptions(where: string, options: LogisticRegressionOptions): void {
  const { cost, intercept, tolerance, epochs } = { ...LOGISTIC_DEFAULTS, ...options };
  if (!(typeof cost === "number" && cost > 0 && cost <= MAX_COST)) {
    throw new UsageError(`${where}: cost: required a number above 0, up to ${MAX_COST}, got ${String(cost)}`);
  }
  if (typeof intercept !== "boolean") {
    throw new UsageError(`${where}: intercept: required true or false, got ${JSON.stringify(intercept)}`);
  }
  if (!(typeof tolerance === "number" && tolerance > 0 && tolerance < 1)) {
    throw new UsageError(`${where}: tolerance: required a number above 0, below 1, got ${String(tolerance)}`);
  }
  if (!(Number.isInteger(epochs) && epochs >= 1)) {
    throw new UsageError(`${where}: epochs: required a whole number of at least 1, got ${String(epochs)}`);
  }
}

const MAX_COST = 1e10;
