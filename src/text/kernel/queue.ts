/** Terms that wait to be counted, so that many can be looked up at once. */
import { adds, copy, counts, find, head, mixed, occurs, pool, seed, slotOf, startOf, TOUCHED } from "./table";

/** The length of the prefix of each term; its bytes are at PREFIX. */
let prefix: u32 = 0;
const PREFIX: u32 = 512;

/** The number of words that may still form pairs. */
let left: u32 = 0;
/** The address of the previous word. */
let beforeAt: u32 = 0;
/** The length of the previous word; 0 if there is none. */
let before: u32 = 0;
/** The address at which the last word that JavaScript found is kept, because its own bytes are overwritten. */
export let kept: u32 = 0;

/** A term that waits to be counted. */
@unmanaged
class QueueEntry {
  /** Where its bytes begin and end. */
  from: u32;
  to: u32;
  hash: u32;
  /** Its last bytes, at most eight. */
  last: u64;
}
const ENTRY: u32 = 24;
/** The queue of terms that wait, and where the next one comes. It ends at `joined`. */
export let queue: u32 = 0;
export let queued: u32 = 0;
/** Where terms are put together from a prefix and words: the beginning, the end, and the place of the next one. */
export let joined: u32 = 0;
export let joinedEnd: u32 = 0;
export let joinedTo: u32 = 0;

/** Begins a text, before which no word comes. */
export function beginText(prefixLength: u32, pairsAmong: u32): void {
  prefix = prefixLength;
  left = pairsAmong;
  before = 0;
}

/** Counts a term that stays where it is until `flush`, with the prefix before it. */
export function countWhole(from: u32, to: u32): void {
  if (prefix == 0) return push(from, to);
  const at = room(prefix + to - from);
  push(at, copy(copy(at, PREFIX, prefix), from, to - from));
}

/** Counts a word as `countWhole` does. While words of the text make pairs, counts the pair with the word before, too. */
export function countWord(from: u32, to: u32): void {
  countWhole(from, to);
  if (left == 0) return;
  left--;
  const length = to - from;
  if (before != 0) {
    const at = room(prefix + before + 1 + length);
    const end = copy(copy(at, PREFIX, prefix), beforeAt, before);
    store<u8>(end, 0x20);
    push(at, copy(end + 1, from, length));
  }
  beforeAt = from;
  before = length;
}

/** As `countWhole`, for a term from JavaScript, whose bytes the next one overwrites. */
export function whole(from: u32, to: u32): void {
  countWhole(from, to);
  flush();
}

/** As `countWord`, for a word from JavaScript, whose bytes the next one overwrites. */
export function word(from: u32, to: u32): void {
  const makesPairs = left != 0;
  countWord(from, to);
  flush();
  if (!makesPairs) return;
  memory.copy(kept, from, before);
  beforeAt = kept;
}

/** Makes room where terms are put together, and returns its address. `copy` may write seven bytes more. */
function room(length: u32): u32 {
  if (joinedTo + length + 8 > joinedEnd) flush();
  const at = joinedTo;
  joinedTo += length;
  return at;
}

/** Queues a term, and counts the queue when it is full. */
function push(from: u32, to: u32): void {
  const entry = changetype<QueueEntry>(queued);
  entry.from = from;
  entry.to = to;
  queued += ENTRY;
  if (queued + ENTRY > joined) flush();
}

/**
 * Counts the queued terms. Their slots, ends, counts and bytes are scattered over memory, so that all are loaded before
 * the first term is looked up: the cache misses then overlap.
 */
export function flush(): void {
  joinedTo = joined;
  if (queued == queue) return;
  /** Combines everything that is loaded ahead, so that the compiler keeps the loads. */
  let sum: u32 = 0;
  for (let at = queue; at < queued; at += ENTRY) {
    const entry = changetype<QueueEntry>(at);
    let hash = seed;
    let from = entry.from;
    for (; entry.to - from > 8; from += 8) hash = mixed(hash, load<u64>(from));
    const last = head(from, entry.to - from);
    hash = mixed(hash, last);
    entry.hash = <u32>hash;
    entry.last = last;
    sum ^= slotOf(<u32>hash).next;
  }
  for (let at = queue; at < queued; at += ENTRY) {
    const entry = changetype<QueueEntry>(at);
    const next = slotOf(entry.hash).next;
    if (next == 0) continue;
    sum ^= load<u32>(counts + ((next - 1) << 2));
    if (entry.to - entry.from > 8) sum ^= startOf(next - 1);
  }
  for (let at = queue; at < queued; at += ENTRY) {
    const entry = changetype<QueueEntry>(at);
    const next = slotOf(entry.hash).next;
    if (entry.to - entry.from > 8 && next != 0) sum ^= load<u8>(pool + startOf(next - 1));
  }
  // Stored so that the compiler keeps the loads. Nobody reads it.
  store<u32>(TOUCHED, sum, 8);
  for (let at = queue; at < queued; at += ENTRY) {
    const entry = changetype<QueueEntry>(at);
    const length = entry.to - entry.from;
    const slot = slotOf(entry.hash);
    const isFound = slot.last == entry.last && slot.key == length && length <= 8;
    const id = isFound ? slot.next - 1 : find(entry.from, entry.to, entry.hash, entry.last, adds);
    if (<i32>id >= 0) occurs(id);
  }
  queued = queue;
}
