/**
 * The Wright ω function of a real number of at most 1e100: the t > 0 with
 *
 *     t + ln t = y
 *
 * Source: Corless and Jeffrey 2002; the step, which makes four times as many digits right,
 * is that of Fritsch, Shafer and Crowley 1973 (algorithm 443).
 */
export function wrightOmega(y: number): number {
  // As far down as this the series has every digit that is asked for, and no logarithm is taken of what may be 0.
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
    if (Math.abs(missing) < 1e-4) break;
  }
  return t;
}

const SERIES = -16;

/** Within 5 % everywhere. */
function guess(y: number): number {
  if (y < -1) {
    const e = Math.exp(y);
    return e / (1 + e);
  }
  if (y < 3) return 0.5671433 + y * (0.3618962 + y * 0.0736778);
  const log = Math.log(y);
  return y - log + log / y;
}
