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

/** Which classes to explain, by their labels. */
export interface ExplainOptions {
  /** The class that is explained. Default: the best one that is not `against`. */
  readonly label?: string | undefined;
  /** The class that it is held against. Default: the best one that is not `label`. */
  readonly against?: string | undefined;
}

/**
 * The two classes that are asked for, as indices; what is not said is the best of the others for row 0 of `x`.
 *
 * @throws UsageError if a label is none of the model's, or both are the same.
 */
export function pairOf(model: Model, x: SparseMatrix, options: ExplainOptions): ClassPair {
  const [asked, other] = requirePair(model, options);
  const scores = new Float64Array(model.labels.length);
  model.scoreInto(x, 0, scores);
  const ranking = Array.from(scores.keys()).sort((a, b) => scoreDifference(scores[b], scores[a]) || a - b);
  const first = asked ?? ranking.filter((c) => c !== other)[0];
  return [first, other ?? ranking.filter((c) => c !== first)[0]];
}

/**
 * The classes that are asked for, as indices; undefined what is not.
 *
 * @throws UsageError if a label is none of the model's, or both are the same, or there is one class only.
 */
export function requirePair(model: Model, { label, against }: ExplainOptions): (number | undefined)[] {
  requireTwo(model);
  if (label !== undefined && label === against) {
    throw new UsageError(`explain: required two different classes, got ${JSON.stringify(label)} twice`);
  }
  return [label, against].map((name) => classNamed(model, name));
}

function requireTwo({ labels }: Model): void {
  if (labels.length < 2) throw new UsageError("explain: required a model of two or more classes, got one");
}

function classNamed({ labels }: Model, name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  if (labels.includes(name)) return labels.indexOf(name);
  throw new UsageError(
    `explain: required one of the classes ${labels.map((label) => JSON.stringify(label)).join(", ")}, got ${JSON.stringify(name)}`,
  );
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
  requireTwo(model);
  if (pair !== undefined && (pair[0] === pair[1] || pair.some((c) => model.labels[c] === undefined))) {
    throw new UsageError(`explain: required two different class indices from 0 to ${classes - 1}, got ${pair}`);
  }
  const scores = new Float64Array(classes);
  model.scoreInto(x, 0, scores);
  const [best, second] = pair ?? pairOf(model, x, {});
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
