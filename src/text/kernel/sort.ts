/** Sorts the terms by their bytes. */
import { copy, endOf, head, pool, size, startOf } from "./table";

/** A term to be sorted: its first eight bytes as a number, the first byte the highest, and its id. */
@unmanaged
class Sorted {
  key: u64;
  id: u32;
}
const SORTED: u32 = 16;
/** Four bytes for each value of a byte. */
const TALLY: u32 = 1024;

/**
 * Sorts all terms by their first eight bytes, by each byte in turn, the last one first: writes them from `sorted` on.
 *
 * @param other as much room to work in
 * @param tallies room for 8,192 bytes
 */
export function sort(sorted: u32, other: u32, tallies: u32): void {
  memory.fill(tallies, 0, 8 * TALLY);
  for (let id: u32 = 0; id < size; id++) {
    const term = changetype<Sorted>(sorted + id * SORTED);
    const key = eightOf(id, 0);
    term.key = key;
    term.id = id;
    for (let byte: u32 = 0; byte < 8; byte++) {
      const tally = tallies + byte * TALLY + ((<u32>(key >> (byte << 3)) & 255) << 2);
      store<u32>(tally, load<u32>(tally) + 1);
    }
  }
  let from = sorted;
  let to = other;
  for (let byte: u32 = 0; byte < 8; byte++) {
    const own = tallies + byte * TALLY;
    // How many terms have each value becomes where the first of them goes.
    let place = to;
    for (let tally = own; tally < own + TALLY; tally += 4) {
      const terms = load<u32>(tally);
      store<u32>(tally, place);
      place += terms * SORTED;
    }
    for (let at = from; at < from + size * SORTED; at += SORTED) {
      const tally = own + ((<u32>(load<u64>(at) >> (byte << 3)) & 255) << 2);
      const goal = load<u32>(tally);
      store<u32>(tally, goal + SORTED);
      v128.store(goal, v128.load(at));
    }
    const last = from;
    from = to;
    to = last;
  }
}

/** Eight bytes of a term as a number, the first byte the highest. Those behind its end are 0. */
function eightOf(id: u32, from: u32): u64 {
  const length = lengthOf(id);
  if (from >= length) return 0;
  const at = pool + startOf(id) + from;
  return bswap<u64>(length - from < 8 ? head(at, length - from) : load<u64>(at));
}

/** Groups of more terms with the same first eight bytes are sorted elsewhere. */
const MOST_ALIKE: u32 = 32;

/** Sorts each group of terms with the same first eight bytes. Returns where a large group begins, or `end`. */
export function sortAlike(from: u32, end: u32): u32 {
  let at = from;
  while (at < end) {
    const key = load<u64>(at);
    let last = at + SORTED;
    while (last < end && load<u64>(last) == key) last += SORTED;
    if (last - at > MOST_ALIKE * SORTED) return at;
    for (let next = at + SORTED; next < last; next += SORTED) {
      const id = changetype<Sorted>(next).id;
      let place = next;
      for (; place > at && isBefore(id, changetype<Sorted>(place - SORTED).id); place -= SORTED) {
        changetype<Sorted>(place).id = changetype<Sorted>(place - SORTED).id;
      }
      changetype<Sorted>(place).id = id;
    }
    at = last;
  }
  return end;
}

@inline
function lengthOf(id: u32): u32 {
  return endOf(id) - startOf(id);
}

/** Whether a term comes before another one that has the same first eight bytes. */
function isBefore(id: u32, other: u32): bool {
  const length = lengthOf(id);
  const otherLength = lengthOf(other);
  for (let from: u32 = 8; from < length || from < otherLength; from += 8) {
    const bytes = eightOf(id, from);
    const otherBytes = eightOf(other, from);
    if (bytes != otherBytes) return bytes < otherBytes;
  }
  return length < otherLength;
}

/**
 * Copies the terms from `sorted` on to a pool, and up to seven bytes more. Writes where each ends, and the number of each
 * by its id.
 */
export function arrange(sorted: u32, newPool: u32, newEnds: u32, numbers: u32): void {
  let to = newPool;
  for (let number: u32 = 0; number < size; number++) {
    store<u32>(newEnds + (number << 2), to - newPool);
    const id = changetype<Sorted>(sorted + number * SORTED).id;
    store<u32>(numbers + (id << 2), number);
    to = copy(to, pool + startOf(id), lengthOf(id));
  }
  store<u32>(newEnds + (size << 2), to - newPool);
}
