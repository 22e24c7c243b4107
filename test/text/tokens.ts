import fc from "fast-check";
import { JOINTS, wordScanner } from "../../src/text/words/scan-words.js";
import type { WordRules } from "../../src/text/words/term-settings.js";
import { inOrder, type Tokenizer, type TokenStep } from "../../src/text/words/tokens.js";
import { inPairs } from "../../src/text/words/unspaced.js";

const encoder = new TextEncoder();
/** Refuses what is no UTF-8, so that reading a token checks its bytes too. */
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The tokens of a text, in order. */
export function tokensOf(tokenizer: Tokenizer, text: string | Uint8Array): string[] {
  const tokens: string[] = [];
  tokenizer(typeof text === "string" ? utf8(text) : text, (bytes, start, end) => {
    tokens.push(strict.decode(bytes.subarray(start, end)));
  });
  return tokens;
}

/**
 * A tokenizer as rude as the contract allows: each line is a token, its bytes lie in the
 * middle of one scratch buffer, and are overwritten as soon as the sink returns.
 */
export const lines: Tokenizer = (text, sink) => {
  if (text.length === 0) return;
  const scratch = new Uint8Array(text.length + 8);
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf(0x0a, start);
    const end = found < 0 ? text.length : found;
    const offset = start % 7;
    scratch.set(text.subarray(start, end), offset);
    sink(scratch, offset, offset + end - start);
    scratch.fill(0xff);
    start = end + 1;
  }
};

/** A tokenizer whose tokens go through steps. */
export function through(tokenizer: Tokenizer, ...steps: readonly TokenStep[]): Tokenizer {
  return (text, sink) => tokenizer(text, inOrder(...steps)(sink));
}

interface WordOptions {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly rules?: WordRules;
}

const scannerOf = ({ minLength = 2, maxLength = 256, rules = 3 }: WordOptions, joints: "" | typeof JOINTS) =>
  wordScanner({ tokenLength: [minLength, maxLength], wordRules: rules }, joints);

/** Words, with scripts without spaces as they are. */
export function uncutWords(options: WordOptions = {}): Tokenizer {
  const { scan } = scannerOf(options, "");
  return (text, sink) => scan(text, sink, sink);
}

/** Words, with scripts without spaces in pairs. */
export function words(options: WordOptions = {}): Tokenizer {
  return through(uncutWords(options), inPairs);
}

/** The same, and the wholes that inner punctuation makes of words. */
export function innerWords(options: WordOptions = {}, ofWholes = inOrder()): Tokenizer {
  const { scan } = scannerOf(options, JOINTS);
  return (text, sink) => scan(text, inPairs(sink), ofWholes(sink));
}

/** Ranges of n-grams from a list: `1-2, 3-5`. */
export function rangesIn(list: string): [from: number, to: number][] {
  return list.split(", ").map((range) => range.split(/(?<!^)-/).map(Number) as [number, number]);
}

/** Any range of n-grams up to a length. */
export const rangeUpTo = (most: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: most }))
    .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);
