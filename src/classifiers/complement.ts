import { UsageError } from "../errors.js";
import { type ClassCounts, classCounts, sumOf } from "./class-counts.js";
import type { CountingClassifier, LeaveOneOut } from "./counting-classifier.js";
import { eachSharedTerm, leftOut } from "./left-out.js";
import { LinearModel } from "./linear-model.js";
import { logPrior, type Prior, requireAlpha, requirePrior } from "./prior.js";

/** The choices of complement naive Bayes. */
export interface ComplementOptions {
  /** Added to every count of the other classes. Above 0, to 1e100; default 1. */
  readonly alpha?: number;
  /** Whether the weights of a class are divided by the sum of their absolute values. Default false. */
  readonly normalize?: boolean;
  /** Default `"none"`. */
  readonly prior?: Prior;
}

/**
 * Complement naive Bayes. With N(t, ¬c) the occurrences of term t in the training documents
 * of all classes but c, and V the number of terms,
 *
 *     P(t | ¬c) = (N(t, ¬c) + α) / (Σ_t' N(t', ¬c) + α·V)
 *     score(c)  = log P(c) - Σ_t x(t) · log P(t | ¬c)
 *
 * A class is learned from the documents that are not in it: every class from about as many,
 * so that a large class has no better estimates than a small one. It assumes that a document
 * of a class fits all others badly. With `normalize`, w(t, c) = -log P(t | ¬c) is divided by
 * Σ_t' |w(t', c)|: no class has larger weights than another because its terms depend on each
 * other. Source: Rennie, Shih, Teevan and Karger 2003, sections 3.1 and 3.2 (their
 * transforms of the counts are a weighting of terms); the same as scikit-learn's.
 *
 * P(c) is left out unless it is asked for, as in their final algorithm: beside sums over
 * hundreds of words it decides nothing, and beside normalized weights, which are
 * thousandths, it would decide everything. That of the complement, negated, -log P(¬c),
 * would have no value where one class has all documents, so that P(c) it is.
 *
 * α = 0 would give a term that only one class has an infinite weight: it is refused.
 */
export function complement(options: ComplementOptions = {}): CountingClassifier {
  const { alpha = 1, normalize = false, prior = "none" } = options;
  requireAlpha("complement", alpha);
  if (alpha === 0) {
    throw new UsageError("complement: alpha: required a number above 0, as a term of one class alone needs it, got 0");
  }
  if (typeof normalize !== "boolean") {
    throw new UsageError(`complement: normalize: required true or false, got ${JSON.stringify(normalize)}`);
  }
  requirePrior(prior);

  const modelOf = (counts: ClassCounts, size: number): LinearModel => {
    const { labels, documents, terms } = counts;
    const { rows: columns, starts, ids, values } = terms;
    const logTotal = logTotals(counts.totals, alpha * size);
    const scale = normalize
      ? sumsOfWeights(counts, alpha, logTotal).map((sum) => (sum === 0 ? 0 : 1 / sum))
      : undefined;
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
        if (scale !== undefined) for (let c = 0; c < labels.length; c++) into[at + c] *= scale[c];
      },
    });
  };

  const fitCounts = (counts: ClassCounts) => modelOf(counts, counts.terms.rows);
  // The sum of a class's weights is over all terms.
  const fitSome = normalize ? undefined : modelOf;

  const leaveOneOut = ({ documents, totals, terms }: ClassCounts): LeaveOneOut | undefined => {
    // The sum of a class's weights is over all terms: leaving a document out changes it by more than the document's.
    if (normalize) return undefined;
    const counts = new Float64Array(documents.length);
    return (x, row, own, scores) => {
      const { length, known } = leftOut(terms, x, row, own);
      const others = documents.map((n, c) => (c === own ? n - 1 : n));
      const logTotal = logTotals(
        totals.map((total, c) => (c === own ? total - length : total)),
        alpha * known,
      );
      scores.set(logPrior(prior, others));
      eachSharedTerm(terms, x, row, own, counts, (_, value) => {
        const all = sumOf(counts);
        for (let c = 0; c < scores.length; c++) {
          scores[c] += value * (logTotal[c] - Math.log(all - counts[c] + alpha));
        }
      });
      return known;
    };
  };

  return {
    name: "complement",
    binary: false,
    fitCounts,
    fitSome,
    fit: (data) => fitCounts(classCounts(data)),
    leaveOneOut,
  };
}

/** Of each class, the log of what all others have, smoothed. */
function logTotals(totals: Float64Array, added: number): Float64Array {
  const all = sumOf(totals);
  return totals.map((total) => Math.log(all - total + added));
}

/**
 * Σ_t (log total - log (N(t, ¬c) + α)) of each class. Summed by count and not by term it is
 * independent of the numbering of the terms, and takes a logarithm a count.
 */
function sumsOfWeights({ labels, terms }: ClassCounts, alpha: number, logTotal: Float64Array): Float64Array {
  const { rows: columns, starts, ids, values } = terms;
  const ofAll = new Map<number, number>();
  const ofClass = labels.map(() => new Map<number, number>());
  const add = (howMany: Map<number, number>, count: number, change: number) =>
    howMany.set(count, (howMany.get(count) ?? 0) + change);
  for (let term = 0; term < columns; term++) {
    const all = sumOf(values, starts[term], starts[term + 1]);
    add(ofAll, all, 1);
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      add(ofClass[ids[i]], all, -1);
      add(ofClass[ids[i]], all - values[i], 1);
    }
  }
  return logTotal.map((log, c) => {
    const howMany = new Map(ofAll);
    for (const [count, change] of ofClass[c]) add(howMany, count, change);
    return [...howMany]
      .sort(([a], [b]) => a - b)
      .reduce((sum, [count, n]) => sum + n * (log - Math.log(count + alpha)), 0);
  });
}
