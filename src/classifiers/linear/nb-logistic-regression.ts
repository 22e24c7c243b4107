import { requireNumber } from "../../base/checks.js";
import { sumOf } from "../../base/lists.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { type ClassCounts, classCounts, countsOfTerm } from "../bayes/class-counts.js";
import { MAX_ALPHA } from "../bayes/prior.js";
import type { FitProgress } from "../classifier.js";
import type { Method } from "../method.js";
import type { StoredClassifier } from "../stored-classifier.js";
import {
  fitLogistic,
  LOGISTIC_DEFAULTS,
  type LogisticRegressionOptions,
  requireLogisticOptions,
} from "./logistic-regression.js";
import { PresentClasses } from "./present-classes.js";
import { StoredLinearModel } from "./stored-linear-models.js";

/**
 * Logistic regression on the features of naive Bayes: each class multiplies a term x(t) by r(t, c), the log
 * ratio of the term in the class to all others. With N(t, c) the sum of x(t) over the documents of class c, and
 * ¬c all other classes together,
 *
 *     r(t, c)  = ln [(N(t, c) + α) / Σ_t' (N(t', c) + α)] - ln [(N(t, ¬c) + α) / Σ_t' (N(t', ¬c) + α)]
 *     score(c) = b(c) + Σ_t x(t) · r(t, c) · v(t, c)
 *
 * where v and b minimize the objective of logistic regression. With w = r · v this is the same objective, except that
 * w(t, c)² is divided by r(t, c)². A large weight costs little for a term that naive Bayes finds informative. A term
 * with ratio 0 cannot get a weight. It makes the assumptions of logistic regression, and assumes that the ratios of
 * naive Bayes show which terms are worth learning from.
 *
 * Source: Wang and Manning 2012. They use presences (here with `tf: "binary"`), and one r for two classes. Here each
 * class has its own r.
 */
export function nbLogisticRegression(options: NbLogisticRegressionOptions = {}): StoredClassifier {
  const { alpha, ...choices } = { ...NB_LOGISTIC_DEFAULTS, ...options };
  requireNumber(`${NAME}: alpha`, alpha, { above: 0, to: MAX_ALPHA });
  requireLogisticOptions(NAME, choices);
  return {
    name: NAME,
    fit(data: Dataset, onProgress?: FitProgress) {
      const counts = classCounts(data);
      return fitLogistic(data, choices, logRatios(counts, new PresentClasses(data).classes, alpha), onProgress);
    },
    restore: StoredLinearModel.restore,
  };
}

/** Options of logistic regression on the features of naive Bayes. */
export interface NbLogisticRegressionOptions extends LogisticRegressionOptions {
  /** Added to every count before ratios are taken. Above 0, at most 1e100, default 1. */
  readonly alpha?: number;
}

/** The defaults, in the order in which reports and model files name them. */
const { cost, ...otherDefaults } = LOGISTIC_DEFAULTS;
const NB_LOGISTIC_DEFAULTS = { cost, alpha: 1, ...otherDefaults };

/** The entry of the method in the table of classifiers. */
export const NB_LOGISTIC_REGRESSION = {
  title: "logistic regression on naive Bayes features",
  titleOptions: ["cost", "alpha"],
  defaults: () => NB_LOGISTIC_DEFAULTS,
  make: nbLogisticRegression,
} satisfies Method<NbLogisticRegressionOptions>;

const NAME = "nb-logistic-regression";

/** Returns r: a row per term, a number for each of these classes. */
export function logRatios({ totals, terms }: ClassCounts, classes: Uint32Array, alpha: number): Float32Array {
  const all = sumOf(totals);
  const smoothing = alpha * terms.rows;
  const logTotals = totals.map((total) => Math.log(total + smoothing) - Math.log(all - total + smoothing));
  const ratios = new Float32Array(terms.rows * classes.length);
  const counts = new Float64Array(totals.length);
  for (let term = 0; term < terms.rows; term++) {
    countsOfTerm(terms, term, counts);
    const sum = sumOf(terms.values, terms.starts[term], terms.starts[term + 1]);
    for (const [place, c] of classes.entries()) {
      const others = Math.max(0, sum - counts[c]);
      // Subtracts logarithms, because the quotient would be infinite for a tiny alpha.
      ratios[term * classes.length + place] = Math.log(counts[c] + alpha) - Math.log(others + alpha) - logTotals[c];
    }
  }
  return ratios;
}
