import { UsageError } from "../errors.js";

/** Class priors that have a name. */
export const PRIORS = ["fit", "map", "uniform", "none"] as const;

/**
 * Class priors
 * - `"fit"`: the share of each class among the training documents, n(c) / N, the maximum likelihood;
 * - `{ dirichlet }`: the maximum a posteriori under a Dirichlet prior with this weight, or one a class,
 *   (n(c) + β(c) - 1) / (N + Σ (β - 1)); each from 1 to 1e100;
 * - `"map"`: that of weight 2, which is add-one;
 * - `"uniform"`: all equal;
 * - `"none"`: none is added, so that all classes with training documents are alike;
 * - given, one a class, in the order of the labels.
 */
export type Prior = (typeof PRIORS)[number] | readonly number[] | { readonly dirichlet: number | readonly number[] };

/** @throws UsageError unless the prior is one of the words, numbers or weights: what can be known before there are classes. */
export function requirePrior(prior: Prior): void {
  if (PRIORS.some((name) => name === prior)) return;
  if (isNumbers(prior)) return;
  if (isDirichlet(prior)) {
    const { dirichlet: weights } = prior;
    if ((isNumbers(weights) ? weights : [weights]).every((weight) => weight >= 1 && weight <= MAX_ALPHA)) return;
    throw new UsageError(
      `prior: required Dirichlet weights from 1 to ${MAX_ALPHA}, below 1 there is no maximum, got ${JSON.stringify(weights)}`,
    );
  }
  throw new UsageError(`prior: required ${NAMES} or an array of numbers, one a class, got ${JSON.stringify(prior)}`);
}

/**
 * log P(class) by class, natural logarithm; -∞ for a class without documents under `"fit"` and `"none"`. Those of `"none"` are all 0.
 *
 * @param documents weight of the documents of each class
 * @throws UsageError if given priors are not one number ≥ 0 a class with sum 1, or weights not one a class.
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
        `prior: required one Dirichlet weight, or one for each of ${classes} classes, got ${weights.length}`,
      );
    }
    return logShares(documents.map((n, c) => n + ((isNumbers(weights) ? weights[c] : weights) - 1)));
  }
  const sum = prior.reduce((total, p) => total + p, 0);
  if (prior.length !== classes || !prior.every((p) => p >= 0) || !(Math.abs(sum - 1) < 1e-6)) {
    throw new UsageError(
      `prior: required ${NAMES} or ${classes} numbers of at least 0 with sum 1, got ${JSON.stringify(prior)}`,
    );
  }
  return Float64Array.from(prior, Math.log);
}

const NAMES = PRIORS.map((name) => JSON.stringify(name)).join(", ");

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

/** The most that smoothing adds to a count. Larger values drown every count, and overflow when they are added up over a vocabulary. */
export const MAX_ALPHA = 1e100;

/** @throws UsageError unless alpha is a number from 0 to 1e100. */
export function requireAlpha(where: string, alpha: number): void {
  if (!(typeof alpha === "number" && alpha >= 0 && alpha <= MAX_ALPHA)) {
    throw new UsageError(`${where}: alpha: required a number from 0 to ${MAX_ALPHA}, got ${String(alpha)}`);
  }
}
