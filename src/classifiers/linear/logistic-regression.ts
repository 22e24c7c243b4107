import { DataError } from "../../base/errors.js";
import { ascending } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { classWeights, requireDataset } from "../../features/dataset.js";
import { type Dataset, rowView } from "../../features/sparse-matrix.js";
import { checkedOptions, type Method, type MethodOption } from "../method.js";
import type { StoredClassifier } from "../stored-classifier.js";
import { dualAscent } from "./dual-ascent.js";
import { StoredLinearModel } from "./stored-linear-models.js";

/**
 * Multinomial logistic regression with L2 penalty,
 *
 *     score(c) = b(c) + Σ_t x(t) · w(t, c),   P(c | x) = exp score(c) / Σ_c' exp score(c')
 *
 * with the w and b that minimize
 *
 *     1/2 Σ_t,c w(t, c)² + C Σ_i weight(i) · -ln P(y_i | x_i)
 *
 * This is the objective of scikit-learn with the same C. It assumes that log odds are linear in the terms, but not that
 * terms are independent. If terms repeat the same evidence, it does not count them twice, as naive Bayes does.
 * A class without documents is never predicted: its score is -∞.
 *
 * Source: Ng and Jordan 2002; Hastie, Tibshirani and Friedman 2009, section 4.4.
 *
 * @throws UsageError if an option is out of range.
 */
export function logisticRegression(options: LogisticRegressionOptions = {}): StoredClassifier {
  const { cost, ...checked } = checkedOptions<LogisticRegressionOptions>(LOGISTIC_REGRESSION, options);
  return {
    name: "logistic-regression",
    fit(data, onProgress) {
      requireDataset("fit", data);
      requireValues(data);
      // Many passes read the rows, so plain arrays are faster.
      const x = data.x.plain?.() ?? data.x;
      const present = presentClasses(data);
      const classes = present.classes.length;
      const problem = { ...checked, x, y: present.y, classes, costs: costsOf(data, cost) };
      const solution = dualAscent(problem, onProgress);
      if (!solution.isFinished) tellUnfinished("logistic regression", checked);
      const { bias, weights } = ofAllClasses(data, present, (place) => ({
        bias: solution.bias[place],
        weightOf: (term) => solution.weights[term * classes + place],
      }));
      return new StoredLinearModel(data.labels, bias, weights);
    },
    restore: StoredLinearModel.restore,
  };
}

/** Options of logistic regression. */
export interface LogisticRegressionOptions {
  /** C, the cost of errors against that of large weights, as in scikit-learn. Above 0, at most 1e10, default 1. */
  readonly cost?: number;
  /** Whether each class has an intercept, which is not penalized: scikit-learn's `fit_intercept`. Default true. */
  readonly intercept?: boolean;
  /**
   * Learning stops when the objective is within about this share of the minimum. Probabilities are then within about
   * its square root of the exact ones: 1e-7 gives three digits, 1e-12 six. Above 0, below 1, default 0.01.
   */
  readonly tolerance?: number;
  /** The most passes over the documents; a warning says if they are too few. At least 1, default 100. */
  readonly epochs?: number;
}

/** The option C of every linear method. */
export const COST = {
  does: "cost of errors relative to the cost of large weights, scikit-learn's C",
  takes: { above: 0, to: 1e10 },
  usual: 1,
} as const satisfies MethodOption;

/** The options of every linear method that say when learning stops. */
export const LIMITS = {
  tolerance: { does: "stop this close to the best weights", takes: { above: 0, below: 1 }, usual: 0.01 },
  epochs: { does: "most passes over the documents", takes: { from: 1, isWhole: true }, usual: 100 },
} as const satisfies Record<string, MethodOption>;

/** The entry of the method in the table of classifiers. */
export const LOGISTIC_REGRESSION = {
  name: "logistic-regression",
  title: "logistic regression",
  family: "Linear methods",
  titleOptions: ["cost"],
  rest: "intercept",
  options: {
    cost: COST,
    intercept: { does: "no weight for each class that holds for every document", takes: "boolean", usual: true },
    ...LIMITS,
  },
  make: logisticRegression,
} satisfies Method<LogisticRegressionOptions>;

/** Whether `tellUnfinished` has warned in this process. */
let hasTold = false;

/** Warns once that learning stopped before its tolerance, as scikit-learn does. */
export function tellUnfinished(name: string, { tolerance, epochs }: { tolerance: number; epochs: number }): void {
  if (hasTold) return;
  hasTold = true;
  process.emitWarning(
    `${name} stopped after ${plural(epochs, "pass", "passes")}, before it reached the tolerance ${tolerance}: allow more epochs, lower the cost, or weight the counts (tf log, norm l2)`,
    "ThresherWarning",
  );
}

/** Returns the cost of an error in each row. */
export function costsOf({ x, weights }: Dataset, cost: number): Float64Array {
  return Float64Array.from({ length: x.rows }, (_, row) => cost * (weights?.[row] ?? 1));
}

/**
 * Upper bound of values: squares must stay finite when they are summed and multiplied by the cost, and weights in
 * single precision must stay above 0.
 */
const MAX_VALUE = 1e15;

/** @throws DataError if a value is too large. */
export function requireValues({ x }: Dataset): void {
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      if (Math.abs(values[i]) <= MAX_VALUE) continue;
      throw new DataError(`fit: row ${row}, column ${ids[i]}: a value must be at most ${MAX_VALUE}, not ${values[i]}`);
    }
  }
}

/**
 * Returns the classes that have a document of weight above 0, ascending, and for each row the place of its class among
 * them (`y`; 0 for a row of weight 0 whose class is not there). Linear methods learn only these classes.
 */
export function presentClasses(data: Dataset) {
  const sums = classWeights(data);
  const classes = ascending(sums.length).filter((c) => sums[c] > 0);
  const places = sums.map((_, c) => Math.max(0, classes.indexOf(c)));
  return { classes, y: Uint32Array.from(data.y, (c) => places[c]) };
}

/**
 * Returns bias and weights of all classes. A class without documents gets a bias of -∞ and weights of 0: it is never
 * predicted.
 *
 * @param learned returns the bias and the weights of the present class at a place
 * @returns a bias per class; and a row of weights per term, with a number per class
 */
export function ofAllClasses(
  { x, labels: { length: size } }: Dataset,
  { classes }: ReturnType<typeof presentClasses>,
  learned: (place: number) => { readonly bias: number; readonly weightOf: (term: number) => number },
): { readonly bias: Float64Array; readonly weights: Float32Array } {
  const bias = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  const weights = new Float32Array(x.columns * size);
  for (const [place, c] of classes.entries()) {
    const ofClass = learned(place);
    bias[c] = ofClass.bias;
    for (let term = 0; term < x.columns; term++) weights[term * size + c] = ofClass.weightOf(term);
  }
  return { bias, weights };
}
