import type { Random } from "./random.js";

/**
 * Draws from binomial distributions, exactly, by inversion from the mode outwards: about as
 * many steps as the draw is away from the mode.
 *
 * @param most the largest number of trials there will be
 * @returns how many of `n` trials of probability `p` succeed; 0 ≤ n ≤ most, 0 < p < 1
 */
export function binomialSampler(most: number, random: Random): (n: number, p: number) => number {
  const logFactorial = new Float64Array(most + 1);
  for (let i = 2; i <= most; i++) logFactorial[i] = logFactorial[i - 1] + Math.log(i);
  return (n, p) => {
    const odds = p / (1 - p);
    const mode = Math.min(n, Math.floor((n + 1) * p));
    const logChoose = logFactorial[n] - logFactorial[mode] - logFactorial[n - mode];
    let below = Math.exp(logChoose + mode * Math.log(p) + (n - mode) * Math.log1p(-p));
    let above = below;
    let left = (random(2 ** 32) + 0.5) / 2 ** 32 - below;
    for (let low = mode, high = mode; left >= 0; ) {
      if (high < n) {
        above *= ((n - high) / (high + 1)) * odds;
        high++;
        left -= above;
        if (left < 0) return high;
      }
      if (low > 0) {
        below *= low / ((n - low + 1) * odds);
        low--;
        left -= below;
        if (left < 0) return low;
      } else if (high === n) break;
    }
    return mode;
  };
}
