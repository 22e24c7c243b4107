import type { TextRules } from "../term-table.js";
import { eachWord } from "./each-word.js";
import { inOneSpelling } from "./spelling.js";
import type { TokenSink } from "./tokenizer.js";
import { SCRATCH, type WordOptions } from "./word-options.js";

/**
 * Finds the uncut tokens of a stretch: wholes from byte `first` on, words from byte `from` on. A whole is words that
 * joints connect, such as `don't`. The arguments are the stretch, `first`, `from`, and the sinks for words and for
 * wholes.
 */
export type StretchScanner = NonNullable<TextRules["inner"]>["stretch"];

/**
 * Makes a function that finds the tokens of `wordScanner` in a stretch that is not all ASCII. It decodes the stretch and
 * matches words with a regular expression, which is slower than looking up bytes.
 *
 * @param joints the characters that join words to wholes
 */
export function stretchScanner(options: WordOptions, joints: string): StretchScanner {
  const { minLength = 2, maxLength = 256, lowerCase = true } = options;
  const scratch = new Uint8Array(SCRATCH);
  const encoder = new TextEncoder();
  const isToken = (length: number) => length >= minLength && length <= maxLength;
  /** Passes a token to a sink as UTF-8. */
  const pass = (token: string, to: TokenSink) => {
    const { written } = encoder.encodeInto(token, scratch);
    to(scratch, 0, written);
  };
  return (stretch, first, from, word, whole) => {
    const text = stretchText(stretch, lowerCase);
    /** The whole so far: how many words it has, its range in the text, and its length in code points. */
    let words = 0;
    let start = 0;
    let end = 0;
    let length = 0;
    const endWhole = () => {
      if (words > 1 && isToken(length)) pass(text.slice(start, end), whole);
      words = 0;
    };
    eachWord(text, first, (wordStart, wordEnd, wordLength, isUnspaced) => {
      if (words > 0 && !isUnspaced && areJoints(text, end, wordStart, joints)) {
        length += wordStart - end + wordLength;
        words++;
      } else {
        endWhole();
        start = wordStart;
        length = wordLength;
        words = isUnspaced ? 0 : 1;
      }
      end = wordEnd;
      if (wordStart >= from && (isUnspaced || isToken(wordLength))) pass(text.slice(wordStart, wordEnd), word);
    });
    endWhole();
  };
}

/** Whether all characters in a range of a text are joints. */
function areJoints(text: string, start: number, end: number, joints: string): boolean {
  for (let i = start; i < end; i++) if (!joints.includes(text[i])) return false;
  return true;
}

/**
 * Decodes a stretch into text, in lower case if wanted, with one spelling for characters that have several. Characters
 * below U+0300 have only one.
 */
function stretchText(stretch: Uint8Array, lowerCase: boolean): string {
  const decoded = wordDecoder.decode(stretch);
  const text = lowerCase ? decoded.toLowerCase() : decoded;
  return inOneSpelling(text);
}

/** Invalid bytes become U+FFFD, which is not part of any word. */
const wordDecoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });
