import type { SparseMatrix, SparseRows } from "../features/sparse-matrix.js";
import { type ClassCounts, classCounts, isOnlyHere } from "./class-counts.js";
import type { CountingClassifier, LeaveOneOut } from "./counting-classifier.js";
import { LinearModel, type LinearModelParts } from "./linear-model.js";
import { logPrior, type Prior, requireAlpha, requirePrior } from "./prior.js";

/** The choices of Bernoulli naive Bayes. */
export interface BernoulliOptions {
  /** Added to both outcomes of every term: 1 is add-one (Laplace), 0 is maximum likelihood. From 0 to 1e100, default 1. */
  readonly alpha?: number;
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

/**
 * Bernoulli naive Bayes. With N(t, c) the training documents of class c that have term t,
 * and N(c) those of class c,
 *
 *     p(t, c)  = (N(t, c) + α) / (N(c) + 2α)
 *     score(c) = log P(c) + Σ_{t present} log p(t, c) + Σ_{t absent} log (1 - p(t, c))
 *
 * over every term of the vocabulary: absent terms count. Written as a linear model, the
 * sum of log (1 - p) is part of the bias and the weight of a term is log p - log (1 - p).
 * Values other than 0 count as present. Source: McCallum and Nigam 1998; Manning,
 * Raghavan and Schütze 2008, section 13.3.
 *
 * With α = 0 a term that no document of the class has, or one that every document of the
 * class has, decides alone: a document that differs there gets -∞.
 */
export function bernoulli(options: BernoulliOptions = {}): CountingClassifier {
  const { alpha = 1, prior = "fit" } = options;
  requireAlpha("bernoulli", alpha);
  requirePrior(prior);

  /** log p and log (1 - p) up to the denominator that they share. */
  const present = (count: number) => Math.log(count + alpha);
  const absentOf = (count: number, documents: number) => Math.log(Math.max(0, documents - count) + alpha);

  const fitCounts = (counts: ClassCounts): LinearModel => {
    const { labels, documents, terms } = counts;
    const classes = labels.length;
    const { rows: columns, starts, ids, values } = terms;
    const absent = (count: number, c: number) => absentOf(count, documents[c]);
    const bias = logPrior(prior, documents);
    const certain = new Float64Array(classes);
    for (const [c, groups] of countsOfCounts(counts).entries()) {
      const logTotal = Math.log(documents[c] + 2 * alpha);
      for (const [count, howMany] of groups) {
        if (alpha === 0 && count >= documents[c] && count > 0) certain[c] += howMany;
        else if (count + alpha > 0) bias[c] += howMany * (absent(count, c) - logTotal);
      }
    }
    const parts: LinearModelParts = {
      labels,
      bias,
      columns,
      binary: true,
      termWeights(term, into, at) {
        for (let c = 0; c < classes; c++) into[at + c] = present(0) - absent(0, c);
        if (alpha === 0) into.fill(Number.NEGATIVE_INFINITY, at, at + classes);
        for (let i = starts[term]; i < starts[term + 1]; i++) {
          const c = ids[i];
          const isCertain = alpha === 0 && values[i] >= documents[c];
          into[at + c] = isCertain ? 0 : present(values[i]) - absent(values[i], c);
        }
      },
    };
    return certain.some((terms) => terms > 0)
      ? new ModelWithCertainTerms(parts, counts, certain)
      : new LinearModel(parts);
  };

  const leaveOneOut = (counts: ClassCounts): LeaveOneOut | undefined => {
    // Without smoothing one document can make a term certain: no sum can be corrected for that.
    if (alpha === 0) return undefined;
    const { documents, terms } = counts;
    const { rows: columns, starts, ids, values } = terms;
    const groups = countsOfCounts(counts).map(withPredecessors);
    const logAbsent = groups.map(({ counts }, c) => counts.map((count) => absentOf(count, documents[c])));
    const inClass = new Float64Array(documents.length);
    return (x, row, own, scores) => {
      const group = groups[own];
      const howMany = group.howMany.slice();
      let known = columns;
      for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
        if (x.values[i] === 0) continue;
        const term = x.ids[i];
        const at = group.at.get(countIn(terms, term, own)) as number;
        howMany[at]--;
        if (isOnlyHere(terms, term, own, 1)) known--;
        else howMany[at - 1]++;
      }
      const others = documents.map((n, c) => (c === own ? n - 1 : n));
      scores.set(logPrior(prior, others));
      for (let c = 0; c < scores.length; c++) {
        const logTotal = Math.log(others[c] + 2 * alpha);
        const { counts } = groups[c];
        for (let g = 0; g < counts.length; g++) {
          const terms = c === own ? howMany[g] : groups[c].howMany[g] - (g === 0 ? columns - known : 0);
          const log = c === own ? absentOf(counts[g], others[c]) : logAbsent[c][g];
          if (terms !== 0) scores[c] += terms * (log - logTotal);
        }
      }
      for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
        const term = x.ids[i];
        if (x.values[i] === 0 || isOnlyHere(terms, term, own, 1)) continue;
        inClass.fill(0);
        for (let j = starts[term]; j < starts[term + 1]; j++) inClass[ids[j]] = values[j];
        inClass[own]--;
        for (let c = 0; c < scores.length; c++) scores[c] += present(inClass[c]) - absentOf(inClass[c], others[c]);
      }
      return known;
    };
  };

  return {
    name: "bernoulli",
    binary: true,
    fitCounts,
    fit: (data) => fitCounts(classCounts(data, true)),
    leaveOneOut,
  };
}

/** The count of a term in a class. */
function countIn({ starts, ids, values }: SparseRows, term: number, c: number): number {
  for (let i = starts[term]; i < starts[term + 1]; i++) if (ids[i] === c) return values[i];
  return 0;
}

/** Counts of counts in which every count above 0 has its predecessor before it, if only of no term: where a term goes that a document less has. */
function withPredecessors(groups: readonly [count: number, terms: number][]) {
  const howMany = new Map(groups);
  for (const [count] of groups) if (count > 0 && !howMany.has(count - 1)) howMany.set(count - 1, 0);
  const counts = [...howMany.keys()].sort((a, b) => a - b);
  return {
    counts: Float64Array.from(counts),
    howMany: Float64Array.from(counts, (count) => howMany.get(count) as number),
    at: new Map(counts.map((count, g) => [count, g])),
  };
}

/**
 * For each class, how many terms have each count, counts ascending. Summing by count and
 * not by term makes the bias independent of the numbering of the terms, and faster.
 */
function countsOfCounts({ labels, terms }: ClassCounts): [count: number, terms: number][][] {
  const groups = labels.map(() => new Map<number, number>());
  const seen = new Float64Array(labels.length);
  for (let i = 0; i < terms.ids.length; i++) {
    const group = groups[terms.ids[i]];
    group.set(terms.values[i], (group.get(terms.values[i]) ?? 0) + 1);
    seen[terms.ids[i]]++;
  }
  return groups.map((group, c) => {
    group.set(0, terms.rows - seen[c]);
    return [...group].sort(([a], [b]) => a - b);
  });
}

/**
 * Maximum likelihood can make a term certain (p = 1): its presence adds log 1 = 0, its
 * absence log 0 = -∞. The weights hold the first; the second is a count of how many of a
 * class's certain terms the document has.
 */
class ModelWithCertainTerms extends LinearModel {
  readonly #counts: ClassCounts;
  readonly #certain: Float64Array;

  constructor(parts: LinearModelParts, counts: ClassCounts, certain: Float64Array) {
    super(parts);
    this.#counts = counts;
    this.#certain = certain;
  }

  override scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    super.scoreInto(x, row, scores);
    const { documents, terms } = this.#counts;
    const missing = this.#certain.slice();
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      if (x.values[i] === 0) continue;
      for (let j = terms.starts[x.ids[i]]; j < terms.starts[x.ids[i] + 1]; j++) {
        if (terms.values[j] >= documents[terms.ids[j]]) missing[terms.ids[j]]--;
      }
    }
    for (let c = 0; c < scores.length; c++) if (missing[c] > 0) scores[c] = Number.NEGATIVE_INFINITY;
  }
}
