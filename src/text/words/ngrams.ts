import { requireRange } from "./require-range.js";
import type { Tokenizer } from "./tokenizer.js";

/** The longest n-gram. Nearly every longer one would occur only once. */
export const MAX_NGRAM = 8;

/**
 * Makes n-grams of `from` to `to` neighbouring tokens, joined by a space: with 1 to 2, `a b c` gives `a`, `b`, `a b`,
 * `c`, `b c`.
 *
 * @param among how many tokens from the beginning of a text are used for n-grams of two or more
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 8.
 */
export function ngrams(tokenizer: Tokenizer, from: number, to: number, among = Number.POSITIVE_INFINITY): Tokenizer {
  requireRange("ngrams", from, to, MAX_NGRAM);
  if (to === 1) return tokenizer;
  /** The last tokens, each followed by a space, so that an n-gram is a range of these bytes. */
  let recent = new Uint8Array(1 << 12);
  /** The beginnings of the last tokens in `recent`, the newest last. */
  const begins: number[] = [];

  return (text, sink) => {
    begins.length = 0;
    /** The number of bytes in `recent`. */
    let used = 0;
    /** How many more tokens are used for n-grams of two or more. */
    let left = among;
    tokenizer(text, (bytes, start, end) => {
      if (left-- <= 0) {
        if (from === 1) sink(bytes, start, end);
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
      for (let n = from; n <= begins.length; n++) sink(recent, begins[begins.length - n], used);
      recent[used++] = 0x20;
      if (begins.length === to) begins.shift();
    });
  };
}
