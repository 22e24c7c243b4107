import { shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import type { MethodOption } from "../method.js";

/** The class priors that have a name. */
export const PRIORS = ["fit", "map", "uniform", "none"] as const;

/**
 * Class priors. N is the number of training documents, n(c) the number in class c:
 *
 * - `"fit"`: n(c) / N, the maximum likelihood;
 * - `{ dirichlet: β }`: the maximum a posteriori under a Dirichlet prior, (n(c) + β(c) - 1) / (N + Σ (β - 1));
 * β is one number, or one per class, each from 1 to 1e100;
 * - `"map"`: the same with β = 2, which is add-one;
 * - `"uniform"`: all equal;
 * - `"none"`: log P(c) is left out of the scores of classes with documents;
 * - numbers: one per class, in the order of the labels, with sum 1.
 */
export type Prior = (typeof PRIORS)[number] | readonly number[] | { readonly dirichlet: number | readonly number[] };

/**
 * Checks a prior as far as possible before the classes are known.
 *
 * @throws UsageError unless the prior is one of the words, numbers or Dirichlet weights.
 */
export function requirePrior(prior: Prior): void {
  if (PRIORS.some((name) => name === prior) || isNumbers(prior)) return;
  if (isDirichlet(prior)) {
    const { dirichlet: weights } = prior;
    if ((isNumbers(weights) ? weights : [weights]).every((weight) => weight >= 1 && weight <= MAX_ALPHA)) return;
    throw new UsageError(
      `prior: Dirichlet weights must be numbers from 1 to ${MAX_ALPHA} (below 1 there is no maximum), not ${shown(weights)}`,
    );
  }
  throw new UsageError(`prior must be ${NAMES} or one number for each class, not ${shown(prior)}`);
}

/**
 * Returns log P(class) of each class; -∞ if P(class) is 0 and, under `"none"`, for a class without documents.
 *
 * @param documents the weight of the documents of each class
 * @throws UsageError if numbers are not one per class, at least 0, with sum 1, or Dirichlet weights not one per class.
 */
export function logPrior(prior: Prior, documents: Float64Array): Float64Array {
  requirePrior(prior);
  const classes = documents.length;
  if (prior === "none") return documents.map((weight) => (weight === 0 ? Number.NEGATIVE_INFINITY : 0));
  if (prior === "uniform") return new Float64Array(classes).fill(-Math.log(classes));
  if (prior === "fit") return logShares(documents);
  if (prior === "map") return logShares(documents.map((n) => n + 1));
  if (isDirichlet(prior)) {
    const { dirichlet: weights } = prior;
    if (isNumbers(weights) && weights.length !== classes) {
      throw new UsageError(
        `prior: there are ${weights.length} Dirichlet weights for ${classes} classes; give one, or one for each class`,
      );
    }
    return logShares(documents.map((n, c) => n + ((isNumbers(weights) ? weights[c] : weights) - 1)));
  }
  const sum = prior.reduce((total, p) => total + p, 0);
  const isDistribution = prior.every((p) => p >= 0) && Math.abs(sum - 1) < 1e-6;
  if (prior.length !== classes || !isDistribution) {
    throw new UsageError(`prior must be ${NAMES} or ${classes} numbers of at least 0 with sum 1, not ${shown(prior)}`);
  }
  return Float64Array.from(prior, Math.log);
}

/** The names of priors, for messages. */
const NAMES = PRIORS.map((name) => JSON.stringify(name)).join(", ");

/** Returns the logarithms of the shares of the classes; -∞ for a weight of 0. */
function logShares(weights: Float64Array): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (weight === 0 ? Number.NEGATIVE_INFINITY : Math.log(weight) - Math.log(total)));
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => typeof item === "number");
}

function isDirichlet(prior: Prior): prior is { readonly dirichlet: number | readonly number[] } {
  if (!(typeof prior === "object" && prior !== null && "dirichlet" in prior)) return false;
  return typeof prior.dirichlet === "number" || isNumbers(prior.dirichlet);
}

/** The option `prior`. */
export const PRIOR = {
  does: "class priors: fit (share of the training documents), map (add-one), uniform, none, or numbers such as 0.3,0.7 in the order of the labels",
  takes: "prior",
  usual: "fit",
} as const satisfies MethodOption;

/** The upper bound of what smoothing adds to a count. Larger values overflow when summed over a vocabulary. */
export const MAX_ALPHA = 1e100;
