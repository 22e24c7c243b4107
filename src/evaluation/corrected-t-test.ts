import { type Interval, studentQuantile975 } from "./intervals.js";
import { studentTail } from "./student.js";

/** Whether a mean difference over resamplings of one corpus is more than chance. */
export interface CorrectedTTest {
  /** Mean difference. */
  readonly mean: number;
  /** 95 %, within -1 and 1. */
  readonly interval: Interval;
  readonly t: number;
  /** Degrees of freedom: one fewer than the runs. */
  readonly freedom: number;
  /** Two-sided. */
  readonly p: number;
}

/**
 * The corrected resampled t-test (Nadeau and Bengio 2003; Bouckaert and Frank 2004): the
 * runs share training documents, so the variance of their mean is taken as
 * (1/n + test/train) times that of the runs, where independent runs would have 1/n times.
 *
 * @param differences of accuracies, one a run, from -1 to 1
 * @param test number of test documents of a run
 * @param train number of training documents of a run
 * @returns undefined if t is: of fewer than two runs, or if the runs all differ by the same
 */
export function correctedTTest(
  differences: readonly number[],
  test: number,
  train: number,
): CorrectedTTest | undefined {
  // By comparison: the computed variance of equal numbers may be anything near 0.
  if (differences.every((difference) => difference === differences[0])) return undefined;
  const n = differences.length;
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / n;
  const variance = differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0) / (n - 1);
  const standardError = Math.sqrt((1 / n + test / train) * variance);
  const t = mean / standardError;
  const half = studentQuantile975(n - 1) * standardError;
  const interval: Interval = [Math.max(-1, mean - half), Math.min(1, mean + half)];
  return { mean, interval, t, freedom: n - 1, p: studentTail(t, n - 1) };
}
