import { UsageError } from "../errors.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import type { LinearModel } from "./linear-model.js";

/** What one term of a document says for the best class and against the second. */
export interface TermContribution {
  readonly term: string;
  /** How often the document has it (1 in a model of presences). */
  readonly count: number;
  /** Natural log odds: positive for the best class, negative for the second. */
  readonly contribution: number;
}

/** Why a document is put into one class and not into another: the parts of the margin between them. */
export interface Explanation {
  /** The class that is explained: the best, unless another was asked for. */
  readonly label: string;
  /** The class that it is held against: the second best, unless another was asked for. */
  readonly against: string;
  /** score(label) - score(against), in natural log units: `prior` plus the contributions of all terms. */
  readonly margin: number;
  /** What an empty document would have: for Bernoulli, with the absence of every term in it. */
  readonly prior: number;
  /** The known terms of the document, the strongest first, whichever way they pull. */
  readonly terms: readonly TermContribution[];
}

/** Two class indices: explain why the first and not the second. */
export type ClassPair = readonly [label: number, against: number];

/**
 * Explains row 0 of `x`. A linear model's margin is a sum over the terms, so the
 * contributions are exact and not an approximation.
 *
 * @param pair default: the two best classes of the row
 * @throws UsageError if the model has one class only, or the pair is not of two of its classes.
 */
export function explainRow(
  model: LinearModel,
  x: SparseMatrix,
  termOf: (term: number) => string,
  pair?: ClassPair,
): Explanation {
  const classes = model.labels.length;
  if (classes < 2) throw new UsageError("explain: required a model of two or more classes, got one");
  if (pair !== undefined && (pair[0] === pair[1] || pair.some((c) => model.labels[c] === undefined))) {
    throw new UsageError(`explain: required two different class indices from 0 to ${classes - 1}, got ${pair}`);
  }
  const scores = new Float64Array(classes);
  model.scoreInto(x, 0, scores);
  const [best, second] = pair ?? Array.from(scores.keys()).sort((a, b) => difference(scores[b], scores[a]) || a - b);
  const terms: TermContribution[] = [];
  for (let i = x.starts[0]; i < x.starts[1]; i++) {
    if (x.values[i] === 0) continue;
    const weights = model.weightsOf(x.ids[i]);
    const contribution = x.values[i] * difference(weights[best], weights[second]);
    terms.push({ term: termOf(x.ids[i]), count: x.values[i], contribution });
  }
  terms.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || (a.term < b.term ? -1 : 1));
  const margin = difference(scores[best], scores[second]);
  const prior = difference(model.bias[best], model.bias[second]);
  const sum = terms.reduce((total, { contribution }) => total + contribution, prior);
  return {
    label: model.labels[best],
    against: model.labels[second],
    margin,
    // Without smoothing, the absence of a certain term can decide alone: no term of the document says so.
    prior: Number.isFinite(margin) || !Number.isFinite(sum) ? prior : margin,
    terms,
  };
}

/** a - b, where two impossible things (-∞) are equally impossible. */
function difference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
