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
export type CorrectedTTest = NonNullable<ReturnType<typeof correctedTTest>>;

/**
 * Runs the corrected resampled t-test (Nadeau and Bengio 2003; Bouckaert and Frank 2004). It takes the same variance of
 * the mean as `resampledInterval`.
 *
 * @param leads differences of two accuracies, one per run, from -1 to 1
 * @param test test documents per run
 * @param train training documents per run
 * @returns undefined for fewer than two runs, or if all leads are equal
 */
export function correctedTTest(leads: readonly number[], test: number, train: number) {
  // Compares the values, not the variance, because rounding can make the variance of equal numbers positive.
  if (leads.every((lead) => lead === leads[0])) return undefined;
  const ratio = test / train;
  const freedom = leads.length - 1;
  const centre = mean(leads);
  const t = centre / correctedError(leads, ratio);
  const half = halfWidth(leads, ratio);
  const interval: Interval = [Math.max(-1, centre - half), Math.min(1, centre + half)];
  return {
    mean: centre,
    /** The 95 % interval, within -1 and 1. */
    interval,
    /** The mean divided by its standard error. */
    t,
    /** Degrees of freedom: runs - 1. */
    freedom,
    /** Two-sided p value. */
    p: studentTail(t, freedom),
  };
}

/**
 * Returns the .975 quantile of Student's t distribution. It bisects the distribution function, which is a finite sum
 * for whole degrees of freedom (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
 *
 * @param freedom degrees of freedom, a whole number of at least 1
 */
export function studentQuantile975(freedom: number): number {
  let low = 0;
  // The largest quantile, with one degree of freedom, is 12.7. After 60 halvings, doubles cannot be more exact.
  let high = 13;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (centralProbability(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Returns P(|T| < t) for whole degrees of freedom. */
function centralProbability(t: number, freedom: number): number {
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

/**
 * Returns the two-sided p value P(|T| ≥ |t|). In the tail, 1 - P(|T| < |t|) would lose all digits. There it is computed
 * as the incomplete beta function I_x(freedom/2, 1/2) at x = freedom / (freedom + t²), as a series of positive terms
 * (Abramowitz and Stegun 1964, 26.5.4 and 26.7.1).
 *
 * @param freedom whole number of at least 1
 */
export function studentTail(t: number, freedom: number): number {
  const central = centralProbability(Math.abs(t), freedom);
  if (central < 0.5) return 1 - central;
  const a = freedom / 2;
  // 1 - x, without the digits that a subtraction would lose.
  const rest = (t * t) / (freedom + t * t);
  const x = freedom / (freedom + t * t);
  let term = Math.exp(a * Math.log(x)) * Math.sqrt(rest);
  term /= a * halfBeta(freedom);
  let sum = 0;
  // The sum ends when a term no longer changes it.
  for (let n = 0; term > sum * Number.EPSILON; n++) {
    sum += term;
    term *= (x * (a + 0.5 + n)) / (a + 1 + n);
  }
  return sum;
}

/** Returns B(freedom/2, 1/2), by recursion from B(1/2, 1/2) = π or B(1, 1/2) = 2. */
function halfBeta(freedom: number): number {
  const odd = freedom % 2 === 1;
  let value = odd ? Math.PI : 2;
  for (let k = odd ? 1 : 2; k < freedom; k += 2) value *= k / (k + 1);
  return value;
}
