/**
 * Counts the words and the wholes of a text that need not be ASCII. A whole is two or more words with a joint between
 * each two, such as `don't` or `ada@example.org`.
 */
import { isInLimits } from "./ascii-words";
import { beginText, countWhole, countWord, flush } from "./queue";

/**
 * Counts, in JavaScript, the tokens of a stretch whose characters this module does not know.
 *
 * @param whole where the current whole begins
 * @param word where the current word begins
 * @param at where the first character that is not ASCII begins
 * @returns where the stretch ends
 */
@external("env", "stretch")
declare function stretch(whole: u32, word: u32, at: u32): u32;

/** Kinds of bytes, as in `words/scan-words.ts`. The table of kinds is in the first 256 bytes of the memory. */
const BREAK: u32 = 1;
const JOINT: u32 = 2;
const NOT_ASCII: u32 = 128;
/** Values from here on are bytes of words, in lower case. */
const FIRST_LETTER: u32 = 48;

/**
 * Counts the words of a text, the pairs of its first words, and each whole after its last word. The text is changed to
 * lower case.
 *
 * The limits on the length of a word are in characters. So the loop also counts the extra bytes of words: those that
 * are not the first byte of their character.
 */
export function countInner(from: u32, end: u32, prefixLength: u32, pairsAmong: u32): void {
  beginText(prefixLength, pairsAmong);
  let at = from;
  let wordStart = from;
  /** Extra bytes in the current word. */
  let wordExtra: u32 = 0;
  /** Where the current whole begins; 0 before the end of its first word. */
  let wholeStart: u32 = 0;
  /** Where the last word of the whole ends; 0 while the whole has fewer than two words. */
  let wholeEnd: u32 = 0;
  /** Extra bytes in the words of the whole up to `wholeEnd`. */
  let wholeExtra: u32 = 0;
  /** Extra bytes in all words of the whole so far. */
  let allExtra: u32 = 0;
  /** This module knows all characters before this place. */
  let known: u32 = 0;
  while (at <= end) {
    let length: u32 = 1;
    // The end of the text ends the last word too.
    let kind: u32 = at < end ? load<u8>(load<u8>(at)) : BREAK;
    if (kind == NOT_ASCII) {
      if (at >= known) known = knownEnd(at, end);
      if (known == <u32>-1) {
        flush();
        at = stretch(wholeStart || wordStart, wordStart, at);
        if (at >= end) return;
        wordStart = at;
        known = wordExtra = allExtra = wholeStart = wholeEnd = 0;
        continue;
      }
      length = sizeOf(at);
      // A Latin-1 letter has its second byte as its kind. Everything else, which has kind 0, ends the word.
      kind = length == 2 ? lower(load<u8>(at), load<u8>(at, 1)) : 0;
      if (kind != 0) {
        store<u8>(at, kind, 1);
        wordExtra++;
        at += 2;
        continue;
      }
    }
    if (kind >= FIRST_LETTER) {
      store<u8>(at++, kind);
      continue;
    }
    if (at > wordStart) {
      allExtra += wordExtra;
      if (isInLimits(at - wordStart - wordExtra)) countWord(wordStart, at);
      wordExtra = 0;
      if (wholeStart != 0) {
        wholeEnd = at;
        wholeExtra = allExtra;
      } else wholeStart = wordStart;
    }
    // Only a joint continues a whole.
    if (kind != JOINT) {
      if (wholeEnd != 0 && isInLimits(wholeEnd - wholeStart - wholeExtra)) countWhole(wholeStart, wholeEnd);
      allExtra = wholeStart = wholeEnd = 0;
    }
    at += length;
    wordStart = at;
  }
  flush();
}

/**
 * The length in bytes of the character at `at`, if this module knows it; otherwise 0. It knows ASCII, Latin-1 and the
 * punctuation from U+2010 to U+2027.
 */
function sizeOf(at: u32): u32 {
  const byte = load<u8>(at);
  const next = load<u8>(at, 1);
  if (byte < 0x80) return 1;
  // Latin-1 characters begin with C2 or C3.
  if ((byte | 1) == 0xc3) return (next & 0xc0) == 0x80 ? 2 : 0;
  // E2 80 90 to E2 80 A7. The numbers have no sign, so lower bytes become large.
  return byte == 0xe2 && next == 0x80 && <u32>load<u8>(at, 2) - 0x90 < 24 ? 3 : 0;
}

/**
 * Finds the end of a stretch: the first break before an ASCII character or the end of the text.
 *
 * @param from where the first character that is not ASCII begins
 * @returns -1 if the stretch has a character that `sizeOf` does not know
 */
function knownEnd(from: u32, end: u32): u32 {
  let at = from;
  while (at < end) {
    const length = sizeOf(at);
    if (length == 0 || at + length > end) return -1;
    if (load<u8>(load<u8>(at)) == BREAK && (at + 1 == end || load<u8>(at, 1) < 0x80)) return at;
    at += length;
  }
  return end;
}

/** Bit `n` is set if U+0080 + `n` is one of ª ² ³ µ ¹ º ¼ ½ ¾. */
const IN_WORDS: u64 = 0x762c040000000000;

/** The second byte of a Latin-1 character in lower case; 0 if the character is not part of a word. */
function lower(first: u32, second: u32): u32 {
  if (first == 0xc2) return (IN_WORDS >> (second & 63)) & 1 ? second : 0;
  // × and ÷
  if ((second | 0x20) == 0xb7) return 0;
  // The capitals À to Þ come before ß. Their small letters are 0x20 higher.
  return second < 0x9f ? second | 0x20 : second;
}
