/** Sorts the terms of the table by their bytes. */
import { endOf, pool, size, startOf } from "./table";

/** A term, and its next bytes. */
@unmanaged
class SortEntry {
  /** The next seven bytes, the first one highest, and in the lowest byte how many there are; 8 if there are more. */
  key: u64;
  id: u32;
}
const ENTRY: u32 = 16;
const BYTES: u32 = 7;

/** Up to this many bytes of entries are sorted by insertion. */
const FEW: u32 = 32 * ENTRY;

/** The address of room for as many entries as there are terms. */
let other: u32 = 0;
/** The address of 256 numbers. */
let tallies: u32 = 0;

/** Writes the ids of all terms, in the order of their bytes, to `second`. All arguments are addresses of room. */
export function sort(entries: u32, second: u32, numbers: u32): void {
  other = second;
  tallies = numbers;
  for (let id: u32 = 0; id < size; id++) changetype<SortEntry>(entries + id * ENTRY).id = id;
  sortFrom(entries, entries + size * ENTRY, 0);
  for (let id: u32 = 0; id < size; id++) store<u32>(second + (id << 2), changetype<SortEntry>(entries + id * ENTRY).id);
}

/**
 * Sorts the entries in `[first, last)`, whose terms begin with the same `depth` bytes: first by their next bytes, then
 * each group with equal ones by the bytes after them. The largest group comes last, in the loop. Every other group has at
 * most half of the entries, so calls are nested only a few times.
 */
function sortFrom(first: u32, last: u32, depth: u32): void {
  while (last - first > ENTRY) {
    for (let at = first; at < last; at += ENTRY) setKey(changetype<SortEntry>(at), depth);
    if (last - first > FEW) sortByBytes(first, last);
    else sortByInsertion(first, last);
    depth += BYTES;
    let largest = first;
    let largestEnd = first;
    for (let from = first; from < last; ) {
      let to = from + ENTRY;
      while (to < last && keyAt(to) == keyAt(from)) to += ENTRY;
      if (to - from > largestEnd - largest) {
        sortFrom(largest, largestEnd, depth);
        largest = from;
        largestEnd = to;
      } else sortFrom(from, to, depth);
      from = to;
    }
    first = largest;
    last = largestEnd;
  }
}

@inline
function keyAt(at: u32): u64 {
  return changetype<SortEntry>(at).key;
}

@inline
function setKey(entry: SortEntry, depth: u32): void {
  const from = startOf(entry.id) + depth;
  const left = endOf(entry.id) - from;
  const bytes = bswap(load<u64>(pool + from));
  const unused: u64 = (8 - min(left, BYTES)) << 3;
  // A shift by 64 bits would shift by none.
  entry.key = left == 0 ? 0 : ((bytes >> unused) << unused) | min(left, 8);
}

/** Sorts entries by each byte of their keys, the lowest first. */
function sortByBytes(first: u32, last: u32): void {
  let from = first;
  let to = other;
  for (let shift: u64 = 0; shift < 64; shift += 8) {
    memory.fill(tallies, 0, 1024);
    const end = from + last - first;
    for (let at = from; at < end; at += ENTRY) {
      const tally = tallyOf(at, shift);
      store<u32>(tally, load<u32>(tally) + ENTRY);
    }
    let place = to;
    for (let tally = tallies; tally < tallies + 1024; tally += 4) {
      const length = load<u32>(tally);
      store<u32>(tally, place);
      place += length;
    }
    for (let at = from; at < end; at += ENTRY) {
      const tally = tallyOf(at, shift);
      const target = load<u32>(tally);
      v128.store(target, v128.load(at));
      store<u32>(tally, target + ENTRY);
    }
    // After eight bytes, an even number, the entries are where they were.
    const next = to;
    to = from;
    from = next;
  }
}

@inline
function tallyOf(at: u32, shift: u64): u32 {
  return tallies + ((<u32>(keyAt(at) >> shift) & 255) << 2);
}

function sortByInsertion(first: u32, last: u32): void {
  for (let next = first + ENTRY; next < last; next += ENTRY) {
    const entry = v128.load(next);
    const key = keyAt(next);
    let at = next;
    for (; at > first && keyAt(at - ENTRY) > key; at -= ENTRY) v128.store(at, v128.load(at - ENTRY));
    v128.store(at, entry);
  }
}
