import { mean, sampleVariance } from "./mean.js";

/** The lower and upper end of a 95 % interval. */
export type Interval = [low: number, high: number];

const Z_95 = 1.959963984540054;

/** Wilson's 95 % interval for a proportion of `correct` in `total` independent trials (Wilson 1927). */
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
 * The 95 % interval for mean accuracy over resamplings of one corpus, with the correction
 * of Nadeau and Bengio (2003): repeats share training documents, so their variance is
 * taken (1/n + test/train) times instead of 1/n times. Runs that all agree tell nothing of
 * the spread: then it is Wilson's interval for one run.
 *
 * @param accuracies one a run, at least two
 * @param test number of test documents of a run
 * @param train number of training documents of a run
 */
export function resampledInterval(accuracies: readonly number[], test: number, train: number): Interval {
  // Their variance would not do: the mean of equal numbers is off by a last digit.
  if (accuracies.every((accuracy) => accuracy === accuracies[0])) return wilsonInterval(accuracies[0] * test, test);
  const centre = mean(accuracies);
  const half = halfWidth(accuracies, test / train);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/**
 * Half of the 95 % interval of a mean over runs, by Student's t.
 *
 * @param values one a run, at least two
 * @param ratio of test to training documents, if the runs are resamplings of one corpus; 0 if they are independent
 */
export function halfWidth(values: readonly number[], ratio: number): number {
  return studentQuantile975(values.length - 1) * correctedError(values, ratio);
}

/** The standard error of a mean over runs: its variance is that of the runs (1/n + ratio) times. As for `halfWidth`. */
export function correctedError(values: readonly number[], ratio: number): number {
  return Math.sqrt((1 / values.length + ratio) * sampleVariance(values));
}

/**
 * The .975 quantile of Student's t distribution, found by bisection on its distribution
 * function. For whole degrees of freedom that is a finite sum (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
 */
export function studentQuantile975(freedom: number): number {
  let low = 0;
  let high = 13;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (centralProbability(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(|T| < t) for Student's t with a whole number of degrees of freedom. */
export function centralProbability(t: number, freedom: number): number {
  const theta = Math.atan(t / Math.sqrt(freedom));
  const cos2 = Math.cos(theta) ** 2;
  const odd = freedom % 2 === 1;
  let term = odd ? Math.cos(theta) : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k < freedom; k += 2) {
    term *= (cos2 * (k - 1)) / k;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (theta + Math.sin(theta) * sum) : Math.sin(theta) * sum;
}
