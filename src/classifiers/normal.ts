/**
 * The normal distribution, as Gaussian naive Bayes takes it for the values of a column in a
 * class (Mitchell 1997, section 5.3.1; John and Langley 1995):
 *
 *     P(x | c) = 1 / √(2πσ²) · exp (-(x - μ)² / (2σ²))
 */

/**
 * By what the squared deviations of n values from their mean are divided: n
 * (`"maximum-likelihood"`, as scikit-learn does) or n - 1 (`"unbiased"`, the sample variance).
 */
export const VARIANCES = ["maximum-likelihood", "unbiased"] as const;
export type Variance = (typeof VARIANCES)[number];

/** No density counts as less: sums of them, and what is taken out of a sum again, stay finite. */
const LEAST_LOG_DENSITY = -1e250;

/** The natural logarithm of the density of `value`. @param variance above 0 */
export function logDensity(value: number, mean: number, variance: number): number {
  const deviation = value - mean;
  const log = -(Math.log(2 * Math.PI) + Math.log(variance) + (deviation / variance) * deviation) / 2;
  return Math.max(LEAST_LOG_DENSITY, log);
}

/**
 * The variance of values by one convention or the other; 0 of a single value.
 *
 * @param squares the sum of the squared deviations from the mean
 * @param count how many values there are, or their weight
 */
export function varianceOf(squares: number, count: number, convention: Variance): number {
  const divisor = convention === "unbiased" ? count - 1 : count;
  return divisor > 0 ? squares / divisor : 0;
}
