/** Decides where the arrays of the WebAssembly module that counts words lie in its memory, and makes room for them. */
import { extend, type Memory, placesOf } from "../base/web-assembly.js";
import { type Kernel, newKernel } from "./word-kernel.js";
import { byteTable, JOINTS, MAX_WORD_LENGTH } from "./words/scan-words.js";

/** For each byte, its lower-case form if it is a letter or digit, or else its kind. */
export const KINDS = byteTable(JOINTS);

// The memory begins with `KINDS`, then has fixed places for the data of the kernel. An address is a number of bytes.

/** The longest word, in bytes. A character has at most four. */
const MAX_WORD = MAX_WORD_LENGTH * 4;

/** The longest prefix of terms, in bytes. A multiple of eight. */
export const MAX_PREFIX = 256;

/** The address of the number of counted terms. */
const TOUCHED = 256;
/** The address of the prefix. */
export const PREFIX = 512;
/** The address of a word that JavaScript found. */
export const OUTSIDE = PREFIX + MAX_PREFIX;
/** The address at which the last such word is kept, for the pair with the next one. */
const KEPT = OUTSIDE + MAX_WORD;
/** The address of a queue of up to 128 terms of 24 bytes. */
const QUEUE = KEPT + MAX_WORD;
/** The address of 32 KiB for terms that are joined from a prefix and words. */
const JOINED = QUEUE + 128 * 24;
/** The address of the text. */
export const INPUT = JOINED + (1 << 15);

/** The longest text, in bytes. Longer texts, a few in a thousand, are read by the plain loops. */
export const MAX_INPUT = 1 << 18;

/** The number of zero bytes after an ASCII text, because it is read in blocks of 64. */
export const AFTER_INPUT = 128;

/** The number of bytes after each array, because reading takes eight bytes at a time. */
const SLACK = 8;

/** The size of a slot of the hash table, in bytes. */
const SLOT = 16;

/** The number of terms for which there is room at first. A few hundred documents have as many. */
const TERMS = 1 << 17;
/** The bytes of a term for which there is room at first. */
const BYTES_PER_TERM = 8;

/** The number of terms for which the memory has addresses at first, so that it seldom grows: see `Memory`. */
const ADDRESSED_TERMS = 8 * TERMS;

/** Returns where the slots, ends, counts, counted terms and bytes of terms begin, then the end of the last. */
function addressesOf(terms: number, bytes: number): number[] {
  const sizes = [terms * 2 * SLOT, (terms + 1) * 4, terms * 4, terms * 4, bytes + SLACK];
  return placesOf(INPUT + MAX_INPUT + AFTER_INPUT, SLACK, sizes);
}

/**
 * The memory of a WebAssembly module for `WordTable`: the layout of the arrays, and room to grow. After a fixed part come
 * the slots of the hash table, the ends of the terms, their counts, the terms that were counted, and the bytes of the
 * terms. There is room for `#terms` terms of `#bytes` bytes in all, and two slots per term.
 */
export class WordMemory {
  readonly kernel: Kernel;
  readonly #memory: Memory;
  #terms: number;
  #bytes: number;
  // Views of the memory, which are replaced whenever it grows.
  #all = new Uint8Array(0);
  /** The number of terms that were counted: one element. */
  #touchedSize = new Uint32Array(0);
  #counts = new Uint32Array(0);
  #touched = new Uint32Array(0);

  private constructor({ memory, exports }: NonNullable<ReturnType<typeof newKernel>>, terms: number, bytes: number) {
    this.#memory = memory;
    this.#terms = terms;
    this.#bytes = bytes;
    this.kernel = exports;
    const { kept, queue, queued, joined, joinedTo, joinedEnd } = exports;
    kept.value = KEPT;
    queue.value = queued.value = QUEUE;
    joined.value = joinedTo.value = JOINED;
    joinedEnd.value = INPUT;
    this.#layOut();
    this.#all.set(KINDS);
  }

  /**
   * Makes the memory. Returns undefined if there is no WebAssembly, or not enough memory.
   *
   * @param stretch counts the tokens of a stretch of the text, and returns its end. It gets the addresses of the current
   *   whole, of the current word and of the first character that is not ASCII
   * @param expected the number of terms and of their bytes, if they are known
   */
  static create(
    stretch: (first: number, word: number, at: number) => number,
    expected: { readonly terms: number; readonly bytes: number } = { terms: 0, bytes: 0 },
  ): WordMemory | undefined {
    let terms = TERMS;
    while (terms < expected.terms) terms *= 2;
    const bytes = Math.max(terms * BYTES_PER_TERM, expected.bytes);
    const addressed = Math.max(ADDRESSED_TERMS, 2 * terms);
    const [, , , , , size] = addressesOf(addressed, Math.max(addressed * BYTES_PER_TERM, bytes));
    const kernel = newKernel({ grow: () => memory.#grow(), stretch }, size);
    if (kernel === undefined) return undefined;
    const memory = new WordMemory(kernel, terms, bytes);
    return memory;
  }

  /** Adds terms to an empty memory with room for them: the bytes between ascending offsets, which begin with 0. */
  fill(pool: Uint8Array, offsets: Uint32Array): void {
    const { ends, size } = this.kernel;
    size.value = offsets.length - 1;
    this.view(ends.value, offsets.length).set(offsets);
    this.#all.set(pool, this.kernel.pool.value);
    // A few at a time, because V8 takes quicker code only from the next call on.
    for (let first = 0; first < size.value; first += 1024) this.kernel.fill(first, Math.min(size.value, first + 1024));
  }

  /** Returns all bytes: a view, valid until terms are added. */
  get all(): Uint8Array {
    return this.#all;
  }

  /** Returns where the terms begin and end in the pool: a view. Term `id` is from `ends[id]` to `ends[id + 1]`. */
  get ends(): Uint32Array {
    const { ends, size } = this.kernel;
    return this.view(ends.value, size.value + 1);
  }

  /** The number of different terms that were counted. */
  get countedSize(): number {
    return this.#touchedSize[0];
  }

  /** Moves the counts to other arrays, from index `at` on. @param numbers if given, written instead of the ids */
  take(ids: Uint32Array, counts: Uint32Array | Float64Array, at: number, numbers: Int32Array | undefined): void {
    const countOf = this.#counts;
    const counted = this.#touched;
    const size = this.countedSize;
    for (let i = 0; i < size; i++) {
      const id = counted[i];
      ids[at + i] = numbers === undefined ? id : numbers[id];
      counts[at + i] = countOf[id];
      countOf[id] = 0;
    }
    this.#touchedSize[0] = 0;
  }

  /** Returns a view of `length` numbers from an address on. */
  view(at: number, length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#memory.buffer, at, length);
  }

  /** Doubles the room for terms or for their bytes, whichever is full. */
  #grow(): void {
    const { size, pool, mostBytes } = this.kernel;
    if (size.value >= this.#terms) {
      this.#terms *= 2;
      this.#layOut();
      return;
    }
    // Nothing has to move, because no array comes after the pool. No term is longer than the longest text.
    this.#bytes = Math.max(2 * this.#bytes, this.#byteSize + MAX_INPUT);
    this.#extend(pool.value + this.#bytes + SLACK);
    mostBytes.value = this.#bytes;
  }

  /** Makes the memory at least as large as this. */
  #extend(end: number): void {
    // When the memory has grown, old views have length 0.
    const { length } = this.#counts;
    extend(this.#memory, end);
    this.#all = new Uint8Array(this.#memory.buffer);
    this.#counts = this.view(this.kernel.counts.value, length);
    this.#touched = this.view(this.kernel.touched.value, length);
    this.#touchedSize = this.view(TOUCHED, 1);
  }

  /** The number of bytes of all terms. */
  get #byteSize(): number {
    return this.ends[this.kernel.size.value];
  }

  /**
   * Assigns an address to each array, and moves its contents. Addresses only increase, so the last array moves first.
   */
  #layOut(): void {
    const { slots, mask, ends, counts, touched, pool, mostTerms, mostBytes } = this.kernel;
    const terms = this.#terms;
    const [slotsAt, endsAt, countsAt, touchedAt, poolAt, end] = addressesOf(terms, this.#bytes);
    const size = this.kernel.size.value;
    const oldTerms = this.#counts.length;
    const oldSlots = oldTerms * 2 * SLOT;
    const byteSize = size === 0 ? 0 : this.#byteSize;
    // The old slots are kept at the end until they are rehashed.
    this.#extend(end + oldSlots);
    const all = this.#all;
    const move = (array: { value: number }, to: number, bytes: number) => {
      all.copyWithin(to, array.value, array.value + bytes);
      array.value = to;
    };
    all.copyWithin(end, slots.value, slots.value + oldSlots);
    move(pool, poolAt, byteSize);
    move(touched, touchedAt, oldTerms * 4);
    move(counts, countsAt, oldTerms * 4);
    // Counts of new terms begin with 0, and so does the first term in the pool.
    all.fill(0, countsAt + oldTerms * 4, touchedAt);
    move(ends, endsAt, (size + 1) * 4);
    if (size === 0) all.fill(0, endsAt, endsAt + 4);
    slots.value = slotsAt;
    mostTerms.value = terms;
    mostBytes.value = this.#bytes;
    // The number of slots is a power of two, so this selects the bits of a slot.
    mask.value = terms * 2 - 1;
    this.#counts = this.view(countsAt, terms);
    this.#touched = this.view(touchedAt, terms);
    // At first there is nothing to rehash, and all slots are free: a new memory has only zeros.
    if (oldSlots === 0) return;
    all.fill(0, slotsAt, endsAt);
    this.kernel.rehash(end, end + oldSlots);
  }
}
