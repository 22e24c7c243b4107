import { isAscii } from "node:buffer";
import type { TermTable, WordFinder } from "./byte-table.js";
import { type Kernel, type Memory, newKernel } from "./word-kernel.js";

const PAGE = 1 << 16;

/** Where the number of counted terms is, and where texts come; before them is the table of bytes. */
const TOUCHED = 256;
const INPUT = 512;

/** Longer texts, a few in a thousand, are read by the plain loops. */
const MOST_INPUT = 1 << 18;

/** The second half of the room for texts. */
const ENTRIES = INPUT + MOST_INPUT / 2;

/** Eight bytes are read at once, also at the end of a region. */
const SLACK = 8;

const SLOT = 16;
const NO_ROOM = -2;

/** A few hundred documents have this many terms; memory counts only where it is used. */
const TERMS = 1 << 17;
const BYTES_PER_TERM = 8;

/**
 * A `ByteTable` in the memory of a WebAssembly module, which also finds the words of ASCII texts and counts them: one
 * pass over the bytes in place of a tokenizer, a table and an array. `ByteTable` and `uncutWords` are what it must
 * agree with.
 */
export class WordTable implements TermTable {
  readonly #kernel: Kernel;
  readonly #memory: Memory;
  #terms = TERMS;
  #bytes = TERMS * BYTES_PER_TERM;
  #all = new Uint8Array(0);
  #touchedSize = new Uint32Array(0);
  #counts = new Uint32Array(0);

  private constructor(memory: Memory, kernel: Kernel) {
    this.#memory = memory;
    this.#kernel = kernel;
    this.#layOut();
    for (let byte = 0; byte < 0x80; byte++) {
      const character = String.fromCharCode(byte);
      if (/\w/.test(character)) this.#all[byte] = character.toLowerCase().charCodeAt(0);
    }
  }

  /** An empty table; undefined where there is no WebAssembly, or no memory for it. */
  static create(): WordTable | undefined {
    const kernel = newKernel();
    return kernel && new WordTable(kernel.memory, kernel.exports);
  }

  get size(): number {
    return this.#kernel.size.value;
  }

  get byteSize(): number {
    return this.#offsets[this.size];
  }

  add(bytes: Uint8Array, start: number, end: number): number {
    return this.#idOf(bytes, start, end, 1, 0);
  }

  find(bytes: Uint8Array, start: number, end: number): number {
    return this.#idOf(bytes, start, end, 0, 0);
  }

  addAll(pool: Uint8Array, offsets: Uint32Array): Int32Array {
    return this.#idsOf(pool, offsets, 1);
  }

  findAll(pool: Uint8Array, offsets: Uint32Array): Int32Array {
    return this.#idsOf(pool, offsets, 0);
  }

  /** Views, valid until the next call of another method. */
  contents(): { pool: Uint8Array; offsets: Uint32Array } {
    const { pool } = this.#kernel;
    return { pool: this.#all.subarray(pool.value, pool.value + this.byteSize), offsets: this.#offsets };
  }

  /** Counts the term `[start, end)`. @param adds whether a new one is added; otherwise it is ignored */
  count(bytes: Uint8Array, start: number, end: number, adds: boolean): void {
    this.#idOf(bytes, start, end, Number(adds), 1);
  }

  /**
   * Counts the words of a text, lower-cased.
   *
   * @param lengths fewest and most characters of a word
   * @param adds whether new ones are added; otherwise they are ignored
   * @returns whether it did: it takes ASCII texts, and no very long ones
   */
  countWords(text: Uint8Array, [least, most]: readonly [number, number], adds: boolean): boolean {
    if (text.length > MOST_INPUT || !isAscii(text)) return false;
    const end = INPUT + text.length;
    let at = INPUT;
    this.#all.set(text, INPUT);
    while (at < end) {
      const next = this.#kernel.count(at, end, least, most, Number(adds));
      if (next < end) this.#grow();
      at = next;
    }
    return true;
  }

  get words(): WordFinder {
    return { countWords: (text, lengths) => (this.countWords(text, lengths, true) ? this.#taken() : undefined) };
  }

  knownWords(numbers: ArrayLike<number>): WordFinder {
    return {
      countWords: (text, lengths) => {
        if (!this.countWords(text, lengths, false)) return undefined;
        const { ids, values } = this.#taken();
        return { ids: ids.map((id) => numbers[id]), values };
      },
    };
  }

  /** The terms that were counted since `clear`, in the order in which they came: a view. */
  get counted(): Uint32Array {
    return new Uint32Array(this.#memory.buffer, this.#kernel.touched.value, this.#touchedSize[0]);
  }

  /** How often each term was counted since `clear`: a view. */
  get counts(): Uint32Array {
    return this.#counts;
  }

  /** Forgets the counts, but not the terms. */
  clear(): void {
    const counts = this.#counts;
    for (const id of this.counted) counts[id] = 0;
    this.#touchedSize[0] = 0;
  }

  /** Gives the counts, and begins again from none. */
  #taken(): { ids: Uint32Array; values: Uint32Array } {
    const ids = this.counted.slice();
    const values = ids.map((id) => this.#counts[id]);
    this.clear();
    return { ids, values };
  }

  get #offsets(): Uint32Array {
    return new Uint32Array(this.#memory.buffer, this.#kernel.ends.value, this.size + 1);
  }

  #idOf(bytes: Uint8Array, start: number, end: number, adds: number, counts: number): number {
    const length = end - start;
    if (length > MOST_INPUT) throw new RangeError("a term of more than 256 KiB");
    const all = this.#all;
    for (let i = 0; i < length; i++) all[INPUT + i] = bytes[start + i];
    for (;;) {
      const id = this.#kernel.idOf(INPUT, INPUT + length, adds, counts);
      if (id !== NO_ROOM) return id;
      this.#grow();
    }
  }

  /** Some thousand terms at a time: their bytes in the first half of the room for texts, their ends in the other. */
  #idsOf(pool: Uint8Array, offsets: Uint32Array, adds: number): Int32Array {
    const ids = new Int32Array(offsets.length - 1);
    for (let id = 0; id < ids.length; ) {
      const from = offsets[id];
      let end = id;
      while (end < ids.length && end - id < MOST_INPUT / 8 && offsets[end + 1] - from <= MOST_INPUT / 2) end++;
      if (end === id) {
        ids[id] = this.#idOf(pool, from, offsets[id + 1], adds, 0);
        id++;
        continue;
      }
      this.#all.set(pool.subarray(from, offsets[end]), INPUT);
      const entries = this.#view(ENTRIES, end - id);
      for (let i = 0; i < entries.length; i++) entries[i] = INPUT + offsets[id + i + 1] - from;
      const done = (this.#kernel.idsOf(INPUT, ENTRIES, ENTRIES + entries.byteLength, adds) - ENTRIES) / 4;
      ids.set(entries.subarray(0, done), id);
      if (done < entries.length) this.#grow();
      id += done;
    }
    return ids;
  }

  /** Doubles the room for terms or for their bytes, whichever is full. */
  #grow(): void {
    if (this.size >= this.#terms) this.#terms *= 2;
    else this.#bytes = Math.max(2 * this.#bytes, this.byteSize + MOST_INPUT);
    this.#layOut();
  }

  /** Gives each array its place, one behind the other, and moves what is in them there. All places only move up. */
  #layOut(): void {
    const { slots, mask, ends, counts, touched, pool, mostTerms, mostBytes } = this.#kernel;
    const terms = this.#terms;
    let end = INPUT + MOST_INPUT + SLACK;
    const placed = (bytes: number) => {
      const place = end;
      end += Math.ceil(bytes / SLACK) * SLACK;
      return place;
    };
    const slotsAt = placed(terms * 2 * SLOT);
    const endsAt = placed((terms + 1) * 4);
    const countsAt = placed(terms * 4);
    const touchedAt = placed(terms * 4);
    const poolAt = placed(this.#bytes + SLACK);
    const { size } = this;
    const oldCounts = this.#counts.length;
    const oldSlots = oldCounts * 2 * SLOT;
    const byteSize = size === 0 ? 0 : this.byteSize;
    // The old slots come behind all for a while.
    const missing = Math.ceil((end + oldSlots - this.#memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.#memory.grow(missing);
    const all = new Uint8Array(this.#memory.buffer);
    this.#all = all;
    all.copyWithin(end, slots.value, slots.value + oldSlots);
    all.copyWithin(poolAt, pool.value, pool.value + byteSize);
    all.copyWithin(touchedAt, touched.value, touched.value + oldCounts * 4);
    all.copyWithin(countsAt, counts.value, counts.value + oldCounts * 4);
    all.fill(0, countsAt + oldCounts * 4, touchedAt);
    all.copyWithin(endsAt, ends.value, ends.value + (size + 1) * 4);
    if (size === 0) all.fill(0, endsAt, endsAt + 4);
    for (const [name, place] of [
      [slots, slotsAt],
      [ends, endsAt],
      [counts, countsAt],
      [touched, touchedAt],
      [pool, poolAt],
    ] as const) {
      name.value = place;
    }
    mostTerms.value = terms;
    mostBytes.value = this.#bytes;
    mask.value = terms * 2 - 1;
    this.#counts = this.#view(countsAt, terms);
    this.#touchedSize = this.#view(TOUCHED, 1);
    if (oldSlots === 0) return;
    all.fill(0, slotsAt, endsAt);
    this.#kernel.rehash(end, end + oldSlots);
  }

  #view(at: number, length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#memory.buffer, at, length);
  }
}
