import { UsageError } from "../../base/errors.js";
import { quoted, safeText } from "../../base/safe-text.js";
import { type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import {
  classifyLabelsRow,
  type LabelDecision,
  type LabelsClassification,
  type Model,
  rowScores,
  rowsFor,
} from "../classifier.js";
import { ranked, scoreDifference } from "../scores.js";
import { CLASSES, type LabelDecisions } from "../wrappers/label-decisions.js";

/** The contribution of a term to the margin of one class over another. */
export interface TermContribution {
  readonly term: string;
  /** How often the document has the term; 1 in a model of presences. */
  readonly count: number;
  /** Natural log odds: positive for `label`, negative for `against`. */
  readonly contribution: number;
}

/** The margin of one class over another, in parts. */
export interface Explanation {
  /** The explained class. Default: the best. */
  readonly label: string;
  /** The class it is compared with. Default: the second best. */
  readonly against: string;
  /** score(label) - score(against), natural log: `prior` plus the contributions of all terms. */
  readonly margin: number;
  /** The margin of an empty document. For Bernoulli, this includes the evidence of all absent terms. */
  readonly prior: number;
  /** The known terms of the document, the strongest first in either direction. */
  readonly terms: readonly TermContribution[];
}

/** The classes to compare, by their labels. */
export interface ExplainOptions {
  /** The explained class. Default: the best that is not `against`. */
  readonly label?: string | undefined;
  /** The class to compare with. Default: the best that is not `label`. */
  readonly against?: string | undefined;
}

/** @throws UsageError if a class is unknown, both are the same, or the model has only one class. */
export function requirePair({ labels }: Model, { label, against }: ExplainOptions): void {
  if (labels.length < 2) {
    throw new UsageError("explain: the model has one class only, so there is nothing to compare it with");
  }
  if (label !== undefined && label === against) {
    throw new UsageError(`explain: ${JSON.stringify(label)} cannot be compared with itself; choose another class`);
  }
  for (const name of [label, against]) requireName("class", labels, name);
}

/** Checks that a model has this class or label, if one is given. @throws UsageError if it does not */
export function requireName(kind: "class" | "label", labels: readonly string[], name: string | undefined): void {
  if (name === undefined || labels.includes(name)) return;
  throw new UsageError(`explain: this model has no ${kind} ${JSON.stringify(name)}; it has ${quoted(labels)}`);
}

/**
 * Explains row 0 of `x` by the parts into which the model splits the margin.
 *
 * @param termOf returns the text of a term
 * @throws UsageError if a class is unknown, both are the same, or the model has only one class.
 */
export function explainRow(
  model: Model,
  x: SparseMatrix,
  termOf: (term: number) => string,
  options: ExplainOptions = {},
): Explanation {
  requirePair(model, options);
  const { labels } = model;
  const scores = rowScores(model, x)(0);
  const bestBut = (other?: string) => labels[ranked(scores).filter((c) => labels[c] !== other)[0]];
  const { label = bestBut(options.against) } = options;
  const { against = bestBut(label) } = options;
  const pair = [labels.indexOf(label), labels.indexOf(against)] as const;
  const parts = new Float64Array(x.starts[1] - x.starts[0]);
  const prior = model.marginInto(x, 0, pair, parts);
  const { ids, values } = selectRows(x, [0]);
  const terms = Array.from(parts, (contribution, i) => ({ term: termOf(ids[i]), count: values[i], contribution }))
    .filter(({ count }) => count !== 0)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || (a.term < b.term ? -1 : 1));
  const margin = scoreDifference(scores[pair[0]], scores[pair[1]]);
  const sum = terms.reduce((total, { contribution }) => total + contribution, prior);
  return {
    label,
    against,
    margin,
    // Without smoothing, the absence of a certain term can decide alone. No term of the document shows that.
    prior: Number.isFinite(margin) || !Number.isFinite(sum) ? prior : margin,
    terms,
  };
}

/** A term, and what it adds to the lead of the best class over the second best, in nats. Safe to print. */
export type Reason = readonly [term: string, weight: number];

/** Why a class was the best. */
export interface Reasons {
  /** The second best class. Undefined if the model has a single class. */
  readonly against?: string | undefined;
  readonly terms: readonly Reason[];
}

/** The most reasons of a document. */
const MAX_REASONS = 5;
/** The most characters of a term. */
const MAX_LENGTH = 60;
/** Upper bound of a weight, which is infinite without smoothing. JSON has no such number. */
const MAX_WEIGHT = 99;

/**
 * Returns the terms that weighed most in row 0 of `x`, for or against its class, the strongest first: at most five. No
 * terms if the model has a single class. Weights are rounded to two decimals.
 */
export function reasonsOf(model: Model, x: SparseMatrix, termOf: (term: number) => string): Reasons {
  if (model.labels.length < 2) return { terms: [] };
  const { against, terms } = explainRow(model, x, termOf);
  const strongest = terms
    .filter(({ contribution }) => contribution !== 0 && !Number.isNaN(contribution))
    .slice(0, MAX_REASONS)
    .map(({ term, contribution }): Reason => {
      const weight = Math.min(MAX_WEIGHT, Math.max(-MAX_WEIGHT, contribution));
      return [safeText(term).slice(0, MAX_LENGTH), Math.round(100 * weight) / 100];
    });
  return { against, terms: strongest };
}

const [NO, YES] = CLASSES;

/** The decision on a label, and the evidence for and against the label. */
export interface ExplainedDecision extends LabelDecision {
  /** Its sum is that of the label before its temperature. Undefined if all training documents have the label. */
  readonly explanation: Explanation | undefined;
}

/**
 * Explains the decisions of a model of several labels on row 0 of `x`.
 *
 * @param termOf returns the text of a term
 * @param wanted the label to explain. Default: those that the row gets, or the most probable one if it gets none
 * @returns the decisions on all labels, and those that are explained, with their explanations
 */
export function explainLabels(
  model: LabelDecisions,
  x: SparseMatrix,
  termOf: (term: number) => string,
  wanted?: string,
): { readonly classification: LabelsClassification; readonly explained: readonly ExplainedDecision[] } {
  const classification = classifyLabelsRow(model, x, 0);
  const { decisions, labels } = classification;
  const isWanted = ({ label, isGiven }: LabelDecision) => (wanted === undefined ? isGiven : label === wanted);
  const shown = wanted === undefined && labels.length === 0 ? decisions.slice(0, 1) : decisions.filter(isWanted);
  const explained = shown.map((decision) => {
    const { label } = decision;
    const modelOfLabel = model.modelOf(model.labels.indexOf(label));
    const explanation =
      modelOfLabel && explainRow(modelOfLabel, rowsFor(modelOfLabel, x), termOf, { label: YES, against: NO });
    return { ...decision, explanation: explanation && { ...explanation, label, against: `not ${label}` } };
  });
  return { classification, explained };
}
