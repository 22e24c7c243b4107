import { sumOf } from "../../base/lists.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { LinearModel, type LinearModelParts } from "../linear-model.js";
import type { Method } from "../method.js";
import { type ClassCounts, classCounts, countsOfTerm, isOnlyHere, tally } from "./class-counts.js";
import { type CountingClassifier, eachSharedTerm, type LeaveOneOut } from "./counting-classifier.js";
import { logPrior, type Prior, requirePrior } from "./prior.js";
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
  const { prior = "fit" } = options;
  const smoothing = smoothingFrom("bernoulli", options);
  requirePrior(prior);

  const fitCounts = (counts: ClassCounts): LinearModel => {
    const { labels, documents, terms } = counts;
    const classes = labels.length;
    const { rows: columns, starts, values } = terms;
    smoothing.requireShape(columns, classes);
    const all = sumOf(documents);
    /** Returns a number that is equal for terms with the same smoothing. */
    const kindOf = (term: number) => {
      if (smoothing.byTerm) return term;
      return smoothing.byFrequency ? sumOf(values, starts[term], starts[term + 1]) : 0;
    };
    const isInformative = (kind: number) => !smoothing.byFrequency || (kind > 0 && kind < all);
    const present = (kind: number, c: number) => smoothing.added(kind, c, 2, kind / all);
    const absent = (kind: number, c: number) => smoothing.added(kind, c, 2, (all - kind) / all);
    /** Whether p = 1 for a term with this count, so that its absence has probability 0. */
    const isCertain = (kind: number, c: number, count: number) =>
      count >= documents[c] && absent(kind, c) === 0 && count + present(kind, c) > 0;

    const bias = logPrior(prior, documents);
    const certain = new Float64Array(classes);
    for (const [c, groups] of groupsOf(counts, kindOf).entries()) {
      for (const { kind, count, howMany } of groups) {
        if (!isInformative(kind)) continue;
        if (isCertain(kind, c, count)) certain[c] += howMany;
        else if (count + present(kind, c) > 0) {
          const logTotal = Math.log(documents[c] + smoothing.addedToAll(kind, c, 2));
          bias[c] += howMany * (logAbsent(count, documents[c], absent(kind, c)) - logTotal);
        }
      }
    }
    const inClass = new Float64Array(classes);
    const parts: LinearModelParts = {
      labels,
      bias,
      columns,
      binary: true,
      termWeights(term, into, at) {
        const kind = kindOf(term);
        countsOfTerm(terms, term, inClass);
        for (let c = 0; c < classes; c++) {
          const having = inClass[c] + present(kind, c);
          if (!isInformative(kind) || isCertain(kind, c, inClass[c])) into[at + c] = 0;
          else if (having === 0) into[at + c] = Number.NEGATIVE_INFINITY;
          else into[at + c] = Math.log(having) - logAbsent(inClass[c], documents[c], absent(kind, c));
        }
      },
    };
    if (!certain.some((howMany) => howMany > 0)) return new LinearModel(parts);
    return new ModelWithCertainTerms(parts, (x, row) => {
      const missing = certain.slice();
      for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
        if (x.values[i] === 0) continue;
        const kind = kindOf(x.ids[i]);
        countsOfTerm(terms, x.ids[i], inClass);
        for (let c = 0; c < classes; c++) if (isInformative(kind) && isCertain(kind, c, inClass[c])) missing[c]--;
      }
      return missing;
    });
  };

  // The groups below require the same smoothing for all terms.
  const alike = !smoothing.byTerm && !smoothing.byFrequency;
  const alpha = alike ? smoothing.added(0, 0, 2, 0) : 0;
  const leaveOneOut = (counts: ClassCounts): LeaveOneOut => {
    const { documents, terms } = counts;
    const { rows: columns } = terms;
    const groups = groupsOf(counts, () => 0).map(withPredecessors);
    const logsAbsent = groups.map(({ counts }, c) => counts.map((count) => logAbsent(count, documents[c], alpha)));
    const inClass = new Float64Array(documents.length);
    return (x, row, own, scores) => {
      const group = groups[own];
      const howMany = group.howMany.slice();
      let known = columns;
      for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
        if (x.values[i] === 0) continue;
        countsOfTerm(terms, x.ids[i], inClass);
        const at = group.at.get(inClass[own]) as number;
        howMany[at]--;
        if (isOnlyHere(terms, x.ids[i], own, 1)) known--;
        else howMany[at - 1]++;
      }
      const others = documents.map((n, c) => (c === own ? n - 1 : n));
      scores.set(logPrior(prior, others));
      for (let c = 0; c < scores.length; c++) {
        const logTotal = Math.log(others[c] + 2 * alpha);
        const { counts } = groups[c];
        for (let g = 0; g < counts.length; g++) {
          const terms = c === own ? howMany[g] : groups[c].howMany[g] - (g === 0 ? columns - known : 0);
          const log = c === own ? logAbsent(counts[g], others[c], alpha) : logsAbsent[c][g];
          if (terms !== 0) scores[c] += terms * (log - logTotal);
        }
      }
      eachSharedTerm(terms, x, row, own, inClass, () => {
        for (let c = 0; c < scores.length; c++) {
          scores[c] += Math.log(inClass[c] + alpha) - logAbsent(inClass[c], others[c], alpha);
        }
      });
      return known;
    };
  };

  return {
    name: "bernoulli",
    binary: true,
    fitCounts,
    fit: (data) => fitCounts(classCounts(data, true)),
    // Without smoothing, removing a document can make p(t, c) = 1, which a corrected sum cannot express.
    leaveOneOut: alike && alpha > 0 ? leaveOneOut : undefined,
  };
}

/** Options of Bernoulli naive Bayes. Smoothing applies to the two outcomes of a term: present and absent. */
export interface BernoulliOptions extends SmoothingOptions {
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

export const BERNOULLI = {
  ...SMOOTHED,
  title: "Bernoulli naive Bayes",
  rest: "prior and absent terms",
  make: bernoulli,
} satisfies Method<BernoulliOptions>;

/** Returns the log of the numerator of 1 - p; p has the same denominator. */
function logAbsent(count: number, documents: number, added: number): number {
  return Math.log(Math.max(0, documents - count) + added);
}

/**
 * Groups the terms of each class by kind and count, ascending, with the number of terms of each group. This needs fewer
 * logarithms, and sums over the groups do not depend on the term numbers.
 */
function groupsOf({ labels, terms }: ClassCounts, kindOf: (term: number) => number) {
  const { rows: columns, starts, ids, values } = terms;
  const ofKind = new Map<number, number>();
  const groups = labels.map(() => new Map<number, Map<number, number>>());
  for (let term = 0; term < columns; term++) {
    const kind = kindOf(term);
    tally(ofKind, kind, 1);
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      const group = groups[ids[i]].get(kind) ?? new Map<number, number>();
      groups[ids[i]].set(kind, tally(group, values[i], 1));
    }
  }
  return groups.map((group) =>
    [...ofKind]
      .flatMap(([kind, size]) => {
        const counts = group.get(kind) ?? new Map<number, number>();
        tally(counts, 0, size - sumOf([...counts.values()]));
        return [...counts].map(([count, howMany]) => ({ kind, count, howMany }));
      })
      .sort((a, b) => a.kind - b.kind || a.count - b.count),
  );
}

/** Adds a group for one less than each count above 0, because removing a document moves terms there. */
function withPredecessors(groups: ReturnType<typeof groupsOf>[number]) {
  const howMany = new Map(groups.map(({ count, howMany }) => [count, howMany]));
  for (const { count } of groups) if (count > 0 && !howMany.has(count - 1)) howMany.set(count - 1, 0);
  const counts = [...howMany.keys()].sort((a, b) => a - b);
  return {
    counts: Float64Array.from(counts),
    howMany: Float64Array.from(counts, (count) => howMany.get(count) as number),
    at: new Map(counts.map((count, g) => [count, g])),
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
