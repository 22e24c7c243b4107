import { requireWhole } from "../../base/checks.js";

/** The result of McNemar's test on the documents that exactly one of two classifiers got right. */
export type McNemar = ReturnType<typeof mcNemar>;

/**
 * Runs McNemar's exact test (1947). If A and B were equally good, each would be right about a document that only one of
 * them gets right with probability 1/2:
 *
 *     p = 2 · P(X ≤ min(onlyA, onlyB)), X ~ Binomial(onlyA + onlyB, 1/2)
 *
 * @param onlyA whole number of at least 0
 * @param onlyB whole number of at least 0
 * @returns the numbers of documents that only the first and only the second classifier got right, the exact two-sided p
 *   value, above 0 and up to 1, and its mid-p variant, which is less conservative for small counts (Fagerland et al. 2013)
 * @throws UsageError if an argument is not a count.
 */
export function mcNemar(onlyA: number, onlyB: number) {
  requireWhole("mcNemar: onlyA", onlyA, 0);
  requireWhole("mcNemar: onlyB", onlyB, 0);
  const n = onlyA + onlyB;
  const least = Math.min(onlyA, onlyB);
  const point = halfBinomial(least, n);
  let tail = 0;
  // Starts at the largest term and stops when a term no longer changes the sum.
  for (let i = least, term = point; i >= 0 && term > tail * Number.EPSILON; i--) {
    tail += term;
    term *= i / (n - i + 1);
  }
  // The mid-p counts half of the observed outcome in each tail. If both counts are equal, there is only one.
  const midP = n === 0 ? 1 : clamped(onlyA === onlyB ? 1 - point / 2 : 2 * tail - point);
  return { onlyA, onlyB, p: clamped(2 * tail), midP };
}

/** Returns C(n, k) / 2^n. Halves the product as it grows, because a sum of logarithms would lose digits. */
function halfBinomial(k: number, n: number): number {
  let value = 1;
  let halvings = 0;
  for (let i = 1; i <= k; i++) {
    value *= (n - k + i) / i;
    for (; value > 1; halvings++) value /= 2;
  }
  return value * 2 ** (halvings - n);
}

/** Keeps p at most 1, and above 0 when it underflows. */
function clamped(p: number): number {
  return Math.min(1, Math.max(Number.MIN_VALUE, p));
}
