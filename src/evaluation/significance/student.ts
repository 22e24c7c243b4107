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
