import { sumOf } from "../../base/lists.js";
import { LinearModel } from "../linear-model.js";
import { checkedOptions, type Method } from "../method.js";
import { type ClassCounts, tally } from "./class-counts.js";
import { type CountingClassifier, countingClassifier } from "./counting-classifier.js";
import { eachSharedTerm, type LeaveOneOut, leftOut } from "./leave-one-out.js";
import { logPrior, MAX_ALPHA, PRIOR, type Prior, requirePrior } from "./prior.js";
import { ALPHA } from "./smoothing.js";

/**
 * Complement naive Bayes. With N(t, ¬c) the occurrences of term t in the training documents of all classes but
 * c, and V the number of terms,
 *
 *     P(t | ¬c) = (N(t, ¬c) + α) / (Σ_t' N(t', ¬c) + α·V)
 *     score(c)  = log P(c) - Σ_t x(t) · log P(t | ¬c)
 *
 * Each class is learned from the documents that are not in it, so that small classes have estimates as good as
 * large ones. With `normalize`, w(t, c) = -log P(t | ¬c) is divided by Σ_t' |w(t', c)|.
 *
 * It assumes that a document of a class fits badly to all other classes. Source: Rennie, Shih, Teevan and
 * Karger 2003, sections 3.1 and 3.2. Their transforms of the counts are options of weighting (`tf`, `idf`, `norm`).
 * The results equal those of scikit-learn's `ComplementNB`.
 *
 * The prior is left out by default, as in their final algorithm. Without `normalize` it changes little, because the
 * scores are sums over hundreds of words. With `normalize` it would decide alone, because the weights are thousandths.
 * α = 0 is refused, because a term that only one class has would get an infinite weight.
 */
export function complement(options: ComplementOptions = {}): CountingClassifier {
  const { alpha, normalize, prior } = checkedOptions<ComplementOptions>(COMPLEMENT, options);
  requirePrior(prior);

  const modelOf = (counts: ClassCounts, size: number): LinearModel => {
    const { labels, documents, terms } = counts;
    const { rows: columns, starts, ids, values } = terms;
    const logTotal = logTotals(counts.totals, alpha * size);
    const scale = normalize && sumsOfWeights(counts, alpha, logTotal).map((sum) => (sum === 0 ? 0 : 1 / sum));
    return new LinearModel({
      labels,
      bias: logPrior(prior, documents),
      columns,
      termWeights(term, into, at) {
        const all = sumOf(values, starts[term], starts[term + 1]);
        const unseen = Math.log(all + alpha);
        for (let c = 0; c < labels.length; c++) into[at + c] = logTotal[c] - unseen;
        for (let i = starts[term]; i < starts[term + 1]; i++) {
          into[at + ids[i]] = logTotal[ids[i]] - Math.log(all - values[i] + alpha);
        }
        if (scale) for (let c = 0; c < labels.length; c++) into[at + c] *= scale[c];
      },
    });
  };

  const leaveOneOut = (counts: ClassCounts): LeaveOneOut => {
    const { terms } = counts;
    const inClass = new Float64Array(counts.documents.length);
    return (x, row, own, scores) => {
      const { documents, totals, known } = leftOut(counts, x, row, own);
      const logTotal = logTotals(totals, alpha * known);
      scores.set(logPrior(prior, documents));
      eachSharedTerm(terms, x, row, own, inClass, (_, value) => {
        const all = sumOf(inClass);
        for (let c = 0; c < scores.length; c++) {
          scores[c] += value * (logTotal[c] - Math.log(all - inClass[c] + alpha));
        }
      });
      return known;
    };
  };

  // Normalizing sums over all terms, so it does not allow leaving one out.
  const facts = { name: "complement", leaveOneOut: normalize ? undefined : leaveOneOut, learnsFromOthers: true };
  return countingClassifier(facts, modelOf);
}

/** Options of complement naive Bayes. */
export interface ComplementOptions {
  /** Added to every count of the other classes. Above 0, at most 1e100; default 1. */
  readonly alpha?: number;
  /** Whether to divide the weights of a class by the sum of their absolute values. Default false. */
  readonly normalize?: boolean;
  /** Default `"none"`. */
  readonly prior?: Prior;
}

/** The entry of the method in the table of classifiers. */
export const COMPLEMENT = {
  name: "complement",
  title: "complement naive Bayes",
  family: "Naive Bayes",
  titleOptions: ["alpha", "normalize"],
  options: {
    alpha: { ...ALPHA, takes: { above: 0, to: MAX_ALPHA } },
    normalize: {
      does: "divide the weights of a class by the sum of their absolute values",
      takes: "boolean",
      usual: false,
    },
    prior: { ...PRIOR, usual: "none" },
  },
  make: complement,
} satisfies Method<ComplementOptions>;

/** Returns the log of the smoothed sum of all other classes, for each class. */
function logTotals(totals: Float64Array, added: number): Float64Array {
  const all = sumOf(totals);
  return totals.map((total) => Math.log(all - total + added));
}

/**
 * Returns Σ_t (log total - log (N(t, ¬c) + α)) of each class. It is summed by groups of terms with the same N(t, ¬c),
 * which needs fewer logarithms, and the sum does not depend on the term numbers.
 */
function sumsOfWeights({ labels, terms }: ClassCounts, alpha: number, logTotal: Float64Array): Float64Array {
  const { rows: columns, starts, ids, values } = terms;
  const ofAll = new Map<number, number>();
  const ofClass = labels.map(() => new Map<number, number>());
  for (let term = 0; term < columns; term++) {
    const all = sumOf(values, starts[term], starts[term + 1]);
    tally(ofAll, all, 1);
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      tally(ofClass[ids[i]], all, -1);
      tally(ofClass[ids[i]], all - values[i], 1);
    }
  }
  return logTotal.map((log, c) => {
    const howMany = new Map(ofAll);
    for (const [count, change] of ofClass[c]) tally(howMany, count, change);
    return [...howMany]
      .sort(([a], [b]) => a - b)
      .reduce((sum, [count, n]) => sum + n * (log - Math.log(count + alpha)), 0);
  });
}
