import { UsageError } from "../../base/errors.js";
import type { Tokenizer } from "./tokenizer.js";

/** The longest character n-gram. Few words are longer. */
export const MAX_CHARACTER_NGRAM = 16;

/** Begins each of them, so that `~ing` is not the word "ing". In no word. */
const MARK = 0x7e;
/** Stands for the beginning and the end of a word. In no word. */
const END = 0x7c;

/**
 * N-grams of `from` to `to` neighbouring characters within a token and its two ends: `text` with 3 to 4
 * gives `~|te`, `~tex`, `~ext`, `~xt|`, `~|tex`, `~text`, `~ext|`. As scikit-learn's `char_wb`, with `|` for
 * its spaces: a token that is, with its ends, not longer than n gives itself once and nothing longer.
 *
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 16.
 */
export function characterNgrams(tokenizer: Tokenizer, from: number, to: number): Tokenizer {
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 1 && from <= to && to <= MAX_CHARACTER_NGRAM)) {
    throw new UsageError(
      `character n-grams: ${from}-${to} is not a range of whole numbers from 1 to ${MAX_CHARACTER_NGRAM}`,
    );
  }
  /** The mark, then the token between its ends. */
  let scratch = new Uint8Array(1 << 12);
  /** Where each character begins, and where the last one ends. */
  let begins = new Uint32Array(1 << 12);

  return (text, sink) =>
    tokenizer(text, (bytes, start, end) => {
      if (end - start + 3 > scratch.length) {
        scratch = new Uint8Array((end - start + 3) * 2);
        begins = new Uint32Array(scratch.length);
      }
      let size = 1;
      let length = 0;
      begins[length++] = size;
      scratch[size++] = END;
      for (let i = start; i < end; i++) {
        if ((bytes[i] & 0xc0) !== 0x80) begins[length++] = size;
        scratch[size++] = bytes[i];
      }
      begins[length++] = size;
      scratch[size++] = END;
      begins[length] = size;
      for (let n = from; n <= to; n++) {
        const last = Math.max(0, length - n);
        for (let i = 0; i <= last; i++) {
          const before = begins[i] - 1;
          const kept = scratch[before];
          scratch[before] = MARK;
          sink(scratch, before, begins[Math.min(i + n, length)]);
          scratch[before] = kept;
        }
        if (last === 0) break;
      }
    });
}
