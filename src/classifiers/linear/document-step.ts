/**
 * Finds the best distribution q over the classes for one document, given the distributions of all others. With m such
 * that Σ_c q(c) = 1,
 *
 *     ln q(c) + a(c) · q(c) = s(c) - m
 *
 * Each q(c) is a convex, falling function of m, and so is their sum. Newton's steps from the left of the solution
 * therefore never pass it. Source: Yu, Huang and Lin 2011, section 4.
 *
 * @param target s, one per class
 * @param curvatures a, one per class, at least 0
 * @param belief q: a first guess, overwritten with the solution
 */
export function solveDocument(target: Float64Array, curvatures: Float64Array, belief: Float64Array): void {
  const classes = target.length;
  let least = Number.NEGATIVE_INFINITY;
  let surest = 0;
  for (let c = 0; c < classes; c++) {
    // With a smaller m, q(c) alone would be above 1.
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

/** Below this value, a(c) · q(c) does not change the significant digits of ln q(c). */
const FLAT = 1e-13;

/** Newton's step doubles the number of correct digits, so one step from this error makes all digits correct. */
const PRECISE = 1e-9;
/** Upper bound; a few steps are usual. */
const MAX_STEPS = 60;

/**
 * Returns the Wright ω function of a real number of at most 1e100: the t > 0 with
 *
 *     t + ln t = y
 *
 * Source: Corless and Jeffrey 2002; the step, which quadruples the number of correct digits, is that of Fritsch,
 * Shafer and Crowley 1973 (algorithm 443).
 */
function wrightOmega(y: number): number {
  // Here the series ω = e^y - e^2y + … is precise enough, and it avoids the logarithm of a number that may be 0.
  if (y < SERIES) {
    const e = Math.exp(y);
    return e * (1 - e);
  }
  let t = guess(y);
  for (let step = 0; step < 2; step++) {
    const missing = y - t - Math.log(t);
    const next = 1 + t;
    const q = 2 * next * (next + (2 / 3) * missing);
    t *= 1 + ((missing / next) * (q - missing)) / (q - 2 * missing);
    // From this error, the step has made all 16 digits correct.
    if (Math.abs(missing) < 1e-4) break;
  }
  return t;
}

/** Below this y, `wrightOmega` uses a series. */
const SERIES = -16;

/** Returns a first guess of ω, within 5 % everywhere. */
function guess(y: number): number {
  if (y < -1) {
    const e = Math.exp(y);
    return e / (1 + e);
  }
  // A parabola through ω(0) = 0.5671433.
  if (y < 3) return 0.5671433 + y * (0.3618962 + y * 0.0736778);
  const log = Math.log(y);
  return y - log + log / y;
}
