import { correctedError, halfWidth, type Interval } from "./intervals.js";
import { mean } from "./mean.js";
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
  const ratio = test / train;
  const freedom = differences.length - 1;
  const centre = mean(differences);
  const t = centre / correctedError(differences, ratio);
  const half = halfWidth(differences, ratio);
  const interval: Interval = [Math.max(-1, centre - half), Math.min(1, centre + half)];
  return { mean: centre, interval, t, freedom, p: studentTail(t, freedom) };
}
