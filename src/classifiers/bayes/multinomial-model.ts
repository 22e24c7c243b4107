import { sumOf } from "../../base/lists.js";
import type { EmphasisOptions } from "../emphasis.js";
import { LinearModel } from "../linear-model.js";
import type { ClassCounts } from "./class-counts.js";
import { logPrior, type Prior } from "./prior.js";
import type { Smoothing } from "./smoothing.js";

/** The settings of a multinomial model: the options of `multinomial` with their defaults. */
export type MultinomialParts = Required<EmphasisOptions> & { readonly smoothing: Smoothing; readonly prior: Prior };

/**
 * Makes a multinomial model of the counts of some or all terms. With N(t, c) the count of term t in class c, and a what
 * smoothing adds to it,
 *
 *     P(t | c) = (N(t, c) + a(t, c)) / Σ_t' (N(t', c) + a(t', c))
 *     score(c) = log P(c) + Σ_t x(t) · log P(t | c)
 *
 * @param size the number of all terms
 */
export function multinomialModel(parts: MultinomialParts, counts: ClassCounts, size: number): LinearModel {
  const { smoothing, prior, emphasis, temper, sourceWeights } = parts;
  const { byFrequency, byTerm } = smoothing;
  const { labels, totals, documents, kinds } = counts;
  const { rows: columns, starts, ids, values } = counts.terms;
  smoothing.requireShape(size, labels.length);
  const all = sumOf(totals);
  const logTotal = logTotals(smoothing, totals, size);
  /** Returns log P(t | c). @param share the share of the term in all occurrences, for smoothing by frequency */
  const logOf = (term: number, c: number, count: number, share: number) => {
    const sum = count + smoothing.added(term, c, size, share);
    return sum === 0 ? Number.NEGATIVE_INFINITY : Math.log(sum) - logTotal[c];
  };
  // Most terms occur in few classes, and most counts are 1: if all terms are smoothed alike, these share their weights.
  const isAlike = !byFrequency && !byTerm;
  /**
   * log P(t | c) in each class of a term that does not occur in it, and of one that occurs once. The first 0 stands for
   * any term, because all are alike, and the last for a share that does not matter.
   */
  const unseen = isAlike ? totals.map((_, c) => logOf(0, c, 0, 0)) : undefined;
  const once = isAlike ? totals.map((_, c) => logOf(0, c, 1, 0)) : undefined;
  return new LinearModel({
    labels,
    bias: logPrior(prior, documents),
    columns,
    emphasis,
    temper,
    ...(sourceWeights && { sourceWeights, kinds }),
    termWeights(term, into, at) {
      const share = byFrequency ? sumOf(values, starts[term], starts[term + 1]) / all : 0;
      // Smoothing by frequency ignores a term that no class has.
      if (byFrequency && !(share > 0)) {
        into.fill(0, at, at + labels.length);
        return;
      }
      if (unseen !== undefined) into.set(unseen, at);
      else for (let c = 0; c < labels.length; c++) into[at + c] = logOf(term, c, 0, share);
      for (let i = starts[term]; i < starts[term + 1]; i++) {
        const c = ids[i];
        into[at + c] = once !== undefined && values[i] === 1 ? once[c] : logOf(term, c, values[i], share);
      }
    },
  });
}

/** Returns the log of the smoothed number of tokens of each class. @param size the number of all terms */
export function logTotals(smoothing: Smoothing, totals: Float64Array, size: number): Float64Array {
  return totals.map((total, c) => {
    // The 0 stands for any term: all terms are alike.
    if (!smoothing.byTerm) return Math.log(total + smoothing.addedToAll(0, c, size));
    let added = 0;
    for (let term = 0; term < size; term++) added += smoothing.added(term, c, size, 0);
    return Math.log(total + added);
  });
}
