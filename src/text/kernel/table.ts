/** A hash table of terms, each with an id and a count. */

/** Makes room for more terms. */
@external("env", "grow")
declare function grow(): void;

/** A place of the hash table. */
@unmanaged
class Slot {
  /** The last bytes of the term, at most eight. */
  last: u64;
  /** The length of the term if it has at most eight bytes, otherwise its hash with 15 in the lowest bits. */
  key: u32;
  /** One more than the id of the term; 0 if the slot is free. */
  next: u32;
}
const SLOT: u32 = 16;

/** The address of the slots. The next numbers are addresses and sizes too; `WordMemory` sets them. */
export let slots: u32 = 0;
/** The number of slots, a power of two, less one. */
export let mask: u32 = 0;

/** Where each term ends in the pool: term `id` is the bytes `ends[id]` to `ends[id + 1]`. */
export let ends: u32 = 0;
/** The bytes of all terms. */
export let pool: u32 = 0;
/** The number of terms. */
export let size: u32 = 0;
/** The number of terms for which there is room. */
export let mostTerms: u32 = 0;
/** The number of bytes in the pool for which there is room. */
export let mostBytes: u32 = 0;

/** How often each term occurs, by its id. */
export let counts: u32 = 0;
/** The ids of the terms that occur, in order of first occurrence. */
export let touched: u32 = 0;
/** The address of the number of these terms. */
export const TOUCHED: u32 = 256;

/** Whether new terms are added; otherwise they are ignored. */
export let adds: u32 = 0;
/** The fewest and the most characters of a word. */
export let least: u32 = 0;
export let most: u32 = 0;

/** Sets what holds for the next texts: see `Kernel`. */
export function begin(adding: u32, fewest: u32, longest: u32): void {
  adds = adding;
  least = fewest;
  most = longest;
}

// Both are random numbers of this process, so that nobody can prepare words that collide.
export let seed: u64 = 0;
/** An odd number. */
export let factor: u64 = 5;

/** The hash of eight more bytes. */
@inline
export function mixed(hash: u64, bytes: u64): u64 {
  const product = (hash ^ bytes) * factor;
  return product ^ (product >> 32);
}

/** The first `length` bytes at a place, 1 to 8, as a number. */
@inline
export function head(at: u32, length: u32): u64 {
  const shift: u64 = (8 - length) << 3;
  return (load<u64>(at) << shift) >> shift;
}

/** The slot where a hash is looked for first. */
@inline
export function slotOf(hash: u32): Slot {
  return changetype<Slot>(slots + ((hash >> 4) & mask) * SLOT);
}

/** Where a term ends in the pool. */
@inline
export function endOf(id: u32): u32 {
  return load<u32>(ends + (id << 2), 4);
}

/** Where a term begins in the pool. */
@inline
export function startOf(id: u32): u32 {
  return load<u32>(ends + (id << 2));
}

/** The id of the term with this hash and these last bytes. A new one is added if `adding`; otherwise -1. */
export function find(from: u32, to: u32, hash: u32, last: u64, adding: u32): i32 {
  const length = to - from;
  // 1 to 8, because the numbers have no sign. A longer term, or an empty one, has a key of at least 15.
  const key = length - 1 < 8 ? length : hash | 15;
  let place = (hash >> 4) & mask;
  let slot: Slot;
  while (true) {
    slot = changetype<Slot>(slots + place * SLOT);
    if (slot.next == 0) break;
    const id = slot.next - 1;
    if (slot.last == last && slot.key == key && (key <= 8 || isLongTerm(id, from, length))) return id;
    place = (place + 1) & mask;
  }
  if (!adding) return -1;
  const start = load<u32>(ends + (size << 2));
  if (size >= mostTerms || start + length > mostBytes) {
    grow();
    return find(from, to, hash, last, adding);
  }
  memory.copy(pool + start, from, length);
  const id = size++;
  store<u32>(ends + (size << 2), start + length);
  slot.last = last;
  slot.key = key;
  slot.next = size;
  return id;
}

/** Whether a term has these bytes. The last eight are known to be equal. */
@inline
function isLongTerm(id: u32, from: u32, length: u32): bool {
  const start = startOf(id);
  if (endOf(id) - start != length) return false;
  const place = pool + start;
  for (let i: i32 = 0; i + 8 < <i32>length; i += 8) {
    if (load<u64>(place + i) != load<u64>(from + i)) return false;
  }
  return true;
}

/** Fills empty slots with those of a smaller table, which are from address `from` to `to`. */
export function rehash(from: u32, to: u32): void {
  for (let at = from; at < to; at += SLOT) {
    const old = changetype<Slot>(at);
    if (old.next == 0) continue;
    // The key of a long term has the bits of the hash that choose its slot. SLOT more leads to the next slot.
    let hash = old.key <= 8 ? <u32>mixed(seed, old.last) : old.key;
    while (slotOf(hash).next != 0) hash += SLOT;
    memory.copy(changetype<u32>(slotOf(hash)), at, SLOT);
  }
}

/** Puts different terms into empty slots. They are in the pool already, and have their ends. */
export function fill(first: u32, last: u32): void {
  for (let id = first; id < last; id++) {
    let at = pool + startOf(id);
    const to = pool + endOf(id);
    const length = to - at;
    let hash = seed;
    for (; <i32>(to - at) > 8; at += 8) hash = mixed(hash, load<u64>(at));
    const last = at == to ? 0 : head(at, to - at);
    hash = mixed(hash, last);
    let place = <u32>hash;
    while (slotOf(place).next != 0) place += SLOT;
    const slot = slotOf(place);
    slot.last = last;
    slot.key = length - 1 < 8 ? length : <u32>hash | 15;
    slot.next = id + 1;
  }
}

/** The id of some bytes. A new one is added if `adding`; otherwise -1. */
export function idOf(from: u32, to: u32, adding: u32): i32 {
  let hash = seed;
  let at = from;
  for (; <i32>(to - at) > 8; at += 8) hash = mixed(hash, load<u64>(at));
  const last = at == to ? 0 : head(at, to - at);
  return find(from, to, <u32>mixed(hash, last), last, adding);
}

/** The ids of neighbouring terms. The entries up to `last` have the end of each, and then its id. */
export function idsOf(from: u32, entry: u32, last: u32, adding: u32): void {
  let start = from;
  for (let at = entry; at < last; at += 4) {
    const end = load<u32>(at);
    store<i32>(at, idOf(start, end, adding));
    start = end;
  }
}

/** Counts a term. */
@inline
export function occurs(id: u32): void {
  const place = counts + (id << 2);
  const times = load<u32>(place);
  store<u32>(place, times + 1);
  if (times == 0) touch(id);
}

/** Adds a term to those that occur. */
function touch(id: u32): void {
  const number = load<u32>(TOUCHED);
  store<u32>(TOUCHED, number + 1);
  store<u32>(touched + (number << 2), id);
}

/** Counts some bytes as a term. */
export function counted(from: u32, to: u32): void {
  const id = idOf(from, to, adds);
  if (id >= 0) occurs(id);
}

/** Copies `length` bytes, and up to seven more. Returns the end of the `length` bytes. */
export function copy(to: u32, from: u32, length: u32): u32 {
  for (let i: u32 = 0; i < length; i += 8) store<u64>(to + i, load<u64>(from + i));
  return to + length;
}
