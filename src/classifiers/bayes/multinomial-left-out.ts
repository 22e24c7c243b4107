import { sumOf } from "../../base/lists.js";
import { sourceNumber } from "../../features/term-kinds.js";
import { emphasize } from "../emphasis.js";
import { power } from "../power.js";
import { SourceSums } from "../source-sums.js";
import type { ClassCounts } from "./class-counts.js";
import { eachSharedTerm, type LeaveOneOut, leftOut } from "./counting-classifier.js";
import { logTotals, type MultinomialParts } from "./multinomial-model.js";
import { logPrior } from "./prior.js";

/**
 * Scores each document by the multinomial model of all other documents.
 *
 * @param size the number of all terms
 */
export function multinomialLeftOut(parts: MultinomialParts, counts: ClassCounts, size: number): LeaveOneOut {
  const { smoothing, prior, emphasis, temper, sourceWeights } = parts;
  const { terms, kinds } = counts;
  const classes = counts.documents.length;
  /** The counts of the term at hand without the document, and its weights: a number per class. */
  const inClass = new Float64Array(classes);
  const weights = new Float64Array(classes);
  const sources = SourceSums.of(sourceWeights, classes);
  return (x, row, own, scores) => {
    const { documents, totals, known } = leftOut(counts, x, row, own, size);
    const all = sumOf(totals);
    const logTotal = logTotals(smoothing, totals, known);
    scores.set(logPrior(prior, documents));
    let evidence = 1;
    sources?.clear();
    eachSharedTerm(terms, x, row, own, inClass, (term, value) => {
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
