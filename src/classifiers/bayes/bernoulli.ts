import { sumOf } from "../../base/lists.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { LinearModel, type LinearModelParts } from "../linear-model.js";
import { checkedOptions, type Method } from "../method.js";
import { bernoulliLeftOut } from "./bernoulli-left-out.js";
import { type ClassCounts, classCounts, countsOfTerm, termGroups } from "./class-counts.js";
import type { CountingClassifier } from "./counting-classifier.js";
import { logPrior, type Prior, requirePrior } from "./prior.js";
import { SMOOTHED, type Smoothing, type SmoothingOptions, smoothingFrom } from "./smoothing.js";

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
  const isAlike = !smoothing.byTerm && !smoothing.byFrequency;
  // All terms are smoothed isAlike, so the 0s stand for any term, class and share. A term has two outcomes.
  const alpha = isAlike ? smoothing.added(0, 0, 2, 0) : 0;
  return {
    name: "bernoulli",
    binary: true,
    fitCounts,
    fit: (data) => fitCounts(classCounts(data, true)),
    // Without smoothing, removing a document can make p(t, c) = 1, which a corrected sum cannot express.
    leaveOneOut: isAlike && alpha > 0 ? (counts) => bernoulliLeftOut(counts, alpha, prior) : undefined,
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

/**
 * Makes a Bernoulli model of counts. With p(t, c) the smoothed share of the documents of class c that have term t,
 *
 *     score(c) = log P(c) + Σ_{all t} log (1 - p(t, c)) + Σ_{t present} (log p(t, c) - log (1 - p(t, c)))
 *
 * so it is a linear model, with the first two parts as the bias. Terms with p = 1 are left to `ModelWithCertainTerms`.
 */
function bernoulliModel(counts: ClassCounts, smoothing: Smoothing, prior: Prior): LinearModel {
  const { labels, documents, terms } = counts;
  smoothing.requireShape(terms.rows, labels.length);
  const { kindOf, isPossible, isCertain, absent, logRatio } = presence(counts, smoothing);
  const bias = logPrior(prior, documents);
  /** How many terms of each class are certain. They add nothing to the bias. */
  const certain = new Float64Array(labels.length);
  for (const [c, groups] of termGroups(counts, kindOf).entries()) {
    for (const { kind, count, howMany } of groups) {
      if (!isPossible(kind, c, count)) continue;
      const logTotal = Math.log(documents[c] + smoothing.addedToAll(kind, c, 2));
      if (isCertain(kind, c, count)) certain[c] += howMany;
      else bias[c] += howMany * (Math.log(absent(kind, c, count)) - logTotal);
    }
  }
  const inClass = new Float64Array(labels.length);
  const parts: LinearModelParts = {
    labels,
    bias,
    columns: terms.rows,
    binary: true,
    termWeights(term, into, at) {
      const kind = kindOf(term);
      countsOfTerm(terms, term, inClass);
      for (let c = 0; c < inClass.length; c++) into[at + c] = logRatio(kind, c, inClass[c]);
    },
  };
  if (!certain.some((howMany) => howMany > 0)) return new LinearModel(parts);
  return new ModelWithCertainTerms(parts, (x, row) => {
    const missing = certain.slice();
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      if (x.values[i] === 0) continue;
      const kind = kindOf(x.ids[i]);
      countsOfTerm(terms, x.ids[i], inClass);
      for (let c = 0; c < inClass.length; c++) if (isCertain(kind, c, inClass[c])) missing[c]--;
    }
    return missing;
  });
}

/**
 * Returns functions of p(t, c), given the kind of the term, the class, and how many documents of the class have the
 * term. Terms of one kind have the same smoothing: a kind is the number of the term, the number of documents that have
 * it, or 0 for all terms. A term has two outcomes: present and absent.
 */
function presence({ documents, terms }: ClassCounts, smoothing: Smoothing) {
  const { starts, values } = terms;
  const { byTerm, byFrequency } = smoothing;
  const all = sumOf(documents);
  /** An m-estimate by frequency ignores terms that no document has, or every document. Their kind is that number. */
  const isInformative = (kind: number) => !byFrequency || (kind > 0 && kind < all);
  /** The numerators of p and of 1 - p. Both have the same denominator. */
  const present = (kind: number, c: number, count: number) => count + smoothing.added(kind, c, 2, kind / all);
  const absent = (kind: number, c: number, count: number) =>
    Math.max(0, documents[c] - count) + smoothing.added(kind, c, 2, (all - kind) / all);
  /** Whether the term counts and p is above 0; and whether p is 1, so that its absence is impossible. */
  const isPossible = (kind: number, c: number, n: number) => isInformative(kind) && present(kind, c, n) > 0;
  const isCertain = (kind: number, c: number, n: number) => isPossible(kind, c, n) && absent(kind, c, n) === 0;
  return {
    kindOf(term: number) {
      if (byTerm) return term;
      return byFrequency ? sumOf(values, starts[term], starts[term + 1]) : 0;
    },
    absent,
    isPossible,
    isCertain,
    /** Returns log p - log (1 - p); 0 for a term that does not count or is certain. */
    logRatio(kind: number, c: number, count: number) {
      if (!isInformative(kind)) return 0;
      const having = present(kind, c, count);
      if (having === 0) return Number.NEGATIVE_INFINITY;
      const lacking = absent(kind, c, count);
      return lacking === 0 ? 0 : Math.log(having) - Math.log(lacking);
    },
  };
}

/**
 * A model with certain terms (p = 1), which exist only without smoothing. A certain term that is present adds
 * log 1 = 0, as its weight says. A certain term that is absent adds log 0 = -∞, so scoring counts the certain terms
 * of a class that the document lacks.
 */
class ModelWithCertainTerms extends LinearModel {
  /** Removing a certain term from a document gives -∞, which its weight does not show. */
  override readonly additive = false;
  readonly #missing: (x: SparseMatrix, row: number) => Float64Array;

  /** @param missing returns how many certain terms of each class a row lacks */
  constructor(parts: LinearModelParts, missing: (x: SparseMatrix, row: number) => Float64Array) {
    super(parts);
    this.#missing = missing;
  }

  override scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    super.scoreInto(x, row, scores);
    for (const [c, missing] of this.#missing(x, row).entries()) if (missing > 0) scores[c] = Number.NEGATIVE_INFINITY;
  }
}
