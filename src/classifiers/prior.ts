import { UsageError } from "../errors.js";

/**
 * Class priors
 * - `"fit"`: the share of each class among the training documents, the maximum likelihood;
 * - `"uniform"`: all equal;
 * - `"none"`: none is added, so that all classes with training documents are alike;
 * - given, one a class.
 */
export type Prior = "fit" | "uniform" | "none" | readonly number[];

/** @throws UsageError unless the prior is one of the words or an array of numbers: what can be known before there are classes. */
export function requirePrior(prior: Prior): void {
  if (prior === "fit" || prior === "uniform" || prior === "none") return;
  if (Array.isArray(prior) && prior.every((p) => typeof p === "number")) return;
  throw new UsageError(
    `prior: required "fit", "uniform", "none" or an array of numbers, one a class, got ${JSON.stringify(prior)}`,
  );
}

/**
 * log P(class) by class, natural logarithm; -∞ for a class without documents under `"fit"` and `"none"`. Those of `"none"` are all 0.
 *
 * @param documents weight of the documents of each class
 * @throws UsageError if given priors are not one number ≥ 0 a class with sum 1.
 */
export function logPrior(prior: Prior, documents: Float64Array): Float64Array {
  requirePrior(prior);
  const classes = documents.length;
  if (prior === "uniform") return new Float64Array(classes).fill(-Math.log(classes));
  if (prior === "none") return documents.map((weight) => (weight === 0 ? Number.NEGATIVE_INFINITY : 0));
  if (prior === "fit") {
    const total = documents.reduce((sum, weight) => sum + weight, 0);
    return documents.map((weight) => (weight === 0 ? Number.NEGATIVE_INFINITY : Math.log(weight) - Math.log(total)));
  }
  const sum = prior.reduce((total, p) => total + p, 0);
  if (prior.length !== classes || !prior.every((p) => p >= 0) || !(Math.abs(sum - 1) < 1e-6)) {
    throw new UsageError(
      `prior: required "fit", "uniform", "none" or ${classes} numbers of at least 0 with sum 1, got ${JSON.stringify(prior)}`,
    );
  }
  return Float64Array.from(prior, Math.log);
}

/** Larger values drown every count, and overflow when they are added up over a vocabulary. */
const MAX_ALPHA = 1e100;

/** @throws UsageError unless alpha is a number from 0 to 1e100. */
export function requireAlpha(where: string, alpha: number): void {
  if (!(typeof alpha === "number" && alpha >= 0 && alpha <= MAX_ALPHA)) {
    throw new UsageError(`${where}: alpha: required a number from 0 to ${MAX_ALPHA}, got ${String(alpha)}`);
  }
}
