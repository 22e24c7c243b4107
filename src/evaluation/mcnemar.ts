import { UsageError } from "../errors.js";

/** McNemar's test on the documents of which one of two classifiers is right and the other wrong. */
export interface McNemar {
  /** How many only A is right about. */
  readonly onlyA: number;
  /** How many only B is right about. */
  readonly onlyB: number;
  /** Exact two-sided p value, above 0 and up to 1. */
  readonly p: number;
  /** The same with half the probability of what was found: less conservative where there are few (Fagerland et al. 2013). */
  readonly midP: number;
}

/**
 * McNemar's exact test (1947): if A and B were equally good, a document that only one of
 * them is right about would be A's or B's with probability 1/2, so that the smaller count
 * is binomial. p = 2 · P(X ≤ min(onlyA, onlyB)), X ~ Binomial(onlyA + onlyB, 1/2).
 *
 * @param onlyA whole number of at least 0
 * @param onlyB whole number of at least 0
 * @throws UsageError if one is no count.
 */
export function mcNemar(onlyA: number, onlyB: number): McNemar {
  for (const count of [onlyA, onlyB]) {
    if (!(Number.isSafeInteger(count) && count >= 0)) {
      throw new UsageError(`mcNemar: required whole numbers of at least 0, got ${count}`);
    }
  }
  const n = onlyA + onlyB;
  const least = Math.min(onlyA, onlyB);
  const point = halfBinomial(least, n);
  let tail = 0;
  // From the largest term down: what no longer counts is left out.
  for (let i = least, term = point; i >= 0 && term > tail * Number.EPSILON; i--) {
    tail += term;
    term *= i / (n - i + 1);
  }
  const p = clamped(2 * tail);
  return { onlyA, onlyB, p, midP: n === 0 ? 1 : clamped(onlyA === onlyB ? 1 - point / 2 : 2 * tail - point) };
}

/** C(n, k) / 2^n. It is halved as it grows, which is exact, where a sum of n logarithms would lose digits. */
function halfBinomial(k: number, n: number): number {
  let value = 1;
  let halvings = 0;
  for (let i = 1; i <= k; i++) {
    value *= (n - k + i) / i;
    for (; value > 1; halvings++) value /= 2;
  }
  return value * 2 ** (halvings - n);
}

/** A probability too small for a number is still not 0. */
function clamped(p: number): number {
  return Math.min(1, Math.max(Number.MIN_VALUE, p));
}
