import { UsageError } from "../errors.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import { type ClassPair, type Model, scoreDifference } from "./classifier.js";

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

/**
 * Explains row 0 of `x`: the parts of the margin that the model itself takes it apart into.
 *
 * @param pair default: the two best classes of the row
 * @throws UsageError if the model has one class only, or the pair is not of two of its classes.
 */
export function explainRow(
  model: Model,
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
  const [best, second] =
    pair ?? Array.from(scores.keys()).sort((a, b) => scoreDifference(scores[b], scores[a]) || a - b);
  const parts = new Float64Array(x.starts[1] - x.starts[0]);
  const prior = model.marginInto(x, 0, [best, second], parts);
  const terms: TermContribution[] = [];
  for (let i = x.starts[0], part = 0; i < x.starts[1]; i++, part++) {
    if (x.values[i] === 0) continue;
    terms.push({ term: termOf(x.ids[i]), count: x.values[i], contribution: parts[part] });
  }
  terms.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || (a.term < b.term ? -1 : 1));
  const margin = scoreDifference(scores[best], scores[second]);
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
