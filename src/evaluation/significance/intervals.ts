import { studentQuantile975, studentTail } from "./student.js";

/** The lower and the upper end of a 95 % interval. */
export type Interval = [low: number, high: number];

/** The 97.5 % quantile of the normal distribution, for a two-sided interval. */
const Z_95 = 1.959963984540054;

/**
 * Returns Wilson's 95 % interval for a proportion of `correct` in `total` independent trials (Wilson 1927); [0, 1]
 * without trials.
 */
export function wilsonInterval(correct: number, total: number): Interval {
  if (total === 0) return [0, 1];
  const p = correct / total;
  const z2 = Z_95 * Z_95;
  const centre = p + z2 / (2 * total);
  const half = Z_95 * Math.sqrt((p * (1 - p)) / total + z2 / (4 * total * total));
  const low = correct === 0 ? 0 : (centre - half) / (1 + z2 / total);
  const high = correct === total ? 1 : (centre + half) / (1 + z2 / total);
  return [low, high];
}

/**
 * Returns the 95 % interval of the mean accuracy over resamplings of one corpus. The runs share training documents, so
 * the variance of their mean is taken as (1/n + test/train) times the variance of the runs instead of 1/n times (Nadeau
 * and Bengio 2003). The interval is cut at 0 and 1. If all runs have the same accuracy, it is Wilson's for one run.
 *
 * @param accuracies one per run, at least two
 * @param test test documents per run
 * @param train training documents per run
 */
export function resampledInterval(accuracies: readonly number[], test: number, train: number): Interval {
  // Compares the values, not the variance, because rounding can make the variance of equal numbers positive.
  if (accuracies.every((accuracy) => accuracy === accuracies[0])) return wilsonInterval(accuracies[0] * test, test);
  const centre = mean(accuracies);
  const half = halfWidth(accuracies, test / train);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/**
 * Returns half the width of the 95 % interval of a mean over runs, by Student's t.
 *
 * @param values one per run, at least two
 * @param ratio of test to training documents if the runs resample one corpus; 0 if they are independent
 */
export function halfWidth(values: readonly number[], ratio: number): number {
  return studentQuantile975(values.length - 1) * correctedError(values, ratio);
}

/** Returns the standard error of a mean over runs: √((1/n + ratio) · variance of the runs); see `halfWidth`. */
function correctedError(values: readonly number[], ratio: number): number {
  return Math.sqrt((1 / values.length + ratio) * sampleVariance(values));
}

/** Returns the mean, weighted if there are weights. NaN without values. */
export function mean(values: ArrayLike<number>, weights?: ArrayLike<number>): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    const weight = weights?.[i] ?? 1;
    sum += weight * values[i];
    total += weight;
  }
  return sum / total;
}

/** Returns the sample variance, with denominator n - 1. NaN for fewer than two values. */
export function sampleVariance(values: ArrayLike<number>): number {
  const centre = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] - centre) ** 2;
  return sum / (values.length - 1);
}

/** The result of testing whether the mean of differences, one for each resampling of one corpus, is other than 0. */
export interface CorrectedTTest {
  /** The mean of the differences. */
  readonly mean: number;
  /** The 95 % interval, within -1 and 1. */
  readonly interval: Interval;
  /** The mean divided by its standard error. */
  readonly t: number;
  /** Degrees of freedom: runs - 1. */
  readonly freedom: number;
  /** Two-sided p value. */
  readonly p: number;
}

/**
 * Runs the corrected resampled t-test (Nadeau and Bengio 2003; Bouckaert and Frank 2004). It takes the same variance of
 * the mean as `resampledInterval`.
 *
 * @param leads differences of two accuracies, one per run, from -1 to 1
 * @param test test documents per run
 * @param train training documents per run
 * @returns undefined for fewer than two runs, or if all leads are equal
 */
export function correctedTTest(leads: readonly number[], test: number, train: number): CorrectedTTest | undefined {
  // Compares the values, not the variance, because rounding can make the variance of equal numbers positive.
  if (leads.every((lead) => lead === leads[0])) return undefined;
  const ratio = test / train;
  const freedom = leads.length - 1;
  const centre = mean(leads);
  const t = centre / correctedError(leads, ratio);
  const half = halfWidth(leads, ratio);
  const interval: Interval = [Math.max(-1, centre - half), Math.min(1, centre + half)];
  return { mean: centre, interval, t, freedom, p: studentTail(t, freedom) };
}
