import { wrightOmega } from "./wright-omega.js";

/**
 * The distribution q over the classes that is best for one document, the others being as
 * they are: with m such that Σ_c q(c) = 1,
 *
 *     ln q(c) + a(c) · q(c) = s(c) - m
 *
 * Each q(c) is a convex function of m that falls; so is their sum, and Newton's steps from
 * the left of the solution never pass it. Source: Yu, Huang and Lin 2011, section 4.
 *
 * @param target s, one a class
 * @param curvatures a, one a class, at least 0
 * @param belief q: a guess, overwritten with the solution
 */
export function solveDocument(target: Float64Array, curvatures: Float64Array, belief: Float64Array): void {
  const classes = target.length;
  let least = Number.NEGATIVE_INFINITY;
  let surest = 0;
  for (let c = 0; c < classes; c++) {
    // Below, q(c) alone would be more than 1.
    least = Math.max(least, target[c] - curvatures[c]);
    if (belief[c] > belief[surest]) surest = c;
  }
  let m = Math.max(least, target[surest] - Math.log(belief[surest]) - curvatures[surest] * belief[surest]);
  let sum = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    sum = 0;
    let slope = 0;
    for (let c = 0; c < classes; c++) {
      const curvature = curvatures[c];
      const log = target[c] - m;
      let q: number;
      if (curvature < FLAT) q = Math.exp(log);
      else q = wrightOmega(log + Math.log(curvature)) / curvature;
      belief[c] = q;
      sum += q;
      slope += q / (1 + curvature * q);
    }
    const next = Math.max(least, m + (sum - 1) / slope);
    if (Math.abs(sum - 1) < PRECISE || next === m) break;
    m = next;
  }
  for (let c = 0; c < classes; c++) belief[c] /= sum;
}

/** Where a(c) · q(c) is less than the last digit of ln q(c) that counts. */
const FLAT = 1e-13;
/** Newton's step doubles the digits: after this one they are all right. */
const PRECISE = 1e-9;
const MAX_STEPS = 60;
