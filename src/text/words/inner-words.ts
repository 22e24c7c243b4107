import { withoutIgnorable } from "./ignorable.js";
import { asTheyAre, type TokenFilter, type Tokenizer, type TokenSink } from "./tokenizer.js";
import { inPairs } from "./unspaced.js";
import {
  BREAK,
  byteTable,
  eachWord,
  FIRST_LETTER,
  JOINT,
  MAX_WORD_LENGTH,
  NOT_ASCII,
  requireWordLengths,
  SCRATCH,
  stretchEnd,
  stretchText,
  WORD_RULES,
} from "./word-characters.js";
import type { WordOptions } from "./words.js";

/** The characters that join words in addresses, hosts, contractions, compounds and versions. */
export const JOINTS = ".@-'";

/**
 * Finds words and, after them, the wholes that inner punctuation joins: `jo@mail.example` gives `jo`, `mail`,
 * `example` and `jo@mail.example`. A whole is a match of `W(?:[.@'-]+W)+`, with `W` for `[\p{L}\p{N}_]+`, in the
 * lower-cased text. Words of scripts without spaces are not part of wholes. The limits of length apply to words and
 * wholes separately: `a.b` may be a token even if `a` is too short.
 *
 * It makes one pass over the bytes. The words of a whole are parts of it in the scratch memory.
 *
 * @param ofWords filters the words; by default, scripts without spaces are cut into pairs
 * @param ofWholes filters the wholes
 * @throws UsageError unless 1 ≤ minLength ≤ maxLength ≤ 1000.
 */
export function innerWords(
  options: WordOptions = {},
  ofWords: TokenFilter = inPairs,
  ofWholes: TokenFilter = asTheyAre,
): Tokenizer {
  const { minLength = 2, maxLength = 256, lowerCase = true } = options;
  const spelled = jointSpelling(options);
  requireWordLengths(minLength, maxLength);
  const table = lowerCase ? LOWER_CASED : AS_WRITTEN;
  const scratch = new Uint8Array(SCRATCH);
  const otherScripts = innerStretch(options);

  let wholeSink: TokenSink = () => undefined;
  const wholes = ofWholes((_, sink) => {
    wholeSink = sink;
  });
  const tokens = ofWords((text, sink) => scan(spelled(text), sink, wholeSink));
  return (text, sink) => {
    wholes(text, sink);
    tokens(text, sink);
  };

  function scan(text: Uint8Array, sink: TokenSink, whole: TokenSink): void {
    const length = text.length;
    /** The beginning of the word in the scratch memory, after the words and joints that begin the whole. */
    let begin = 0;
    let size = 0;
    /** The end of the last word of the whole, also there; 0 if there is at most one word. */
    let wholeEnd = 0;
    /** The beginning of the whole in the text, if `begin` is not 0. */
    let first = 0;
    for (let i = 0; i < length; i++) {
      const code = table[text[i]];
      if (code >= FIRST_LETTER && code < NOT_ASCII) {
        scratch[(begin + size) & (SCRATCH - 1)] = code;
        size++;
      } else if (code === NOT_ASCII) {
        if (begin === 0) first = i - size;
        let start = first;
        while (start > 0 && table[text[start - 1]] !== BREAK) start--;
        const end = stretchEnd(text, i + 1, table);
        otherScripts(text.subarray(start, end), first - start, i - size - start, sink, whole);
        begin = size = wholeEnd = 0;
        i = end - 1;
      } else {
        if (size >= minLength && size <= maxLength) sink(scratch, begin, begin + size);
        if (size > 0) {
          if (begin === 0) first = i - size;
          else wholeEnd = begin + size;
        }
        if (code === JOINT) {
          // Longer than any token: the exact length does not matter.
          begin = begin + size > MAX_WORD_LENGTH ? MAX_WORD_LENGTH + 1 : begin + size;
          if (begin > 0) scratch[begin++] = text[i];
        } else {
          if (wholeEnd >= minLength && wholeEnd <= maxLength) whole(scratch, 0, wholeEnd);
          begin = wholeEnd = 0;
        }
        size = 0;
      }
    }
    if (size >= minLength && size <= maxLength) sink(scratch, begin, begin + size);
    if (size > 0 && begin > 0) wholeEnd = begin + size;
    if (wholeEnd >= minLength && wholeEnd <= maxLength) whole(scratch, 0, wholeEnd);
  }
}

/** Makes the function that normalizes the spelling of a text before its tokens are found. */
export function jointSpelling({ rules = WORD_RULES }: WordOptions): (text: Uint8Array) => Uint8Array {
  return rules < 3 ? (text) => text : (text) => withoutIgnorable(text, true);
}

/** Finds the uncut tokens of a stretch without a break: wholes from byte `first` on, words from byte `from` on. */
export type StretchTokens = (
  stretch: Uint8Array,
  first: number,
  from: number,
  sink: TokenSink,
  whole: TokenSink,
) => void;

/** Finds the tokens of `innerWords` in a stretch that is not all ASCII. */
export function innerStretch(options: WordOptions = {}): StretchTokens {
  const { minLength = 2, maxLength = 256, lowerCase = true } = options;
  const scratch = new Uint8Array(SCRATCH);
  const encoder = new TextEncoder();
  return (stretch, first, from, sink, whole) => {
    const text = stretchText(stretch, lowerCase);
    const hand = (start: number, end: number, length: number, to: TokenSink, isUnspaced = false) => {
      if (!isUnspaced && (length < minLength || length > maxLength)) return;
      const { written } = encoder.encodeInto(text.slice(start, end), scratch);
      to(scratch, 0, written);
    };
    let wholeStart = 0;
    let wholeEnd = 0;
    let wholeLength = 0;
    let joined = false;
    const endWhole = () => {
      if (joined) hand(wholeStart, wholeEnd, wholeLength, whole);
      joined = false;
    };
    eachWord(text, first, (start, end, length, isUnspaced) => {
      if (isUnspaced) {
        endWhole();
        wholeEnd = 0;
        if (start >= from) hand(start, end, length, sink, true);
        return;
      }
      if (wholeEnd > 0 && areJoints(text, wholeEnd, start)) {
        wholeLength += start - wholeEnd + length;
        joined = true;
      } else {
        endWhole();
        wholeStart = start;
        wholeLength = length;
      }
      wholeEnd = end;
      if (start >= from) hand(start, end, length, sink);
    });
    endWhole();
  };
}

const LOWER_CASED = byteTable({ lowerCase: true, joints: JOINTS });
const AS_WRITTEN = byteTable({ lowerCase: false, joints: JOINTS });

function areJoints(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!JOINTS.includes(text[i])) return false;
  return true;
}
