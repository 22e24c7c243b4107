import { type ClassCounts, classCounts, isOnlyHere } from "./class-counts.js";
import type { CountingClassifier, LeaveOneOut } from "./counting-classifier.js";
import { LinearModel } from "./linear-model.js";
import { logPrior, type Prior, requireAlpha, requirePrior } from "./prior.js";

/** The choices of multinomial naive Bayes. */
export interface MultinomialOptions {
  /** Added to every count: 1 is add-one (Laplace), 0 is maximum likelihood. From 0 to 1e100, default 1. */
  readonly alpha?: number;
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

/**
 * Multinomial naive Bayes. With N(t, c) the occurrences of term t in the training
 * documents of class c and V the number of terms,
 *
 *     P(t | c) = (N(t, c) + α) / (Σ_t' N(t', c) + α·V)
 *     score(c) = log P(c) + Σ_t x(t) · log P(t | c)
 *
 * It assumes that the tokens of a document are drawn one by one, independently, given the
 * class. Source: Mitchell 1997, section 6.10; Manning, Raghavan and Schütze 2008, section
 * 13.2. With α = 0 a term that a class has never had rules that class out: its score is -∞.
 */
export function multinomial(options: MultinomialOptions = {}): CountingClassifier {
  const { alpha = 1, prior = "fit" } = options;
  requireAlpha("multinomial", alpha);
  requirePrior(prior);
  const fitCounts = (counts: ClassCounts): LinearModel => {
    const classes = counts.labels.length;
    const { rows: columns, starts, ids, values } = counts.terms;
    const logTotal = counts.totals.map((total) => Math.log(total + alpha * columns));
    const unseen = logTotal.map((log) => (alpha === 0 ? Number.NEGATIVE_INFINITY : Math.log(alpha) - log));
    return new LinearModel({
      labels: counts.labels,
      bias: logPrior(prior, counts.documents),
      columns,
      termWeights(term, into, at) {
        for (let c = 0; c < classes; c++) into[at + c] = unseen[c];
        for (let i = starts[term]; i < starts[term + 1]; i++) {
          into[at + ids[i]] = Math.log(values[i] + alpha) - logTotal[ids[i]];
        }
      },
    });
  };

  const leaveOneOut = ({ documents, totals, terms }: ClassCounts): LeaveOneOut => {
    const { rows: columns, starts, ids, values } = terms;
    const counts = new Float64Array(documents.length);
    return (x, row, own, scores) => {
      let length = 0;
      let known = columns;
      for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
        length += x.values[i];
        if (isOnlyHere(terms, x.ids[i], own, x.values[i])) known--;
      }
      const others = documents.map((n, c) => (c === own ? n - 1 : n));
      const logTotal = totals.map((total, c) => Math.log(total - (c === own ? length : 0) + alpha * known));
      scores.set(logPrior(prior, others));
      for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
        const value = x.values[i];
        const term = x.ids[i];
        if (value === 0 || isOnlyHere(terms, term, own, value)) continue;
        counts.fill(0);
        for (let j = starts[term]; j < starts[term + 1]; j++) counts[ids[j]] = values[j];
        counts[own] -= value;
        for (let c = 0; c < scores.length; c++) {
          const weight = counts[c] + alpha === 0 ? Number.NEGATIVE_INFINITY : Math.log(counts[c] + alpha) - logTotal[c];
          scores[c] += value * weight;
        }
      }
      return known;
    };
  };

  return { name: "multinomial", binary: false, fitCounts, fit: (data) => fitCounts(classCounts(data)), leaveOneOut };
}
