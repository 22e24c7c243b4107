import { sumOf } from "../../base/lists.js";
import { sourceNumber } from "../../features/term-kinds.js";
import { emphasize } from "../emphasis.js";
import { power } from "../power.js";
import { SourceSums } from "../source-sums.js";
import type { ClassCounts } from "./class-counts.js";
import { eachSharedTerm, type LeaveOneOut, leftOut } from "./leave-one-out.js";
import { logTotals, type MultinomialParts } from "./multinomial-model.js";
import { logPrior } from "./prior.js";

/**
 * Scores each document by the multinomial model of all other documents:
 *
 *     score(c) = (log P(c) + Σ_t x(t) · says(t) · log P(t | c)) / (1 + Σ_t x(t) · says(t)) ^ temper
 *
 * says(t) is how well a term tells the classes apart, from 0 to 1: see `EmphasisOptions`. With source weights, the
 * terms of each source are multiplied by one more factor: see `SourceSums`.
 *
 * @param size the number of all terms
 * @returns a function that writes the scores of a row, and returns how many terms the other documents have
 */
export function multinomialLeftOut(parts: MultinomialParts, counts: ClassCounts, size: number): LeaveOneOut {
  const { smoothing, prior, emphasis, temper, sourceWeights } = parts;
  const { terms, kinds } = counts;
  const classes = counts.documents.length;
  /** A number per class: the counts of the current term without the document, and says(t) · log P(t | c). */
  const inClass = new Float64Array(classes);
  const weights = new Float64Array(classes);
  const sources = SourceSums.of(sourceWeights, classes);
  return (x, row, own, scores) => {
    const { documents, totals, known } = leftOut(counts, x, row, own, size);
    const all = sumOf(totals);
    const logTotal = logTotals(smoothing, totals, known);
    scores.set(logPrior(prior, documents));
    /** The divisor of the scores before the power: 1 + Σ_t x(t) · says(t). */
    let evidence = 1;
    sources?.clear();
    eachSharedTerm(terms, x, row, own, inClass, (term, value) => {
      // The term's share of all tokens, for smoothing that adds more to frequent terms.
      const share = smoothing.byFrequency ? sumOf(inClass) / all : 0;
      let last = Number.NaN;
      let log = Number.NaN;
      for (let c = 0; c < classes; c++) {
        const count = inClass[c] + smoothing.added(term, c, known, share);
        // Most classes do not have the term and share a logarithm.
        if (count !== last) log = Math.log(count);
        last = count;
        weights[c] = count === 0 ? Number.NEGATIVE_INFINITY : log - logTotal[c];
      }
      // Multiplies the weights by says(t).
      const says = emphasize(weights, 0, classes, emphasis);
      evidence += value * says;
      if (sources !== undefined) sources.add(sourceNumber(kinds?.(term) ?? 0), value, says, weights, 0);
      else for (let c = 0; c < classes; c++) scores[c] += value * weights[c];
    });
    sources?.addTo(scores);
    if (temper !== 0) for (let c = 0; c < classes; c++) scores[c] *= power(evidence, -temper);
    return known;
  };
}
