import { UsageError } from "../../base/errors.js";
import type { TokenStep } from "./tokens.js";

/** The longest n-gram. Nearly every longer one would occur only once. */
export const MAX_NGRAM = 8;

/**
 * Makes n-grams of `from` to `to` neighbouring tokens, joined by a space: with 1 to 2, `a b c` gives `a`, `b`, `a b`,
 * `c`, `b c`.
 *
 * @param among how many tokens from the beginning of a text are used for n-grams of two or more
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 8.
 */
export function ngrams(from: number, to: number, among = Number.POSITIVE_INFINITY): TokenStep {
  requireNgrams(from, to);
  if (to === 1) return (next) => next;
  /** The last tokens, each followed by a space, so that an n-gram is a range of these bytes. */
  let recent = new Uint8Array(1 << 12);
  return (next) => {
    /** The beginnings of the last tokens in `recent`, the newest last. */
    const begins: number[] = [];
    /** The number of bytes in `recent`. */
    let used = 0;
    /** How many more tokens are used for n-grams of two or more. */
    let left = among;
    return (bytes, start, end) => {
      if (left-- <= 0) {
        if (from === 1) next(bytes, start, end);
        return;
      }
      const length = end - start;
      if (used + length + 1 > recent.length) {
        // Drops the tokens that no later n-gram has.
        const keep = begins.length === 0 ? used : begins[0];
        const bigger = new Uint8Array(Math.max(recent.length, (used - keep + length + 1) * 2));
        bigger.set(recent.subarray(keep, used));
        recent = bigger;
        used -= keep;
        for (let i = 0; i < begins.length; i++) begins[i] -= keep;
      }
      begins.push(used);
      for (let i = start; i < end; i++) recent[used++] = bytes[i];
      for (let n = from; n <= begins.length; n++) next(recent, begins[begins.length - n], used);
      recent[used++] = 0x20;
      if (begins.length === to) begins.shift();
    };
  };
}

/** Checks a range of n-grams of words. @throws UsageError unless 1 ≤ from ≤ to ≤ 8 */
export function requireNgrams(from: number, to: number): void {
  requireRange("ngrams", from, to, MAX_NGRAM);
}

/** Checks a range of lengths. @param what names it in the message @throws UsageError unless 1 ≤ from ≤ to ≤ most. */
export function requireRange(what: string, from: number, to: number, most: number): void {
  if (Number.isInteger(from) && Number.isInteger(to) && from >= 1 && from <= to && to <= most) return;
  throw new UsageError(`${what}: ${from}-${to} is not a range of whole numbers from 1 to ${most}`);
}
