import { grown } from "../base/lists.js";
import type { TermTable } from "./term-table.js";

/**
 * Maps byte strings to dense ids 0, 1, 2 … in the order in which they are added. One pool holds all
 * bytes and integer arrays hold the rest, so a million terms are not a million objects.
 *
 * A hash table with open addressing and linear probing, at most half full. The hash has two random seeds per process,
 * so that nobody can prepare words that collide. Ids do not depend on them.
 */
export class ByteTable implements TermTable {
  #pool = new Uint8Array(1 << 12);
  /** Entry `id` is the bytes `[ends[id], ends[id + 1])` of the pool. */
  #ends = new Uint32Array(1 << 8);
  /** Two integers per slot: the hash, and the id plus one (0 if free). */
  #slots: Int32Array;
  #size = 0;

  /** @param expected the approximate number of entries; there may be more */
  constructor(expected = 256) {
    // Four integers per entry, because a slot has two and half of the slots are free.
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(1, expected) * 4)));
  }

  get size(): number {
    return this.#size;
  }

  get byteSize(): number {
    return this.#ends[this.#size];
  }

  /** Returns the id of the bytes `[start, end)`. Adds them if they are new. */
  add(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const slot = this.#slotOf(hash, bytes, start, end);
    const found = this.#slots[slot + 1];
    if (found > 0) return found - 1;
    const id = this.#size;
    this.#append(bytes, start, end);
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = id + 1;
    if (this.#size * 4 > this.#slots.length) this.#grow();
    return id;
  }

  /** Returns the id of the bytes `[start, end)`, or -1 if unknown. */
  find(bytes: Uint8Array, start: number, end: number): number {
    return this.#slots[this.#slotOf(hashOf(bytes, start, end), bytes, start, end) + 1] - 1;
  }

  addAll(pool: Uint8Array, offsets: Uint32Array): Int32Array {
    return idOfEach(offsets, (start, end) => this.add(pool, start, end));
  }

  findAll(pool: Uint8Array, offsets: Uint32Array): Int32Array {
    return idOfEach(offsets, (start, end) => this.find(pool, start, end));
  }

  /** Returns the bytes of entry `id`: a view, valid until the next `add`. */
  bytes(id: number): Uint8Array {
    return this.#pool.subarray(this.#ends[id], this.#ends[id + 1]);
  }

  /** Passes the bytes of entry `id` to `sink`, without making a view. */
  emit(id: number, sink: (bytes: Uint8Array, start: number, end: number) => void): void {
    sink(this.#pool, this.#ends[id], this.#ends[id + 1]);
  }

  /** Returns views of all bytes in the order of the ids, and of the size + 1 offsets at which entries begin and end. */
  contents(): { pool: Uint8Array; offsets: Uint32Array } {
    return {
      pool: this.#pool.subarray(0, this.#ends[this.#size]),
      offsets: this.#ends.subarray(0, this.#size + 1),
    };
  }

  /** Returns the index of the slot of these bytes, or of the free slot where they belong. */
  #slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots;
    const pool = this.#pool;
    const mask = slots.length - 1;
    const length = end - start;
    // A slot is two integers, so its index is even.
    let slot = (hash << 1) & mask;
    for (;;) {
      const id = slots[slot + 1] - 1;
      if (id < 0) return slot;
      if (slots[slot] === hash) {
        const from = this.#ends[id];
        if (this.#ends[id + 1] - from === length) {
          let i = 0;
          while (i < length && pool[from + i] === bytes[start + i]) i++;
          if (i === length) return slot;
        }
      }
      slot = (slot + 2) & mask;
    }
  }

  /** Appends an entry to the pool. */
  #append(bytes: Uint8Array, start: number, end: number): void {
    const from = this.#ends[this.#size];
    const to = from + end - start;
    if (to > this.#pool.length) this.#pool = grown(this.#pool, Math.max(to, this.#pool.length * 2));
    for (let i = start, j = from; i < end; i++, j++) this.#pool[j] = bytes[i];
    if (this.#size + 2 > this.#ends.length) this.#ends = grown(this.#ends);
    this.#size++;
    this.#ends[this.#size] = to;
  }

  /** Doubles the number of slots. */
  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let i = 0; i < old.length; i += 2) {
      if (old[i + 1] === 0) continue;
      let slot = (old[i] << 1) & mask;
      while (slots[slot + 1] > 0) slot = (slot + 2) & mask;
      slots[slot] = old[i];
      slots[slot + 1] = old[i + 1];
    }
    this.#slots = slots;
  }
}

const SEED = (Math.random() * 2 ** 32) | 0;
/** Odd, and congruent 5 modulo 8, so that every bit of the state changes. */
const MULTIPLIER = ((Math.random() * 2 ** 32) & ~7) | 5;

/**
 * Returns the hash of the bytes `[start, end)`: the state is multiplied with each byte mixed in. The shifts let high bits
 * affect low ones, which choose the slot. The last factor is 2^32 divided by the golden ratio, which spreads values.
 */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ bytes[i], MULTIPLIER);
    hash ^= hash >>> 15;
  }
  return Math.imul(hash ^ (hash >>> 13), 0x9e3779b1) | 0;
}

/** Returns the id of each of many byte strings by `idOf`. String `i` is `[offsets[i], offsets[i + 1])`. */
export function idOfEach(offsets: Uint32Array, idOf: (start: number, end: number) => number): Int32Array {
  const ids = new Int32Array(offsets.length - 1);
  for (let i = 0; i < ids.length; i++) ids[i] = idOf(offsets[i], offsets[i + 1]);
  return ids;
}

/**
 * Compares `a[aStart, aEnd)` and `b[bStart, bEnd)` byte by byte; a prefix comes first.
 *
 * @returns below 0 if `a` comes first, above 0 if `b` does, 0 if they are equal
 */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const length = Math.min(aEnd - aStart, bEnd - bStart);
  for (let i = 0; i < length; i++) {
    const difference = a[aStart + i] - b[bStart + i];
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
}
