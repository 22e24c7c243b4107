import { UsageError } from "../errors.js";

/** Class priors: the share of each class among the training documents, all equal, or given, one a class. */
export type Prior = "fit" | "uniform" | readonly number[];

/**
 * log P(class) by class, natural logarithm; -∞ for a class without documents under `"fit"`.
 *
 * @param documents weight of the documents of each class
 * @throws UsageError if given priors are not one number ≥ 0 a class with sum 1.
 */
export function logPrior(prior: Prior, documents: Float64Array): Float64Array {
  const classes = documents.length;
  if (prior === "uniform") return new Float64Array(classes).fill(-Math.log(classes));
  if (prior === "fit") {
    const total = documents.reduce((sum, weight) => sum + weight, 0);
    return documents.map((weight) => (weight === 0 ? Number.NEGATIVE_INFINITY : Math.log(weight) - Math.log(total)));
  }
  const sum = prior.reduce((total, p) => total + p, 0);
  if (prior.length !== classes || !prior.every((p) => p >= 0) || !(Math.abs(sum - 1) < 1e-6)) {
    throw new UsageError(
      `prior: required "fit", "uniform" or ${classes} numbers of at least 0 with sum 1, got ${JSON.stringify(prior)}`,
    );
  }
  return Float64Array.from(prior, Math.log);
}

/** @throws UsageError unless alpha is a finite number of at least 0. */
export function requireAlpha(where: string, alpha: number): void {
  if (!(typeof alpha === "number" && alpha >= 0 && alpha < Number.POSITIVE_INFINITY)) {
    throw new UsageError(`${where}: alpha: required a finite number of at least 0, got ${String(alpha)}`);
  }
}
