import { shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import type { Method, MethodOption } from "../method.js";
import { MAX_ALPHA, PRIOR, type Prior } from "./prior.js";

/** Weights of Dirichlet priors, each from 1 to 1e100: one for all, one per term, or one per class and term. */
export type DirichletWeights = number | readonly number[] | readonly (readonly number[])[];

export const M_PRIORS = ["uniform", "frequency"] as const;

/** The prior estimate p of an m-estimate: equal for all outcomes, or their share of all training documents. */
export type MPrior = (typeof M_PRIORS)[number];

/** Ways to smooth; choose at most one. Default: `alpha` 1. */
export interface SmoothingOptions {
  /** Added to every count: 1 is add-one (Laplace), others are Lidstone's, 0 is maximum likelihood. 0 to 1e100. */
  readonly alpha?: number;
  /** m: the estimate is (n + m·p) / (N + m), as if m samples with the prior estimate p were added. 0 to 1e100. */
  readonly mEstimate?: number;
  /** p of the m-estimate. Default `"uniform"`. */
  readonly mPrior?: MPrior;
  /** β: the estimate is the maximum a posteriori under these Dirichlet priors, which adds β - 1 to each count. */
  readonly dirichlet?: DirichletWeights;
}

/** The names of these options. */
export const SMOOTHING_OPTIONS = ["alpha", "mEstimate", "mPrior", "dirichlet"] as const;

/** Smoothing by alpha, which may be 0. */
export const ALPHA = {
  does: "smoothing: added to every count, 0 for none; 1 is add-one",
  takes: { from: 0, to: MAX_ALPHA },
  usual: 1,
} as const satisfies MethodOption;

/**
 * Additions to counts: P(outcome) = (n + added) / (N + addedToAll). The outcomes are the terms
 * (multinomial), present and absent (Bernoulli), or the categories of a column (categorical).
 *
 * Source: Lidstone 1920; Mitchell 1997, section 6.9.1 (m-estimate); Murphy 2012, section 3.4 (Dirichlet).
 */
export interface Smoothing {
  /** Whether it depends on the share of all training documents that have an outcome. */
  readonly byFrequency: boolean;
  /** Whether each term has its own weight. */
  readonly byTerm: boolean;
  /**
   * Returns the addition to one outcome. `term`, or the column, matters only with `byTerm`; `share`, that of the outcome
   * in all training documents or occurrences, only with `byFrequency`.
   */
  added(term: number, c: number, outcomes: number, share: number): number;
  /** Returns the addition to all outcomes together, if no outcome has its own weight. */
  addedToAll(term: number, c: number, outcomes: number): number;
  /** @throws UsageError if weights are given but not one for each term, or for each class and term. */
  requireShape(terms: number, classes: number): void;
}

/** Makes the smoothing from checked options. @throws UsageError if more than one way is chosen, or a Dirichlet weight is out of range. */
export function smoothingFrom(where: string, options: SmoothingOptions): Smoothing {
  const { alpha, mEstimate, mPrior, dirichlet } = options;
  const chosen = Object.entries({ alpha, mEstimate, dirichlet }).filter(([, value]) => value !== undefined);
  if (chosen.length > 1) {
    throw new UsageError(
      `${where}: ${chosen.map(([name]) => name).join(" and ")} cannot be combined: choose one way to smooth`,
    );
  }
  if (mPrior !== undefined && mEstimate === undefined) {
    throw new UsageError(`${where}: mPrior says nothing without mEstimate: give both`);
  }
  if (mEstimate !== undefined) return mEstimateOf(mEstimate, mPrior);
  return dirichlet === undefined ? additive(alpha) : dirichletOf(where, dirichlet);
}

/** The parts of a `Method` that all methods with smoothing and a prior share. */
export const SMOOTHED = {
  family: "Naive Bayes",
  titleOptions: SMOOTHING_OPTIONS,
  options: {
    alpha: ALPHA,
    mEstimate: {
      does: "smoothing in place of alpha: the prior estimate counts as m documents or words",
      takes: { from: 0, to: MAX_ALPHA },
    },
    mPrior: {
      does: "prior estimate of --m-estimate: the same for all terms, or their shares in all classes",
      takes: M_PRIORS,
      usual: "uniform",
    },
    dirichlet: {
      does: "smoothing in place of alpha: weight of Dirichlet priors, at least 1; 2 is add-one",
      takes: "dirichlet",
    },
    prior: PRIOR,
  },
  replaced: ({ mEstimate, mPrior, dirichlet }: SmoothingOptions) => {
    // `mPrior` has a default only for an m-estimate.
    if (mEstimate !== undefined || mPrior !== undefined) return ["alpha"];
    return dirichlet === undefined ? ["mPrior"] : ["alpha", "mPrior"];
  },
} as const satisfies Partial<Method<SmoothingOptions & { readonly prior?: Prior }>>;

/** Shared by kinds of smoothing that treat all terms alike and take any number of terms. */
const ALIKE = { byFrequency: false, byTerm: false, requireShape() {} };

/** Makes the smoothing that adds the same to each count. */
function additive(added = 1): Smoothing {
  return { ...ALIKE, added: () => added, addedToAll: (_term, _c, outcomes) => added * outcomes };
}

/** Makes the smoothing of an m-estimate. */
function mEstimateOf(m: number, prior: MPrior = "uniform"): Smoothing {
  const byFrequency = prior === "frequency";
  return {
    ...ALIKE,
    byFrequency,
    added: (_term, _c, outcomes, share) => (byFrequency ? m * share : m / outcomes),
    addedToAll: () => m,
  };
}

/** Makes the smoothing by Dirichlet weights. A list has a weight per term; a list of lists, one per class and term. */
function dirichletOf(where: string, weights: DirichletWeights): Smoothing {
  const byClass = Array.isArray(weights) && Array.isArray(weights[0]);
  const rows: readonly unknown[] = byClass ? weights : [weights];
  if (!rows.every((row) => (Array.isArray(row) ? row.every(isWeight) : !byClass && isWeight(row)))) {
    throw new UsageError(
      `${where}: dirichlet weights must be numbers from 1 to ${MAX_ALPHA} (below 1 there is no maximum), not ${shown(weights)}`,
    );
  }
  if (typeof weights === "number") return additive(weights - 1);
  const lists = rows as readonly (readonly number[])[];
  const added = (term: number, c: number) => Number(lists[byClass ? c : 0][term]) - 1;
  return {
    byFrequency: false,
    byTerm: true,
    added,
    addedToAll: (term, c, outcomes) => added(term, c) * outcomes,
    requireShape(terms, classes) {
      if (byClass && lists.length !== classes) {
        throw new UsageError(`${where}: dirichlet has weights for ${lists.length} classes, but there are ${classes}`);
      }
      const odd = lists.find((row) => row.length !== terms);
      if (odd !== undefined) {
        throw new UsageError(`${where}: dirichlet has ${odd.length} weights, but there are ${terms} terms`);
      }
    },
  };
}

function isWeight(weight: unknown): boolean {
  return typeof weight === "number" && weight >= 1 && weight <= MAX_ALPHA;
}
