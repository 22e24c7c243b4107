import { type ClassCounts, countsOfTerm, type TermGroups, termGroups } from "./class-counts.js";
import { eachSharedTerm, isOnlyHere, type LeaveOneOut } from "./leave-one-out.js";
import { logPrior, type Prior } from "./prior.js";

/**
 * Scores each document by the Bernoulli model of all other documents, with additive smoothing. With N(t, c) of the N(c)
 * documents of class c having term t,
 *
 *     p(t, c)  = (N(t, c) + α) / (N(c) + 2α)
 *     score(c) = log P(c) + Σ_{all t} log (1 - p(t, c)) + Σ_{t present} (log p(t, c) - log (1 - p(t, c)))
 *
 * Terms with the same N(t, c) share log (1 - p), so it is summed by groups of such terms. Leaving out a document moves
 * each of its terms to the group with one document less.
 *
 * @param alpha α, above 0
 */
export function bernoulliLeftOut(counts: ClassCounts, alpha: number, prior: Prior): LeaveOneOut {
  const { documents, terms } = counts;
  // All terms are smoothed alike, so they are of one kind.
  const groups = termGroups(counts, () => 0).map(withPredecessors);
  const logsAbsent = groups.map(({ counts }, c) => counts.map((count) => logAbsent(count, documents[c], alpha)));
  const inClass = new Float64Array(documents.length);

  return (x, row, own, scores) => {
    /** How many terms each group of the own class has without the document. */
    const howMany = groups[own].howMany.slice();
    /** The number of terms that other documents have. */
    let known = terms.rows;
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      if (x.values[i] === 0) continue;
      countsOfTerm(terms, x.ids[i], inClass);
      const group = groups[own].groupOf.get(inClass[own]) as number;
      howMany[group]--;
      if (isOnlyHere(terms, x.ids[i], own, 1)) known--;
      // `withPredecessors` made the group with one document less, and groups ascend.
      else howMany[group - 1]++;
    }
    const others = documents.map((n, c) => (c === own ? n - 1 : n));
    scores.set(logPrior(prior, others));
    for (let c = 0; c < scores.length; c++) {
      const logTotal = Math.log(others[c] + 2 * alpha);
      const { counts } = groups[c];
      for (let g = 0; g < counts.length; g++) {
        // The first group of another class has the terms that no document of it has. Some of them are now gone.
        const size = c === own ? howMany[g] : groups[c].howMany[g] - (g === 0 ? terms.rows - known : 0);
        const log = c === own ? logAbsent(counts[g], others[c], alpha) : logsAbsent[c][g];
        if (size !== 0) scores[c] += size * (log - logTotal);
      }
    }
    eachSharedTerm(terms, x, row, own, inClass, () => {
      for (let c = 0; c < scores.length; c++) {
        scores[c] += Math.log(inClass[c] + alpha) - logAbsent(inClass[c], others[c], alpha);
      }
    });
    return known;
  };
}

/** Returns the log of the numerator of 1 - p, for a term that `count` of these `documents` have. */
function logAbsent(count: number, documents: number, added: number): number {
  return Math.log(Math.max(0, documents - count) + added);
}

/** Adds a group for one less than each count above 0, because leaving out a document moves terms there. */
function withPredecessors(groups: TermGroups) {
  const howMany = new Map(groups.map(({ count, howMany }) => [count, howMany]));
  for (const { count } of groups) if (count > 0 && !howMany.has(count - 1)) howMany.set(count - 1, 0);
  const counts = [...howMany.keys()].sort((a, b) => a - b);
  return {
    counts: Float64Array.from(counts),
    howMany: Float64Array.from(counts, (count) => howMany.get(count) as number),
    /** The index of the group with each count. */
    groupOf: new Map(counts.map((count, g) => [count, g])),
  };
}
