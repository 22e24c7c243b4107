import { withoutIgnorable } from "./ignorable.js";
import type { Tokenizer, TokenSink } from "./tokenizer.js";
import { inPairs } from "./unspaced.js";
import {
  BREAK,
  byteTable,
  eachWord,
  FIRST_LETTER,
  NOT_ASCII,
  requireWordLengths,
  SCRATCH,
  stretchEnd,
  stretchText,
  WORD_RULES,
  type WordRules,
} from "./word-characters.js";

/** Options that decide which words are tokens. Lengths are in code points. Scripts without spaces are not limited. */
export interface WordOptions {
  /** Shorter words are not tokens. At least 1; default 2, as in scikit-learn. */
  readonly minLength?: number;
  /** Longer words are not tokens, because they are usually encoded data. At most 1000; default 256. */
  readonly maxLength?: number;
  /** Whether letters are lower-cased. Default true. */
  readonly lowerCase?: boolean;
  /** The version of the rules by which words are found. Default 3. */
  readonly rules?: WordRules;
}

/**
 * Finds words: sequences of letters and digits of any script and `_`, with their marks, in lower case. Scripts without
 * spaces are cut into pairs: see `inPairs`.
 *
 * @throws UsageError unless 1 ≤ minLength ≤ maxLength ≤ 1000.
 */
export function words(options: WordOptions = {}): Tokenizer {
  return inPairs(uncutWords(options));
}

/**
 * Finds words, and uncut sequences of scripts without spaces, of any length. `inPairs` or `inSegments` can cut these.
 * ASCII is read with a byte table. A stretch with other bytes is read with a regular expression, which is slower.
 *
 * @throws UsageError unless 1 ≤ minLength ≤ maxLength ≤ 1000.
 */
export function uncutWords(options: WordOptions = {}): Tokenizer {
  const { minLength = 2, maxLength = 256, lowerCase = true, rules = WORD_RULES } = options;
  requireWordLengths(minLength, maxLength);
  const table = lowerCase ? LOWER_CASED : AS_WRITTEN;
  const scratch = new Uint8Array(SCRATCH);
  const encoder = new TextEncoder();

  return rules < 3 ? scan : (text, sink) => scan(withoutIgnorable(text), sink);

  function scan(text: Uint8Array, sink: TokenSink): void {
    const length = text.length;
    let size = 0;
    for (let i = 0; i < length; i++) {
      const code = table[text[i]];
      if (code < FIRST_LETTER) {
        if (size >= minLength && size <= maxLength) sink(scratch, 0, size);
        size = 0;
      } else if (code < NOT_ASCII) {
        scratch[size & (SCRATCH - 1)] = code;
        size++;
      } else {
        let start = i - size;
        while (start > 0 && table[text[start - 1]] !== BREAK) start--;
        const end = stretchEnd(text, i + 1, table);
        otherScripts(text.subarray(start, end), i - size - start, sink);
        size = 0;
        i = end - 1;
      }
    }
    if (size >= minLength && size <= maxLength) sink(scratch, 0, size);
  }

  /** Finds the words of a stretch without a break, from byte `from` on. The words before it have been found. */
  function otherScripts(stretch: Uint8Array, from: number, sink: TokenSink): void {
    const text = stretchText(stretch, lowerCase);
    eachWord(text, from, (start, end, length, isUnspaced) => {
      if (!isUnspaced && (length < minLength || length > maxLength)) return;
      const { written } = encoder.encodeInto(text.slice(start, end), scratch);
      sink(scratch, 0, written);
    });
  }
}

const LOWER_CASED = byteTable({ lowerCase: true });
const AS_WRITTEN = byteTable({ lowerCase: false });
