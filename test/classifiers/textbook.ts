import type { ComplementOptions } from "../../src/classifiers/complement.js";
import type { Prior } from "../../src/classifiers/prior.js";
import type { Sample } from "./samples.js";

/**
 * Naive Bayes as Manning, Raghavan and Schütze (2008) write it in figures 13.2 and 13.3,
 * over dense rows, with no thought of speed: the oracle of the tests. Two additions:
 * documents have weights, and a probability of 0 has the logarithm -∞.
 */
interface Counts {
  /** Weight of the documents of each class. */
  readonly documents: number[];
  /** By class and term. */
  readonly terms: number[][];
}

function countsOf(
  { rows, y, labels, columns }: Sample,
  weights: readonly number[] | undefined,
  value: (x: number) => number,
) {
  const documents = labels.map(() => 0);
  const terms = labels.map(() => new Array<number>(columns).fill(0));
  for (const [d, row] of rows.entries()) {
    const weight = weights?.[d] ?? 1;
    documents[y[d]] += weight;
    for (const [t, cell] of row.entries()) terms[y[d]][t] += weight * value(cell ?? 0);
  }
  return { documents, terms } satisfies Counts;
}

export function naiveLogPrior(prior: Prior, documents: readonly number[]): number[] {
  const total = documents.reduce((sum, n) => sum + n, 0);
  if (prior === "uniform") return documents.map(() => Math.log(1 / documents.length));
  if (prior === "fit") return documents.map((n) => (n === 0 ? Number.NEGATIVE_INFINITY : Math.log(n / total)));
  if (prior === "none") return documents.map((n) => (n === 0 ? Number.NEGATIVE_INFINITY : 0));
  if (prior === "map") return naiveLogPrior({ dirichlet: 2 }, documents);
  if ("dirichlet" in prior) {
    const beta = (c: number) => (typeof prior.dirichlet === "number" ? prior.dirichlet : prior.dirichlet[c]);
    return naiveLogPrior(
      "fit",
      documents.map((n, c) => n + beta(c) - 1),
    );
  }
  return prior.map((p) => Math.log(p));
}

/** For each query, the scores by class. A class without a token makes every token impossible if α = 0. */
export function naiveMultinomial(sample: Sample, alpha: number, prior: Prior, weights?: readonly number[]): number[][] {
  const { documents, terms } = countsOf(sample, weights, (x) => x);
  const logPrior = naiveLogPrior(prior, documents);
  return sample.queries.map((query) =>
    sample.labels.map((_, c) => {
      const total = terms[c].reduce((sum, n) => sum + n, 0) + alpha * sample.columns;
      let score = logPrior[c];
      for (const [t, cell] of query.entries()) {
        if (cell === null || cell === 0) continue;
        const count = terms[c][t] + alpha;
        score += count === 0 ? Number.NEGATIVE_INFINITY : cell * (Math.log(count) - Math.log(total));
      }
      return score;
    }),
  );
}

/** For each query, the scores by class. A class without documents has no term, if α = 0. */
export function naiveBernoulli(sample: Sample, alpha: number, prior: Prior, weights?: readonly number[]): number[][] {
  const { documents, terms } = countsOf(sample, weights, (x) => (x === 0 ? 0 : 1));
  const logPrior = naiveLogPrior(prior, documents);
  return sample.queries.map((query) =>
    sample.labels.map((_, c) => {
      let score = logPrior[c];
      const logTotal = Math.log(documents[c] + 2 * alpha);
      for (const [t, cell] of query.entries()) {
        const having = terms[c][t] + alpha;
        const lacking = documents[c] - terms[c][t] + alpha;
        if (cell !== null && cell !== 0) score += having === 0 ? Number.NEGATIVE_INFINITY : Math.log(having) - logTotal;
        else if (lacking > 0) score += Math.log(lacking) - logTotal;
        else if (having > 0) score = Number.NEGATIVE_INFINITY;
      }
      return score;
    }),
  );
}

/** For each query, the scores by class. */
export function naiveComplement(
  sample: Sample,
  { alpha = 1, normalize = false, prior = "none" }: ComplementOptions,
  weights?: readonly number[],
): number[][] {
  const { documents, terms } = countsOf(sample, weights, (x) => x);
  const logPrior = naiveLogPrior(prior, documents);
  const logs = sample.labels.map((_, c) => {
    const others = terms[c].map(
      (_, t) => alpha + terms.reduce((sum, ofClass, d) => sum + (d === c ? 0 : ofClass[t]), 0),
    );
    const total = others.reduce((sum, n) => sum + n, 0);
    return others.map((n) => Math.log(n) - Math.log(total));
  });
  return sample.queries.map((query) =>
    logs.map((ofClass, c) => {
      const size = normalize && ofClass.length > 1 ? ofClass.reduce((sum, log) => sum + Math.abs(log), 0) : 1;
      return query.reduce<number>((score, cell, t) => score - ((cell ?? 0) * ofClass[t]) / size, logPrior[c]);
    }),
  );
}
