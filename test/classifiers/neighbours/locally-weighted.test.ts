import fc from "fast-check";
import { describe, it } from "vitest";
import { jointLogLikelihoods } from "../../../src/classifiers/classifier.js";
import { locallyWeighted } from "../../../src/classifiers/neighbours/locally-weighted.js";
import { CosineIndex } from "../../../src/features/neighbours/cosine-index.js";
import { type Dataset, matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { dense } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { datasetOf, expectClose, queriesOf, samples } from "../samples.js";

/** The formula as it is written in the paper, over dense rows. */
function oracle(data: Dataset, query: readonly number[], k: number, alpha: number): number[] {
  const rows = dense(data.x);
  const { rows: near, similarities } = new CosineIndex(data.x).nearest(matrixFromRows([[...query]]), 0, k);
  const distances = Array.from(similarities, (s) => (s > 1 - 1e-12 ? 0 : Math.sqrt(2 - 2 * s)));
  const farthest = near.length < k ? Math.SQRT2 : (distances.at(-1) ?? 0);
  let weights = distances.map((d) => (farthest === 0 ? 1 : 1 - d / farthest));
  if (weights.every((w) => w === 0)) weights = weights.map(() => 1);
  const sum = weights.reduce((a, b) => a + b, 0);
  const local = Array.from(near, (row, i) => ({ row, weight: (weights[i] * k) / sum }));
  const used = local.length > 0 ? local : rows.map((_, row) => ({ row, weight: 1 }));
  const total = used.reduce((a, { weight }) => a + weight, 0);
  const present = new Set(Array.from(data.y)).size;
  return data.labels.map((_, c) => {
    const own = used.filter(({ row }) => data.y[row] === c);
    if (!Array.from(data.y).includes(c)) return Number.NEGATIVE_INFINITY;
    const documents = own.reduce((a, { weight }) => a + weight, 0);
    const count = (t: number) => own.reduce((a, { row, weight }) => a + weight * rows[row][t], 0);
    const all = query.reduce((a, _, t) => a + count(t), 0) + alpha * query.length;
    return query.reduce(
      (score, times, t) => (times === 0 ? score : score + times * Math.log((count(t) + alpha) / all)),
      Math.log((documents + alpha) / (total + alpha * present)),
    );
  });
}

describe("locally weighted naive Bayes", () => {
  it("is the formula", () => {
    forAll(slowRuns(200), [samples(), fc.nat(), fc.constantFrom(1, 0.3)], (sample, at, alpha) => {
      const data = datasetOf(sample);
      const k = 1 + (at % sample.rows.length);
      const x = queriesOf(sample);
      const scores = jointLogLikelihoods(locallyWeighted({ k, alpha }).fit(data), x);
      for (const [row, query] of dense(x).entries()) expectClose(scores[row], oracle(data, query, k, alpha), 1e-6);
    });
  });
});
