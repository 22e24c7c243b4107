import { checkedOptions, type Method } from "../method.js";
import { bernoulliLeftOut } from "./bernoulli-left-out.js";
import { bernoulliModel } from "./bernoulli-model.js";
import { type ClassCounts, classCounts } from "./class-counts.js";
import type { CountingClassifier } from "./counting-classifier.js";
import { type Prior, requirePrior } from "./prior.js";
import { SMOOTHED, type SmoothingOptions, smoothingFrom } from "./smoothing.js";

/**
 * Bernoulli naive Bayes. With N(t, c) the training documents of class c that have term t, and N(c) those of
 * class c,
 *
 *     p(t, c)  = (N(t, c) + a(t, c)) / (N(c) + A(t, c))
 *     score(c) = log P(c) + Σ_{t present} log p(t, c) + Σ_{t absent} log (1 - p(t, c))
 *
 * The sums are over all terms of the vocabulary. Every value other than 0 counts as present. The method is a linear
 * model: the bias of a class is the sum of log (1 - p) over all terms, plus log P(c), and the weight of a term is
 * log p - log (1 - p).
 *
 * There are three ways to smooth. Additive: a = α and A = 2α (default α = 1). An m-estimate: a = m/2 or a = m·N(t)/N,
 * and A = m. A symmetric Beta prior: a = β(t, c) - 1 and A = 2a. The method assumes that terms are present
 * independently, given the class. Source: McCallum and Nigam 1998; Manning, Raghavan and Schütze 2008, section 13.3.
 *
 * Without smoothing (α = 0, m = 0, β = 1), the score of a class can be -∞. It is if the document has a term that no
 * training document of the class has, or if it lacks a term that all of them have. An m-estimate by frequency ignores
 * terms that no training document has, and terms that every training document has.
 */
export function bernoulli(options: BernoulliOptions = {}): CountingClassifier {
  const checked = checkedOptions<BernoulliOptions>(BERNOULLI, options);
  const { prior } = checked;
  const smoothing = smoothingFrom("bernoulli", checked);
  requirePrior(prior);
  const fitCounts = (counts: ClassCounts) => bernoulliModel(counts, smoothing, prior);
  // Leaving one out needs the same smoothing for all terms.
  const alike = !smoothing.byTerm && !smoothing.byFrequency;
  // All terms are smoothed alike, so the 0s stand for any term, class and share. A term has two outcomes.
  const alpha = alike ? smoothing.added(0, 0, 2, 0) : 0;
  return {
    name: "bernoulli",
    binary: true,
    fitCounts,
    fit: (data) => fitCounts(classCounts(data, true)),
    // Without smoothing, removing a document can make p(t, c) = 1, which a corrected sum cannot express.
    leaveOneOut: alike && alpha > 0 ? (counts) => bernoulliLeftOut(counts, alpha, prior) : undefined,
  };
}

/** Options of Bernoulli naive Bayes. Smoothing applies to the two outcomes of a term: present and absent. */
export interface BernoulliOptions extends SmoothingOptions {
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

/** The entry of the method in the table of classifiers. */
export const BERNOULLI = {
  ...SMOOTHED,
  name: "bernoulli",
  title: "Bernoulli naive Bayes",
  rest: "prior and absent terms",
  make: bernoulli,
} satisfies Method<BernoulliOptions>;
