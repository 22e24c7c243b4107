import { largest, sumOf } from "../../base/lists.js";
import { rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import { emphasize } from "../emphasis.js";
import { logPrior, type Prior } from "./prior.js";
import type { ReducedCounts } from "./reduced-counts.js";

/** A method with several values of alpha: multinomial, or complement, which learns from the documents of others. */
export interface GridMethod {
  /** See `CountingClassifier`. */
  readonly learnsFromOthers: boolean;
  readonly alphas: readonly number[];
  readonly prior: Prior;
  /** See `EmphasisOptions`; 0 for a method that learns from others. */
  readonly emphasis: number;
}

/**
 * Scores a row by the current counts, for some values of alpha, each up to a constant. Terms that the counts do not
 * have are not part of the model.
 *
 * @param chosen indices in `alphas` of the values to score with
 * @param scores a number per class and index in `alphas`; numbers for other values are not written
 */
export type LeftOutGrid = (x: SparseMatrix, row: number, chosen: Uint32Array, scores: Float64Array) => void;

/** Logarithms of whole counts up to this number come from a table. */
const MAX_LOOKED_UP = 1 << 16;

/**
 * Scores documents with many values of alpha at once. The scores are those of a model for each value. It saves time by
 * finding the counts of a term once for all values, sharing one logarithm between classes without the term, and looking
 * up logarithms of whole counts.
 */
export function leftOutGrid(method: GridMethod, counts: ReducedCounts): LeftOutGrid {
  const { learnsFromOthers, alphas, prior, emphasis } = method;
  const { documents, totals, values, inAll, having } = counts;
  const { starts, ids } = counts.terms;
  const classes = documents.length;
  const size = alphas.length;
  const logs = logTable(learnsFromOthers ? inAll : values, alphas);
  const logOf = (count: number, a: number) =>
    logs === undefined ? Math.log(count + alphas[a]) : logs[count * size + a];
  const unseen = new Float64Array(size);
  const logTotals = new Float64Array(classes * size);
  const weights = new Float64Array(classes);
  const inClass = new Float64Array(classes);

  /** Adds only the difference from a class without the term: all such classes have equal parts. */
  const addTerm = (term: number, value: number, chosen: Uint32Array, scores: Float64Array): void => {
    const sign = learnsFromOthers ? -value : value;
    const without = learnsFromOthers ? inAll[term] : 0;
    for (const a of chosen) unseen[a] = logOf(without, a);
    for (let j = starts[term]; j < starts[term + 1]; j++) {
      const at = ids[j] * size;
      const count = learnsFromOthers ? Math.max(0, without - values[j]) : values[j];
      for (let i = 0; i < chosen.length; i++) {
        const a = chosen[i];
        scores[at + a] += sign * (logOf(count, a) - unseen[a]);
      }
    }
  };

  const addEmphasized = (term: number, value: number, chosen: Uint32Array, scores: Float64Array): void => {
    inClass.fill(0);
    for (let j = starts[term]; j < starts[term + 1]; j++) inClass[ids[j]] = values[j];
    for (const a of chosen) {
      for (let c = 0; c < classes; c++) weights[c] = logOf(inClass[c], a) - logTotals[c * size + a];
      emphasize(weights, 0, classes, emphasis);
      for (let c = 0; c < classes; c++) scores[c * size + a] += value * weights[c];
    }
  };

  return (x, row, chosen, scores) => {
    const priors = logPrior(prior, documents);
    const all = sumOf(totals);
    for (let c = 0; c < classes; c++) {
      const total = learnsFromOthers ? all - totals[c] : totals[c];
      for (const a of chosen) {
        logTotals[c * size + a] = Math.log(total + alphas[a] * counts.known);
        scores[c * size + a] = priors[c];
      }
    }
    const add = emphasis === 0 ? addTerm : addEmphasized;
    let shared = 0;
    const { ids: terms, values: counted, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      const value = counted[i];
      if (value === 0 || having[terms[i]] === 0) continue;
      shared += value;
      add(terms[i], value, chosen, scores);
    }
    if (emphasis !== 0 || shared === 0) return;
    for (let c = 0; c < classes; c++) {
      for (const a of chosen) scores[c * size + a] += (learnsFromOthers ? shared : -shared) * logTotals[c * size + a];
    }
  };
}

/** Returns the logarithms of all whole counts up to the largest; undefined if counts are not whole, or too large. */
function logTable(counts: Float64Array, alphas: readonly number[]): Float64Array | undefined {
  if (!counts.every(Number.isInteger)) return undefined;
  const most = largest(counts, 0);
  if (most > MAX_LOOKED_UP) return undefined;
  const logs = new Float64Array((most + 1) * alphas.length);
  for (let count = 0; count <= most; count++) {
    for (const [a, alpha] of alphas.entries()) logs[count * alphas.length + a] = Math.log(count + alpha);
  }
  return logs;
}
