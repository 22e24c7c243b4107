import { UsageError } from "../errors.js";
import { MAX_ALPHA, requireAlpha } from "./prior.js";

/** Weights of Dirichlet priors: one for all, one a term, or, for each class, one a term. Each from 1 to 1e100. */
export type DirichletWeights = number | readonly number[] | readonly (readonly number[])[];

/** What the prior estimate of an m-estimate can be: that of all outcomes alike, or their share of all training documents. */
export const M_PRIORS = ["uniform", "frequency"] as const;
export type MPrior = (typeof M_PRIORS)[number];

/** Ways to smooth, of which at most one may be chosen. Default: `alpha` 1. */
export interface SmoothingOptions {
  /** Added to every count: 1 is add-one (Laplace), others are Lidstone's, 0 is maximum likelihood. From 0 to 1e100. */
  readonly alpha?: number;
  /** m, how many samples the prior estimate p is worth: (n + m·p) / (N + m). From 0 to 1e100. */
  readonly mEstimate?: number;
  /** p of the m-estimate. Default `"uniform"`. */
  readonly mPrior?: MPrior;
  /** Dirichlet priors with these weights β, of which the maximum a posteriori is taken: each count gets β - 1. */
  readonly dirichlet?: DirichletWeights;
}

/** The names of the options. */
export const SMOOTHING_OPTIONS = ["alpha", "mEstimate", "mPrior", "dirichlet"] as const;

/**
 * What smoothing adds to counts: P(outcome) = (n + added) / (N + addedToAll), where the
 * outcomes are the terms (multinomial), present and absent (Bernoulli) or the categories of
 * a column. Sources: Lidstone 1920; Mitchell 1997, section 6.9.1 (m-estimate); Murphy 2012,
 * section 3.4 (the mode of a Dirichlet posterior).
 */
export interface Smoothing {
  /** Whether the overall share of an outcome matters. */
  readonly byFrequency: boolean;
  /** Whether terms have weights of their own. */
  readonly byTerm: boolean;
  /**
   * Added to the count of one outcome.
   *
   * @param outcomes how many there are
   * @param share the outcome's share of all training documents: looked at if `byFrequency`
   */
  added(term: number, c: number, outcomes: number, share: number): number;
  /** Added to the count of all outcomes together, where none has a weight of its own. */
  addedToAll(term: number, c: number, outcomes: number): number;
  /** @throws UsageError unless there is a weight for each term, or each class and term. */
  requireShape(terms: number, classes: number): void;
}

/** @throws UsageError unless at most one way is chosen, and its numbers are in range. */
export function smoothingFrom(where: string, options: SmoothingOptions): Smoothing {
  const { alpha, mEstimate, mPrior, dirichlet } = options;
  const chosen = Object.entries({ alpha, mEstimate, dirichlet }).filter(([, value]) => value !== undefined);
  if (chosen.length > 1) {
    throw new UsageError(
      `${where}: required one of alpha, mEstimate and dirichlet, got ${chosen.map(([name]) => name).join(" and ")}`,
    );
  }
  if (mPrior !== undefined && mEstimate === undefined) {
    throw new UsageError(`${where}: mPrior: required an mEstimate with it, got none`);
  }
  if (mEstimate !== undefined) return mEstimateOf(where, mEstimate, mPrior);
  return dirichlet === undefined ? additive(where, alpha) : dirichletOf(where, dirichlet);
}

/** The options of smoothing that a model has when these are given: what is in use, and nothing beside it. */
export function smoothingDefaults({ mEstimate, mPrior, dirichlet }: SmoothingOptions): SmoothingOptions {
  if (mEstimate !== undefined || mPrior !== undefined) return { mPrior: "uniform" };
  return dirichlet === undefined ? { alpha: 1 } : {};
}

function additive(where: string, alpha = 1): Smoothing {
  requireAlpha(where, alpha);
  return {
    byFrequency: false,
    byTerm: false,
    added: () => alpha,
    addedToAll: (_term, _c, outcomes) => alpha * outcomes,
    requireShape() {},
  };
}

function mEstimateOf(where: string, m: number, prior: MPrior = "uniform"): Smoothing {
  if (!(typeof m === "number" && m >= 0 && m <= MAX_ALPHA)) {
    throw new UsageError(`${where}: mEstimate: required a number from 0 to ${MAX_ALPHA}, got ${String(m)}`);
  }
  if (!M_PRIORS.includes(prior)) {
    throw new UsageError(`${where}: mPrior: required one of ${M_PRIORS.join(", ")}, got ${JSON.stringify(prior)}`);
  }
  const byFrequency = prior === "frequency";
  return {
    byFrequency,
    byTerm: false,
    added: (_term, _c, outcomes, share) => (byFrequency ? m * share : m / outcomes),
    addedToAll: () => m,
    requireShape() {},
  };
}

function dirichletOf(where: string, weights: DirichletWeights): Smoothing {
  const isRow = (row: unknown): row is readonly number[] => Array.isArray(row) && row.every(isWeight);
  const byTerm = typeof weights !== "number";
  const byClass = byTerm && Array.isArray(weights) && Array.isArray(weights[0]);
  if (!(byClass ? weights.every(isRow) : byTerm ? isRow(weights) : isWeight(weights))) {
    throw new UsageError(
      `${where}: dirichlet: required weights from 1 to ${MAX_ALPHA}, below 1 there is no maximum, got ${JSON.stringify(weights)}`,
    );
  }
  const weightOf = (term: number, c: number): number => {
    const row = byClass ? weights[c] : weights;
    return typeof row === "number" ? row : Number(row[term]);
  };
  return {
    byFrequency: false,
    byTerm,
    added: (term, c) => weightOf(term, c) - 1,
    addedToAll: (term, c, outcomes) => (weightOf(term, c) - 1) * outcomes,
    requireShape(terms, classes) {
      if (!byTerm) return;
      const rows = (byClass ? weights : [weights]) as readonly (readonly number[])[];
      if (byClass && rows.length !== classes) {
        throw new UsageError(
          `${where}: dirichlet: required weights for each of ${classes} classes, got them for ${rows.length}`,
        );
      }
      const odd = rows.find((row) => row.length !== terms);
      if (odd !== undefined) {
        throw new UsageError(`${where}: dirichlet: required a weight for each of ${terms} terms, got ${odd.length}`);
      }
    },
  };
}

function isWeight(weight: unknown): boolean {
  return typeof weight === "number" && weight >= 1 && weight <= MAX_ALPHA;
}
