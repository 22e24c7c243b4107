import { centralProbability } from "./intervals.js";

/**
 * P(|T| ≥ |t|) for Student's t: the two-sided p value. Where the tail is thin, one minus
 * the rest would be rounding alone; there it is the incomplete beta function
 * I_x(freedom/2, 1/2) at x = freedom / (freedom + t²), as a series of positive terms
 * (Abramowitz and Stegun 1964, 26.5.4 and 26.7.1).
 *
 * @param freedom whole number of at least 1
 */
export function studentTail(t: number, freedom: number): number {
  const central = centralProbability(Math.abs(t), freedom);
  if (central < 0.5) return 1 - central;
  const a = freedom / 2;
  const rest = (t * t) / (freedom + t * t);
  const x = freedom / (freedom + t * t);
  let term = Math.exp(a * Math.log(x)) * Math.sqrt(rest);
  term /= a * halfBeta(freedom);
  let sum = 0;
  for (let n = 0; term > sum * Number.EPSILON; n++) {
    sum += term;
    term *= (x * (a + 0.5 + n)) / (a + 1 + n);
  }
  return sum;
}

/** B(freedom/2, 1/2), from B(1/2, 1/2) = π or B(1, 1/2) = 2 up. */
function halfBeta(freedom: number): number {
  const odd = freedom % 2 === 1;
  let value = odd ? Math.PI : 2;
  for (let k = odd ? 1 : 2; k < freedom; k += 2) value *= k / (k + 1);
  return value;
}
