/** Finds the words of texts that are not all ASCII, and the wholes of words with a joint between them. */
import { isInLimits } from "./ascii-words";
import { countWhole, countWord, flush } from "./queue";

/**
 * Counts the tokens of a stretch with characters that are unknown here. The whole, the word and the first of these
 * characters begin at the three places. Returns where the stretch ends.
 */
@external("env", "stretch")
declare function stretch(whole: u32, word: u32, at: u32): u32;

/**
 * Counts the words of a text and the pairs of its first words, and after the last word of a whole the whole: words with
 * a joint between them. The first 256 bytes of the memory have for each byte its kind: 1 a break, 2 a joint, 128 not
 * ASCII, and from 48 on the lower-cased byte of a word. The text becomes lower-cased.
 */
export function countInner(from: u32, end: u32): void {
  let at = from;
  /** Where the word begins, and how many of its bytes are not the first of a character. */
  let start = from;
  let more: u32 = 0;
  /** Where the whole begins, or 0, and where it ends if it has two words, or 0. */
  let first: u32 = 0;
  let last: u32 = 0;
  /** How many bytes of the whole are not the first of a character: up to `last`, and in all. */
  let moreInLast: u32 = 0;
  let moreInAll: u32 = 0;
  /** The stretch up to here has known characters. */
  let known: u32 = 0;
  while (at <= end) {
    let length: u32 = 1;
    let code: u32 = at < end ? load<u8>(load<u8>(at)) : 1;
    if (code == 128) {
      if (at >= known) known = knownEnd(at, end);
      if (known == <u32>-1) {
        flush();
        at = stretch(first || start, start, at);
        if (at >= end) return;
        start = at;
        known = more = moreInAll = first = last = 0;
        continue;
      }
      length = sizeOf(at);
      code = length == 2 ? lower(load<u8>(at), load<u8>(at, 1)) : 0;
      if (code != 0) {
        store<u8>(at, code, 1);
        more++;
        at += 2;
        continue;
      }
    }
    if (code >= 48) {
      store<u8>(at++, code);
      continue;
    }
    if (at > start) {
      moreInAll += more;
      if (isInLimits(at - start - more)) countWord(start, at);
      more = 0;
      if (first != 0) {
        last = at;
        moreInLast = moreInAll;
      } else first = start;
    }
    if (code != 2) {
      if (last != 0 && isInLimits(last - first - moreInLast)) countWhole(first, last);
      moreInAll = first = last = 0;
    }
    at += length;
    start = at;
  }
  flush();
}

/** The length of the character at a place if it is of Latin-1 or punctuation of U+2010 to U+2027; otherwise 0. */
function sizeOf(at: u32): u32 {
  const byte = load<u8>(at);
  const next = load<u8>(at, 1);
  if (byte < 0x80) return 1;
  if ((byte | 1) == 0xc3) return (next & 0xc0) == 0x80 ? 2 : 0;
  return byte == 0xe2 && next == 0x80 && <u32>load<u8>(at, 2) - 0x90 < 24 ? 3 : 0;
}

/**
 * Where the stretch ends that has its first character beyond ASCII at `from`: at a break before ASCII. -1 if `sizeOf`
 * does not know all of its characters.
 */
function knownEnd(from: u32, end: u32): u32 {
  let at = from;
  while (at < end) {
    const length = sizeOf(at);
    if (length == 0 || at + length > end) return -1;
    if (load<u8>(load<u8>(at)) == 1 && (at + 1 == end || load<u8>(at, 1) < 0x80)) return at;
    at += length;
  }
  return end;
}

/** Bit `n` is set if U+0080 + `n` is one of ª ² ³ µ ¹ º ¼ ½ ¾. */
const IN_WORDS: u64 = 0x762c040000000000;

/** The second byte that a character of Latin-1 gets in lower case; 0 if it is not part of a word. */
function lower(first: u32, second: u32): u32 {
  if (first == 0xc2) return (IN_WORDS >> (second & 63)) & 1 ? second : 0;
  // × and ÷
  if ((second | 0x20) == 0xb7) return 0;
  return second < 0x9f ? second | 0x20 : second;
}
