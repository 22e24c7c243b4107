/** Counts the words of ASCII texts, 64 bytes at a time. */
import { adds, find, head, least, mixed, most, occurs, seed, slotOf } from "./table";

/** Counts the words of an ASCII text, and changes the text to lower case. 128 bytes of 0 follow the text. */
export function count(from: u32, end: u32): void {
  lowerAscii(from, end);
  /** Where the current word begins, or 0. */
  let start: u32 = 0;
  /** 1 if the block before ends within a word. */
  let carry: u64 = 0;
  // A word at the very end of the text ends at the first byte of 0.
  for (let at = from; at < end || start != 0; at += 64) {
    const inWords = wordBits(at) | (wordBits(at + 16) << 16) | (wordBits(at + 32) << 32) | (wordBits(at + 48) << 48);
    // One bit for each of 64 bytes. It is set for the first byte of a word and for the first byte after a word.
    let edges = inWords ^ ((inWords << 1) | carry);
    carry = inWords >> 63;
    // `ctz` finds the lowest edge, and `edges & (edges - 1)` is without it.
    while (true) {
      if (start == 0) {
        if (edges == 0) break;
        start = at + <u32>ctz(edges);
        edges &= edges - 1;
      }
      if (edges == 0) break;
      countAsciiWord(start, at + <u32>ctz(edges));
      edges &= edges - 1;
      start = 0;
    }
  }
}

/** Changes ASCII capitals to lower case, which is 0x20 higher. It changes whole blocks, also beyond the end. */
function lowerAscii(from: u32, end: u32): void {
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at);
    v128.store(at, v128.or(bytes, v128.and(areWithin(bytes, 0x41, 26), i8x16.splat(0x20))));
  }
}

/** Marks which of sixteen bytes are at least `first` and below `first + length`: each becomes 255 or 0. */
@inline
function areWithin(bytes: v128, first: i8, length: i8): v128 {
  return v128.lt<u8>(v128.sub<u8>(bytes, i8x16.splat(first)), i8x16.splat(length));
}

/** Returns sixteen bits: which of sixteen lower-cased bytes are letters, digits or `_`. */
@inline
function wordBits(at: u32): u64 {
  const bytes = v128.load(at);
  const letters = areWithin(bytes, 0x61, 26);
  const digits = areWithin(bytes, 0x30, 10);
  return <u32>v128.bitmask<u8>(v128.or(v128.or(letters, digits), v128.eq<u8>(bytes, i8x16.splat(0x5f))));
}

/** Counts a word if its length is in the limits. A short word in its first slot needs no call of `find`. */
@inline
function countAsciiWord(start: u32, stop: u32): void {
  const length = stop - start;
  if (!isInLimits(length)) return;
  let hash = seed;
  let last: u64;
  if (length <= 8) {
    last = head(start, length);
    hash = mixed(hash, last);
    // Nearly all words are in their first slot.
    const slot = slotOf(<u32>hash);
    if (slot.last == last && slot.key == length) {
      occurs(slot.next - 1);
      return;
    }
  } else {
    let at = start;
    for (; stop - at > 8; at += 8) hash = mixed(hash, load<u64>(at));
    last = head(at, stop - at);
    hash = mixed(hash, last);
  }
  const id = find(start, stop, <u32>hash, last, adds);
  if (id >= 0) occurs(id);
}

/** Whether a word with this number of characters is a token. */
@inline
export function isInLimits(length: u32): bool {
  return length >= least && length <= most;
}
