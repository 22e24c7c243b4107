/**
 * Naive Bayes as Manning, Raghavan and Schütze (2008) write it in figures 13.2 and 13.3, over dense rows, with no thought
 * of speed: the oracle of the tests. Two additions: documents have weights, and a probability of 0 has the logarithm -∞.
 */

import type { BernoulliOptions } from "../../src/classifiers/bayes/bernoulli.js";
import type { CategoricalOptions } from "../../src/classifiers/bayes/categorical.js";
import type { ComplementOptions } from "../../src/classifiers/bayes/complement.js";
import type { GaussianOptions } from "../../src/classifiers/bayes/gaussian.js";
import type { MultinomialOptions } from "../../src/classifiers/bayes/multinomial.js";
import type { Prior } from "../../src/classifiers/bayes/prior.js";
import type { SmoothingOptions } from "../../src/classifiers/bayes/smoothing.js";
import type { Sample } from "./samples.js";

type Weights = readonly number[] | undefined;

export const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** The logarithm of a quotient, which is 0 for a 0 above, whatever is below. */
const logShare = (part: number, all: number) =>
  part === 0 ? Number.NEGATIVE_INFINITY : Math.log(part) - Math.log(all);

/** Returns the weight of the documents of each class, and the sum of each class and term. */
export function countsOf({ rows, y, labels, columns }: Sample, weights: Weights, value = (x: number) => x) {
  const ofClass = (c: number, partOf: (d: number) => number) =>
    sum(rows.map((_, d) => (y[d] === c ? (weights?.[d] ?? 1) * partOf(d) : 0)));
  return {
    documents: labels.map((_, c) => ofClass(c, () => 1)),
    terms: labels.map((_, c) =>
      Array.from({ length: columns }, (_, t) => ofClass(c, (d) => value(Number(rows[d][t])))),
    ),
  };
}

function naiveLogPrior(prior: Prior, documents: readonly number[]): number[] {
  if (prior === "uniform") return documents.map(() => Math.log(1 / documents.length));
  if (prior === "none") return documents.map((n) => (n === 0 ? Number.NEGATIVE_INFINITY : 0));
  if (prior === "fit") return documents.map((n) => logShare(n, sum(documents)));
  if (prior === "map") return naiveLogPrior({ dirichlet: 2 }, documents);
  if (!("dirichlet" in prior)) return prior.map((p) => Math.log(p));
  const { dirichlet } = prior;
  const added = documents.map((n, c) => n + (typeof dirichlet === "number" ? dirichlet : dirichlet[c]) - 1);
  return naiveLogPrior("fit", added);
}

/** The addition of smoothing to the count of an outcome. */
function naiveAdded(options: SmoothingOptions, t: number, c: number, outcomes: number, share: number): number {
  const { alpha = 1, mEstimate, mPrior, dirichlet } = options;
  if (mEstimate !== undefined) return mPrior === "frequency" ? mEstimate * share : mEstimate / outcomes;
  if (dirichlet === undefined) return alpha;
  if (typeof dirichlet === "number") return dirichlet - 1;
  const row = dirichlet.every((weight) => typeof weight === "number") ? dirichlet : dirichlet[c];
  return (Array.isArray(row) ? row[t] : Number.NaN) - 1;
}

/** For each query, the scores by class: the prior and a part for each term. */
function naiveScores(
  { queries }: Sample,
  prior: readonly number[],
  partOf: (t: number, x: number, c: number) => number,
) {
  return queries.map((query) => prior.map((log, c) => log + sum(query.map((cell, t) => partOf(t, Number(cell), c)))));
}

/** A class without a token makes every token impossible if nothing is added. */
export function naiveMultinomial(sample: Sample, options: MultinomialOptions, weights?: Weights): number[][] {
  const { documents, terms } = countsOf(sample, weights);
  const overall = terms[0].map((_, t) => sum(terms.map((ofClass) => ofClass[t])));
  const smoothed = terms.map((ofClass, c) =>
    ofClass.map((n, t) => n + naiveAdded(options, t, c, sample.columns, overall[t] / sum(overall))),
  );
  // An m-estimate adds m to the total, of which a share that is not to be had is none.
  const totals = terms.map((ofClass, c) =>
    options.mEstimate === undefined ? sum(smoothed[c]) : sum(ofClass) + options.mEstimate,
  );
  return naiveScores(sample, naiveLogPrior(options.prior ?? "fit", documents), (t, x, c) =>
    x === 0 || (options.mPrior === "frequency" && overall[t] === 0) ? 0 : x * logShare(smoothed[c][t], totals[c]),
  );
}

/** A class without documents has no term, if nothing is added. */
export function naiveBernoulli(sample: Sample, options: BernoulliOptions, weights?: Weights): number[][] {
  const { documents, terms } = countsOf(sample, weights, (x) => Number(x !== 0));
  const all = sum(documents);
  return naiveScores(sample, naiveLogPrior(options.prior ?? "fit", documents), (t, x, c) => {
    const having = sum(terms.map((ofClass) => ofClass[t]));
    if (options.mPrior === "frequency" && (having === 0 || having === all)) return 0;
    const present = terms[c][t] + naiveAdded(options, t, c, 2, having / all);
    const absent = documents[c] - terms[c][t] + naiveAdded(options, t, c, 2, (all - having) / all);
    if (x !== 0) return logShare(present, present + absent);
    return present + absent === 0 ? 0 : logShare(absent, present + absent);
  });
}

export function naiveComplement(sample: Sample, options: ComplementOptions, weights?: Weights): number[][] {
  const { alpha = 1, normalize = false, prior = "none" } = options;
  const { documents, terms } = countsOf(sample, weights);
  const logs = terms.map((own, c) => {
    const others = own.map((_, t) => alpha + sum(terms.map((ofClass, d) => (d === c ? 0 : ofClass[t]))));
    return others.map((n) => logShare(n, sum(others)));
  });
  const sizes = logs.map((own) => (normalize && own.length > 1 ? sum(own.map(Math.abs)) : 1));
  return naiveScores(sample, naiveLogPrior(prior, documents), (t, x, c) => -(x * logs[c][t]) / sizes[c]);
}

/** log P(value | class) of a column, from the values of all rows and of those of the class. */
type ColumnFormula = (column: readonly number[], own: readonly number[], value: number) => number;

/** For each query, the scores by class, if each column has a likelihood of its own. Each class must have rows. */
function naiveColumns(sample: Sample, prior: Prior, formula: ColumnFormula): number[][] {
  const { rows, y } = sample;
  return naiveScores(sample, naiveLogPrior(prior, countsOf(sample, undefined).documents), (t, x, c) => {
    const column = rows.map((row) => Number(row[t]));
    const own = column.filter((_, d) => y[d] === c);
    return formula(column, own, x);
  });
}

const mean = (values: readonly number[]) => sum(values) / values.length;
const variance = (values: readonly number[]) => mean(values.map((value) => (value - mean(values)) ** 2));

export function naiveGaussian(sample: Sample, { varSmoothing = 0, prior = "fit" }: GaussianOptions): number[][] {
  const columns = Array.from({ length: sample.columns }, (_, t) => sample.rows.map((row) => Number(row[t])));
  const added = varSmoothing * Math.max(0, ...columns.map(variance));
  return naiveColumns(sample, prior, (_, own, value) => {
    const width = variance(own) + added;
    return -Math.log(2 * Math.PI * width) / 2 - (value - mean(own)) ** 2 / (2 * width);
  });
}

export function naiveCategorical(sample: Sample, { alpha = 1, prior = "fit" }: CategoricalOptions): number[][] {
  return naiveColumns(sample, prior, (column, own, value) => {
    const most = Math.max(...column);
    const count = own.filter((one) => one === value).length;
    return value > most ? 0 : Math.log((count + alpha) / (own.length + alpha * (most + 1)));
  });
}
