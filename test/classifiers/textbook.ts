import type { BernoulliOptions } from "../../src/classifiers/bayes/bernoulli.js";
import type { CategoricalOptions } from "../../src/classifiers/bayes/categorical.js";
import type { ComplementOptions } from "../../src/classifiers/bayes/complement.js";
import type { GaussianOptions } from "../../src/classifiers/bayes/gaussian.js";
import type { MultinomialOptions } from "../../src/classifiers/bayes/multinomial.js";
import type { Prior } from "../../src/classifiers/bayes/prior.js";
import type { SmoothingOptions } from "../../src/classifiers/bayes/smoothing.js";
import type { Sample } from "./samples.js";

/**
 * Naive Bayes as Manning, Raghavan and Schütze (2008) write it in figures 13.2 and 13.3,
 * over dense rows, with no thought of speed: the oracle of the tests. Two additions:
 * documents have weights, and a probability of 0 has the logarithm -∞.
 *
 * Returns the weight of the documents of each class, and the sum of each class and term.
 */
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
  return { documents, terms };
}

export function naiveLogPrior(prior: Prior, documents: readonly number[]): number[] {
  const total = documents.reduce((sum, n) => sum + n, 0);
  if (prior === "uniform") return documents.map(() => Math.log(1 / documents.length));
  if (prior === "fit") return documents.map((n) => (n === 0 ? Number.NEGATIVE_INFINITY : Math.log(n / total)));
  if (prior === "none") return documents.map((n) => (n === 0 ? Number.NEGATIVE_INFINITY : 0));
  if (prior === "map") return naiveLogPrior({ dirichlet: 2 }, documents);
  if ("dirichlet" in prior) {
    const { dirichlet } = prior;
    const added = documents.map((n, c) => n + (typeof dirichlet === "number" ? dirichlet : dirichlet[c]) - 1);
    return naiveLogPrior("fit", added);
  }
  return prior.map((p) => Math.log(p));
}

/** The addition of smoothing to the count of an outcome. */
function naiveAdded(
  { alpha = 1, mEstimate, mPrior, dirichlet }: SmoothingOptions,
  [t, c]: readonly [t: number, c: number],
  outcomes: number,
  share: number,
): number {
  if (mEstimate !== undefined) return mPrior === "frequency" ? mEstimate * share : mEstimate / outcomes;
  if (dirichlet === undefined) return alpha;
  if (typeof dirichlet === "number") return dirichlet - 1;
  const row = dirichlet.every((weight) => typeof weight === "number") ? dirichlet : dirichlet[c];
  return (Array.isArray(row) ? row[t] : Number.NaN) - 1;
}

/** For each query, the scores by class. A class without a token makes every token impossible if nothing is added. */
export function naiveMultinomial(sample: Sample, options: MultinomialOptions, weights?: readonly number[]): number[][] {
  const { documents, terms } = countsOf(sample, weights, (x) => x);
  const logPrior = naiveLogPrior(options.prior ?? "fit", documents);
  const overall = terms[0].map((_, t) => terms.reduce((sum, ofClass) => sum + ofClass[t], 0));
  const all = overall.reduce((sum, n) => sum + n, 0);
  const smoothed = terms.map((ofClass, c) =>
    ofClass.map((n, t) => n + naiveAdded(options, [t, c], sample.columns, overall[t] / all)),
  );
  return sample.queries.map((query) =>
    smoothed.map((ofClass, c) => {
      // An m-estimate adds m to the total, of which a share that is not to be had is none.
      const total =
        options.mEstimate === undefined
          ? ofClass.reduce((sum, n) => sum + n, 0)
          : terms[c].reduce((sum, n) => sum + n, 0) + options.mEstimate;
      let score = logPrior[c];
      for (const [t, cell] of query.entries()) {
        if (cell === null || cell === 0) continue;
        if (options.mPrior === "frequency" && overall[t] === 0) continue;
        score += ofClass[t] === 0 ? Number.NEGATIVE_INFINITY : cell * (Math.log(ofClass[t]) - Math.log(total));
      }
      return score;
    }),
  );
}

/** For each query, the scores by class. A class without documents has no term, if nothing is added. */
export function naiveBernoulli(sample: Sample, options: BernoulliOptions, weights?: readonly number[]): number[][] {
  const { documents, terms } = countsOf(sample, weights, (x) => (x === 0 ? 0 : 1));
  const logPrior = naiveLogPrior(options.prior ?? "fit", documents);
  const all = documents.reduce((sum, n) => sum + n, 0);
  return sample.queries.map((query) =>
    sample.labels.map((_, c) => {
      let score = logPrior[c];
      for (const [t, cell] of query.entries()) {
        const having = terms.reduce((sum, ofClass) => sum + ofClass[t], 0);
        if (options.mPrior === "frequency" && (having === 0 || having === all)) continue;
        const present = terms[c][t] + naiveAdded(options, [t, c], 2, having / all);
        const absent = documents[c] - terms[c][t] + naiveAdded(options, [t, c], 2, (all - having) / all);
        const logTotal = Math.log(present + absent);
        if (cell !== null && cell !== 0)
          score += present === 0 ? Number.NEGATIVE_INFINITY : Math.log(present) - logTotal;
        else if (absent > 0) score += Math.log(absent) - logTotal;
        else if (present > 0) score = Number.NEGATIVE_INFINITY;
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

/** log P(value | class) of a column. */
type ColumnFormula = (column: readonly number[], own: readonly number[], value: number) => number;

/** For each query, the scores by class, if each column has a likelihood of its own. Each class must have rows. */
function naiveColumns({ rows, y, labels, columns, queries }: Sample, prior: Prior, formula: ColumnFormula): number[][] {
  const byColumn = Array.from({ length: columns }, (_, t) => rows.map((row) => row[t] ?? 0));
  const sizes = labels.map((_, c) => y.filter((own) => own === c).length);
  const logPrior = naiveLogPrior(prior, sizes);
  return queries.map((query) =>
    labels.map((_, c) =>
      query.reduce<number>((score, cell, t) => {
        const own = byColumn[t].filter((_, d) => y[d] === c);
        return score + formula(byColumn[t], own, cell ?? 0);
      }, logPrior[c]),
    ),
  );
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const variance = (values: readonly number[]) => mean(values.map((value) => (value - mean(values)) ** 2));

export function naiveGaussian(sample: Sample, { varSmoothing = 0, prior = "fit" }: GaussianOptions): number[][] {
  const columns = Array.from({ length: sample.columns }, (_, t) => sample.rows.map((row) => row[t] ?? 0));
  const added = varSmoothing * Math.max(0, ...columns.map(variance));
  return naiveColumns(sample, prior, (_, own, value) => {
    const width = variance(own) + added;
    return -Math.log(2 * Math.PI * width) / 2 - (value - mean(own)) ** 2 / (2 * width);
  });
}

export function naiveCategorical(sample: Sample, { alpha = 1, prior = "fit" }: CategoricalOptions): number[][] {
  return naiveColumns(sample, prior, (column, own, value) => {
    const most = Math.max(...column);
    if (value > most) return 0;
    const count = own.filter((one) => one === value).length;
    return Math.log((count + alpha) / (own.length + alpha * (most + 1)));
  });
}
