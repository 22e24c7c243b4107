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
