import { UsageError } from "../errors.js";
import type { Tokenizer } from "./tokenizer.js";

/** The widest window: the distance is one digit. */
export const MAX_WINDOW = 10;

/** The window of the paper. */
export const DEFAULT_WINDOW = 5;

/** Between the tokens of a pair stands ` +d `, with d for the distance. */
const SPACE = 0x20;
const PLUS = 0x2b;
const ZERO = 0x30;
const BETWEEN = 4;

/**
 * Orthogonal sparse bigrams (Siefkes, Assis, Chhabra and Yerazunis, "Combining Winnow and
 * orthogonal sparse bigrams for incremental spam filtering", 2004): within a window of N
 * tokens, each token with every one before it, marked by their distance. With 3, `a b c`
 * gives `a +1 b`, `b +1 c`, `a +2 c`. The pairs alone: single tokens are not among them.
 *
 * Accuracy in five folds, multinomial, alpha 0.01, of what is sorted: the training part of
 * 20 Newsgroups by date, whole and without headers, footers and quotes; the mails of
 * SpamAssassin; the SMS collection. In brackets, how many terms the whole messages have.
 *
 *     words                            88.0 %  71.0 %  97.0 %  98.5 %  (118,935)
 *     words and n-grams of 2           90.1 %  70.9 %  98.3 %  98.5 %  (1,030,306)
 *     words and pairs, window 3        90.2 %  70.0 %  98.4 %  98.6 %  (2,151,222)
 *     words and pairs, window 5        89.7 %  68.0 %  98.5 %  98.5 %  (4,600,681)
 *     pairs alone, window 5            88.9 %  62.7 %  98.6 %  98.0 %  (4,481,746)
 *
 * They help with spam, as in the paper; what they cost is memory, a gigabyte for the last two.
 *
 * @param window 2 to 10 tokens; default 5
 * @throws UsageError if the window is narrower or wider.
 */
export function sparseBigrams(tokenizer: Tokenizer, window = DEFAULT_WINDOW): Tokenizer {
  if (!(Number.isInteger(window) && window >= 2 && window <= MAX_WINDOW)) {
    throw new UsageError(`sparse bigrams: required a window of 2 to ${MAX_WINDOW} tokens, got ${window}`);
  }
  const reach = window - 1;
  const recent = Array.from({ length: reach }, () => new Uint8Array(64));
  const lengths = new Uint32Array(reach);
  let pair = new Uint8Array(1 << 10);
  /** Where the second token of a pair begins: it is written once, the first ones before it in turn. */
  let middle = pair.length >> 1;

  return (text, sink) => {
    let count = 0;
    tokenizer(text, (bytes, start, end) => {
      const length = end - start;
      if (length + BETWEEN > middle) {
        pair = new Uint8Array((length + BETWEEN) * 4);
        middle = pair.length >> 1;
      }
      for (let i = start, j = middle; i < end; i++, j++) pair[j] = bytes[i];
      pair[middle - 4] = SPACE;
      pair[middle - 3] = PLUS;
      pair[middle - 1] = SPACE;
      for (let distance = 1; distance <= reach && distance <= count; distance++) {
        const slot = (count - distance) % reach;
        const from = middle - BETWEEN - lengths[slot];
        pair[middle - 2] = ZERO + distance;
        for (let i = 0, j = from; i < lengths[slot]; i++, j++) pair[j] = recent[slot][i];
        sink(pair, from, middle + length);
      }
      const slot = count++ % reach;
      if (length > recent[slot].length) recent[slot] = new Uint8Array(length * 2);
      for (let i = start, j = 0; i < end; i++, j++) recent[slot][j] = bytes[i];
      lengths[slot] = length;
    });
  };
}
