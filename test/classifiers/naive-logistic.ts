import type { Dataset } from "../../src/features/sparse-matrix.js";
import { dense } from "../features/dense.js";

/** Weights of a linear model, written out: a row per term, and one bias a class. */
export interface Parameters {
  readonly weights: readonly (readonly number[])[];
  readonly bias: readonly number[];
}

/**
 * 1/2 Σ (w / r)² + C Σ weight · -ln P(y | x), from the definition. Weights are left out of the
 * first sum where r is 0.
 */
export function naiveObjective(
  { x, y, weights }: Dataset,
  cost: number,
  { weights: w, bias }: Parameters,
  ratio: (term: number, c: number) => number = () => 1,
): number {
  let objective = 0;
  for (const [t, row] of w.entries()) {
    for (const [c, value] of row.entries()) if (ratio(t, c) !== 0) objective += (value / ratio(t, c)) ** 2 / 2;
  }
  for (const [i, row] of dense(x).entries()) {
    const scores = bias.map((b, c) => row.reduce((sum, value, t) => sum + value * w[t][c], b));
    const max = Math.max(...scores);
    const log = max + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - max), 0));
    objective += cost * (weights?.[i] ?? 1) * (log - scores[y[i]]);
  }
  return objective;
}
