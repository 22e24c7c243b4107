import { UsageError } from "../../base/errors.js";

/** Receives one token as UTF-8: the bytes `[start, end)` of `bytes`. They are valid only until the call returns. */
export type TokenSink = (bytes: Uint8Array, start: number, end: number) => void;

/** Finds the tokens of a UTF-8 text and passes each to the sink, in the order of the text. */
export type Tokenizer = (text: Uint8Array, sink: TokenSink) => void;

/**
 * Changes tokens on their way: leaves out stop words, stems, makes n-grams. Given the sink of the next step, a step returns
 * its own sink. It is called once for each text, so that state such as "the word before" starts fresh.
 */
export type TokenStep = (next: TokenSink) => TokenSink;

/** Joins steps into one, the first step first. `false` is no step. Without steps, tokens stay as they are. */
export function inOrder(...steps: readonly (TokenStep | false)[]): TokenStep {
  const all = steps.filter((step) => step !== false);
  return (sink) => all.reduceRight((next, step) => step(next), sink);
}

/**
 * Selects every second token of a text: the first, the third and so on. Documents change from beginning to end, so a
 * sample from the whole document is fairer than its first half. The same text always gives the same half.
 */
export const everySecond: TokenStep = (next) => {
  let isTaken = false;
  return (bytes, start, end) => {
    isTaken = !isTaken;
    if (isTaken) next(bytes, start, end);
  };
};

const ENCODER = new TextEncoder();
/** Characters below it are one byte in UTF-8. */
const ASCII_END = 0x80;

/**
 * Writes a text in UTF-8 from `into[at]` on. For short ASCII texts, this is faster than `TextEncoder.encodeInto`.
 *
 * @param into with room for three bytes for each character of the text
 * @returns the end of the text
 */
export function writeText(text: string, into: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ASCII_END) return at + ENCODER.encodeInto(text, into.subarray(at)).written;
    into[at + i] = code;
  }
  return at + text.length;
}

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
    let tokensLeft = among;
    return (bytes, start, end) => {
      if (tokensLeft-- <= 0) {
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
