import { correctedError, halfWidth, type Interval, mean } from "./intervals.js";
import { studentTail } from "./student.js";

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
