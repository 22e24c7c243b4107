import type { SparseMatrix, SparseRows } from "../features/sparse-matrix.js";
import { type ClassCounts, classCounts, isOnlyHere, sumOf } from "./class-counts.js";
import type { CountingClassifier, LeaveOneOut } from "./counting-classifier.js";
import { LinearModel, type LinearModelParts } from "./linear-model.js";
import { logPrior, type Prior, requirePrior } from "./prior.js";
import { type SmoothingOptions, smoothingFrom } from "./smoothing.js";

/** The choices of Bernoulli naive Bayes. Smoothing is of both outcomes of a term: present and absent. */
export interface BernoulliOptions extends SmoothingOptions {
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

/**
 * Bernoulli naive Bayes. With N(t, c) the training documents of class c that have term t,
 * and N(c) those of class c,
 *
 *     p(t, c)  = (N(t, c) + a(t, c)) / (N(c) + A(t, c))
 *     score(c) = log P(c) + Σ_{t present} log p(t, c) + Σ_{t absent} log (1 - p(t, c))
 *
 * over every term of the vocabulary: absent terms count. Written as a linear model, the
 * sum of log (1 - p) is part of the bias and the weight of a term is log p - log (1 - p).
 * Values other than 0 count as present. Source: McCallum and Nigam 1998; Manning,
 * Raghavan and Schütze 2008, section 13.3.
 *
 * Smoothing has a = α and A = 2α (α = 1 unless another is chosen); a = m/2 or m·N(t)/N, the
 * share of all training documents that have t, and A = m (m-estimate); or a = β(t, c) - 1 and
 * A = 2a (a symmetric Beta prior).
 *
 * Where nothing is added (α = 0, m = 0, β = 1) a term that no document of the class has, or
 * one that every document of the class has, decides alone: a document that differs there
 * gets -∞. With the frequency for p, a term that no or every training document has would do
 * so in all classes alike: it says nothing.
 */
export function bernoulli(options: BernoulliOptions = {}): CountingClassifier {
  const { prior = "fit" } = options;
  const smoothing = smoothingFrom("bernoulli", options);
  requirePrior(prior);

  const fitCounts = (counts: ClassCounts): LinearModel => {
    const { labels, documents, terms } = counts;
    const classes = labels.length;
    const { rows: columns, starts, ids, values } = terms;
    smoothing.requireShape(columns, classes);
    const all = sumOf(documents);
    /** Terms of one kind are smoothed alike. */
    const kindOf = (term: number) => {
      if (smoothing.byTerm) return term;
      return smoothing.byFrequency ? sumOf(values, starts[term], starts[term + 1]) : 0;
    };
    const isTelling = (kind: number) => !smoothing.byFrequency || (kind > 0 && kind < all);
    const present = (kind: number, c: number) => smoothing.added(kind, c, 2, kind / all);
    const absent = (kind: number, c: number) => smoothing.added(kind, c, 2, (all - kind) / all);
    /** Whether a term of this count is certain: it can be present, and nothing is left for its absence. */
    const isCertain = (kind: number, c: number, count: number) =>
      count >= documents[c] && absent(kind, c) === 0 && count + present(kind, c) > 0;

    const bias = logPrior(prior, documents);
    const certain = new Float64Array(classes);
    for (const [c, groups] of groupsOf(counts, kindOf).entries()) {
      for (const { kind, count, howMany } of groups) {
        if (!isTelling(kind)) continue;
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
        inClass.fill(0);
        for (let i = starts[term]; i < starts[term + 1]; i++) inClass[ids[i]] = values[i];
        for (let c = 0; c < classes; c++) {
          const having = inClass[c] + present(kind, c);
          if (!isTelling(kind) || isCertain(kind, c, inClass[c])) into[at + c] = 0;
          else if (having === 0) into[at + c] = Number.NEGATIVE_INFINITY;
          else into[at + c] = Math.log(having) - logAbsent(inClass[c], documents[c], absent(kind, c));
        }
      },
    };
    if (!certain.some((howMany) => howMany > 0)) return new LinearModel(parts);
    return new ModelWithCertainTerms(parts, terms, certain, (term, c, count) => {
      const kind = kindOf(term);
      return isTelling(kind) && isCertain(kind, c, count);
    });
  };

  const leaveOneOut = (counts: ClassCounts): LeaveOneOut | undefined => {
    // Terms smoothed each in its own way are not corrected for by how many have a count.
    if (smoothing.byTerm || smoothing.byFrequency) return undefined;
    const alpha = smoothing.added(0, 0, 2, 0);
    // Without smoothing one document can make a term certain: no sum can be corrected for that.
    if (alpha === 0) return undefined;
    const { documents, terms } = counts;
    const { rows: columns, starts, ids, values } = terms;
    const groups = groupsOf(counts, () => 0).map(withPredecessors);
    const logsAbsent = groups.map(({ counts }, c) => counts.map((count) => logAbsent(count, documents[c], alpha)));
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
          const log = c === own ? logAbsent(counts[g], others[c], alpha) : logsAbsent[c][g];
          if (terms !== 0) scores[c] += terms * (log - logTotal);
        }
      }
      for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
        const term = x.ids[i];
        if (x.values[i] === 0 || isOnlyHere(terms, term, own, 1)) continue;
        inClass.fill(0);
        for (let j = starts[term]; j < starts[term + 1]; j++) inClass[ids[j]] = values[j];
        inClass[own]--;
        for (let c = 0; c < scores.length; c++) {
          scores[c] += Math.log(inClass[c] + alpha) - logAbsent(inClass[c], others[c], alpha);
        }
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

/** log (1 - p) up to the denominator that it shares with log p. */
function logAbsent(count: number, documents: number, added: number): number {
  return Math.log(Math.max(0, documents - count) + added);
}

/** How many terms of one kind have a count in a class. */
interface Group {
  readonly kind: number;
  readonly count: number;
  readonly howMany: number;
}

/**
 * The terms of each class by kind and count, ascending. Summing by count and not by term
 * makes the bias independent of the numbering of the terms, and faster.
 */
function groupsOf({ labels, terms }: ClassCounts, kindOf: (term: number) => number): Group[][] {
  const { rows: columns, starts, ids, values } = terms;
  const ofKind = new Map<number, number>();
  const groups = labels.map(() => new Map<number, Map<number, number>>());
  for (let term = 0; term < columns; term++) {
    const kind = kindOf(term);
    ofKind.set(kind, (ofKind.get(kind) ?? 0) + 1);
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      const group = groups[ids[i]].get(kind) ?? new Map<number, number>();
      groups[ids[i]].set(kind, group.set(values[i], (group.get(values[i]) ?? 0) + 1));
    }
  }
  return groups.map((group) =>
    [...ofKind]
      .flatMap(([kind, size]) => {
        const counts = group.get(kind) ?? new Map<number, number>();
        const seen = sumOf([...counts.values()]);
        counts.set(0, (counts.get(0) ?? 0) + size - seen);
        return [...counts].map(([count, howMany]) => ({ kind, count, howMany }));
      })
      .sort((a, b) => a.kind - b.kind || a.count - b.count),
  );
}

/** Groups in which every count above 0 has its predecessor before it, if only of no term: where a term goes that a document less has. */
function withPredecessors(groups: readonly Group[]) {
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
 * Without smoothing a term can be certain (p = 1): its presence adds log 1 = 0, its
 * absence log 0 = -∞. The weights hold the first; the second is a count of how many of a
 * class's certain terms the document has.
 */
class ModelWithCertainTerms extends LinearModel {
  /** Leaving out a certain term is a sum of -∞ that no weight tells of. */
  override readonly additive = false;
  readonly #terms: SparseRows;
  readonly #certain: Float64Array;
  readonly #isCertain: (term: number, c: number, count: number) => boolean;

  constructor(
    parts: LinearModelParts,
    terms: SparseRows,
    certain: Float64Array,
    isCertain: (term: number, c: number, count: number) => boolean,
  ) {
    super(parts);
    this.#terms = terms;
    this.#certain = certain;
    this.#isCertain = isCertain;
  }

  override scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    super.scoreInto(x, row, scores);
    const { starts, ids, values } = this.#terms;
    const missing = this.#certain.slice();
    const counts = new Float64Array(missing.length);
    for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
      const term = x.ids[i];
      if (x.values[i] === 0) continue;
      counts.fill(0);
      for (let j = starts[term]; j < starts[term + 1]; j++) counts[ids[j]] = values[j];
      for (let c = 0; c < counts.length; c++) {
        if (this.#certain[c] > 0 && this.#isCertain(term, c, counts[c])) missing[c]--;
      }
    }
    for (let c = 0; c < scores.length; c++) if (missing[c] > 0) scores[c] = Number.NEGATIVE_INFINITY;
  }
}
