import { safeText } from "../../base/safe-text.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import type { Model } from "../classifier.js";
import { explainRow } from "./explain.js";

/** A term, and what it adds to the lead of the best class over the second best, in nats. Safe to print. */
export type Reason = readonly [term: string, weight: number];

/** Why a class was the best. */
export interface Reasons {
  /** The second best class. Undefined if the model has a single class. */
  readonly against?: string | undefined;
  readonly terms: readonly Reason[];
}

/** The most terms of a document. */
const KEPT = 5;
/** The most characters of a term. */
const MAX_TERM = 60;
/** Upper bound of a weight, which is infinite without smoothing. JSON has no such number. */
const MAX_WEIGHT = 99;

/**
 * Returns the terms that weighed most in row 0 of `x`, for or against its class, the strongest first: at most five. None
 * if the model has a single class. Weights are rounded to two decimals.
 */
export function reasonsOf(model: Model, x: SparseMatrix, termOf: (term: number) => string): Reasons {
  if (model.labels.length < 2) return { terms: [] };
  const { against, terms } = explainRow(model, x, termOf);
  const strongest = terms
    .filter(({ contribution }) => contribution !== 0 && !Number.isNaN(contribution))
    .slice(0, KEPT)
    .map(({ term, contribution }): Reason => {
      const weight = Math.min(MAX_WEIGHT, Math.max(-MAX_WEIGHT, contribution));
      return [safeText(term).slice(0, MAX_TERM), Math.round(100 * weight) / 100];
    });
  return { against, terms: strongest };
}
