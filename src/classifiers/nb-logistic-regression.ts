import { UsageError } from "../errors.js";
import { type ClassCounts, classCounts } from "./class-counts.js";
import type { Dataset, FitProgress } from "./classifier.js";
import {
  fitLogistic,
  type LogisticRegressionOptions,
  presentClasses,
  requireLogisticOptions,
} from "./logistic-regression.js";
import { requireAlpha } from "./prior.js";
import type { StoredClassifier } from "./stored-classifier.js";
import { StoredLinearModel } from "./stored-linear-model.js";

/** The choices of logistic regression on the features of naive Bayes. */
export interface NbLogisticRegressionOptions extends LogisticRegressionOptions {
  /** Added to every count before ratios are taken. Above 0, up to 1e100, default 1. */
  readonly alpha?: number;
}

/** What the options are where nothing is chosen. */
export const NB_LOGISTIC_DEFAULTS = { cost: 1, alpha: 1, intercept: true, tolerance: 0.01, epochs: 100 } as const;

/**
 * Logistic regression on the features of naive Bayes: each class sees a term x(t) as
 * r(t, c) · x(t), by the term's log ratio in the class and in all others. With N(t, c) the
 * sum of x(t) over the documents of class c and ¬c for all other classes together,
 *
 *     r(t, c)  = ln [(N(t, c) + α) / Σ_t' (N(t', c) + α)] - ln [(N(t, ¬c) + α) / Σ_t' (N(t', ¬c) + α)]
 *     score(c) = b(c) + Σ_t x(t) · r(t, c) · v(t, c)
 *
 * where v and b minimize what logistic regression minimizes: with the weights
 * w = r · v that is the same objective, in which w(t, c)² is divided by r(t, c)². A term
 * that naive Bayes finds telling may have a large weight at little cost; one that it finds
 * to say nothing has none. It assumes what logistic regression does, and of naive Bayes
 * only that its ratios say which terms are worth learning from.
 *
 * The ratios are of values as they are given: of presences, as in the source, with `tf`
 * `"binary"`. Source: Wang and Manning 2012, for two classes and one r; here each class of several has its own.
 */
export function nbLogisticRegression(options: NbLogisticRegressionOptions = {}): StoredClassifier {
  const { alpha, ...choices } = { ...NB_LOGISTIC_DEFAULTS, ...options };
  requireAlpha(NAME, alpha);
  if (alpha === 0) throw new UsageError(`${NAME}: alpha: required a number above 0: a ratio to 0 is no number, got 0`);
  requireLogisticOptions(NAME, choices);
  return {
    name: NAME,
    fit(data: Dataset, onProgress?: FitProgress) {
      const counts = classCounts(data);
      return fitLogistic(data, choices, logRatios(counts, presentClasses(data), alpha), onProgress);
    },
    restore: StoredLinearModel.restore,
  };
}

const NAME = "nb-logistic-regression";

/** r, a row per term, a number for each of these classes. */
function logRatios({ totals, terms }: ClassCounts, classes: Uint32Array, alpha: number): Float32Array {
  const all = totals.reduce((sum, total) => sum + total, 0);
  const smoothing = alpha * terms.rows;
  const logTotals = totals.map((total) => Math.log(total + smoothing) - Math.log(all - total + smoothing));
  const ratios = new Float32Array(terms.rows * classes.length);
  const own = new Float64Array(totals.length);
  for (let term = 0; term < terms.rows; term++) {
    let sum = 0;
    for (let i = terms.starts[term]; i < terms.starts[term + 1]; i++) {
      own[terms.ids[i]] = terms.values[i];
      sum += terms.values[i];
    }
    for (const [number, c] of classes.entries()) {
      const others = Math.max(0, sum - own[c]);
      // No quotient: of a tiny alpha it would be infinite.
      ratios[term * classes.length + number] = Math.log(own[c] + alpha) - Math.log(others + alpha) - logTotals[c];
    }
    own.fill(0);
  }
  return ratios;
}
