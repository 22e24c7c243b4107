import { grown } from "../../base/lists.js";
import { mixedBits } from "../../base/random.js";
import { SPACE } from "../../mail/lines.js";
import { MAX_WORD_LENGTH } from "../../text/words/scan-words.js";
import { tokenizer } from "../../text/words/terms.js";

/** The number of words of a shingle. With fewer words, different texts on one subject share many shingles. */
const SHINGLE_WORDS = 5;
const words = tokenizer({ tokenLength: [1, MAX_WORD_LENGTH] });

/**
 * Returns the words of a text in lower case with one space between them. Texts that differ only in case, punctuation
 * or white space give the same bytes.
 *
 * @param text UTF-8
 */
export function plainWords(text: Uint8Array): Uint8Array {
  let plain = new Uint8Array(text.length + 1);
  let size = 0;
  words(text, (bytes, start, end) => {
    // Some characters are longer in lower case.
    if (size + end - start + 1 > plain.length) plain = grown(plain, 2 * (plain.length + end - start));
    if (size > 0) plain[size++] = SPACE;
    for (let i = start; i < end; i++) plain[size++] = bytes[i];
  });
  return plain.subarray(0, size);
}

/**
 * Returns the set of shingles: sequences of five neighbouring words (Broder 1997). Each is hashed to a whole number
 * below 2^53; two different ones collide with a chance of 2^-53. The numbers ascend, each once. The set is empty if
 * there are fewer than five words.
 *
 * @param plain from `plainWords`
 */
export function shingles(plain: Uint8Array): Float64Array {
  // Each word is hashed to two halves, then each sequence of words to two halves of their hashes.
  const low: number[] = [];
  const high: number[] = [];
  let a = SEED_LOW;
  let b = SEED_HIGH;
  for (let i = 0; i <= plain.length; i++) {
    if (i < plain.length && plain[i] !== SPACE) {
      a = step(a, plain[i], STEP_LOW);
      b = step(b, plain[i], STEP_HIGH);
    } else {
      low.push(a);
      high.push(b);
      a = SEED_LOW;
      b = SEED_HIGH;
    }
  }
  const sequences = new Float64Array(Math.max(0, low.length - SHINGLE_WORDS + 1));
  for (let first = 0; first < sequences.length; first++) {
    a = SEED_LOW;
    b = SEED_HIGH;
    for (let word = first; word < first + SHINGLE_WORDS; word++) {
      a = step(a, low[word], STEP_LOW);
      b = step(b, high[word], STEP_HIGH);
    }
    // 21 high bits and 32 low bits are the 53 bits of an exact number.
    sequences[first] = (mixedBits(b) >>> 11) * 2 ** 32 + (mixedBits(a) >>> 0);
  }
  return sequences.sort().filter((shingle, i) => i === 0 || shingle !== sequences[i - 1]);
}

/** Fixed, so that texts give the same numbers on every machine. The multipliers are odd and have well-mixed bits. */
const SEED_LOW = 0x2545f491;
const SEED_HIGH = 0x6c62272e;
const STEP_LOW = 0x5bd1e995;
const STEP_HIGH = 0x85ebca6b;

/** Mixes an item, a byte or the hash of a word, into a hash. */
function step(hash: number, item: number, multiplier: number): number {
  const next = Math.imul(hash ^ item, multiplier);
  return next ^ (next >>> 15);
}
