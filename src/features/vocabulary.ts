import { ByteTable, idOfEach, type TermTable, type WordFinder } from "../text/byte-table.js";

/** The number of a token outside the vocabulary. */
export const UNKNOWN = -1;

/**
 * The terms of a model, numbered from 0 in the order of their UTF-8 bytes, so that the order of the documents
 * does not matter.
 */
export class Vocabulary {
  readonly size: number;
  readonly #pool: Uint8Array;
  readonly #offsets: Uint32Array;
  /** Tokens looked up before and their numbers: one step in place of a search. */
  #known: TermTable;
  #numbers: Int32Array;
  readonly #complete: boolean;

  private constructor(pool: Uint8Array, offsets: Uint32Array, known?: TermTable, numbers?: Int32Array) {
    this.size = offsets.length - 1;
    this.#pool = pool;
    this.#offsets = offsets;
    this.#known = known ?? new ByteTable();
    this.#numbers = numbers ?? new Int32Array(1 << 8);
    this.#complete = known !== undefined;
  }

  /** The vocabulary of these terms, each once. */
  static of(terms: Iterable<string>): Vocabulary {
    const table = new ByteTable();
    const encoder = new TextEncoder();
    for (const term of terms) {
      const bytes = encoder.encode(term);
      table.add(bytes, 0, bytes.length);
    }
    return Vocabulary.fromTable(table).vocabulary;
  }

  /** The vocabulary of all entries of a table, and the term number of each table id. */
  static fromTable(table: TermTable): { vocabulary: Vocabulary; numbers: Int32Array } {
    const order = sortedIds(table);
    const numbers = new Int32Array(order.length);
    const { pool, offsets } = table.contents();
    const sortedPool = new Uint8Array(pool.length);
    const sortedOffsets = new Uint32Array(order.length + 1);
    let size = 0;
    for (let number = 0; number < order.length; number++) {
      const id = order[number];
      numbers[id] = number;
      for (let i = offsets[id]; i < offsets[id + 1]; i++) sortedPool[size++] = pool[i];
      sortedOffsets[number + 1] = size;
    }
    return { vocabulary: new Vocabulary(sortedPool, sortedOffsets, table, numbers), numbers };
  }

  /** The vocabulary whose term `n` is the bytes `[offsets[n], offsets[n + 1])` of `pool`, ordered by bytes. */
  static fromContents(pool: Uint8Array, offsets: Uint32Array): Vocabulary {
    return new Vocabulary(pool, offsets);
  }

  /** Finds the known words of whole texts, if the table that the terms come from can. */
  get words(): WordFinder | undefined {
    return this.#complete ? this.#known.knownWords?.(this.#numbers) : undefined;
  }

  /** The arrays for `fromContents`: views, do not change them. */
  contents(): { pool: Uint8Array; offsets: Uint32Array } {
    return { pool: this.#pool, offsets: this.#offsets };
  }

  /** The number of the term with the bytes `[start, end)`, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const known = this.#known;
    if (this.#complete) {
      const id = known.find(bytes, start, end);
      return id < 0 ? UNKNOWN : this.#numbers[id];
    }
    const before = known.size;
    if (before > this.size + REMEMBERED_UNKNOWN || known.byteSize > this.#pool.length + REMEMBERED_BYTES) {
      this.#known = new ByteTable();
      return this.find(bytes, start, end);
    }
    const id = known.add(bytes, start, end);
    if (id === before) this.#remember(id, this.#search(bytes, start, end));
    return this.#numbers[id];
  }

  /** The numbers of many terms, the bytes `[offsets[i], offsets[i + 1])` of `pool`. Of unknown ones -1. */
  findAll(pool: Uint8Array, offsets: Uint32Array): Int32Array {
    if (this.#complete) {
      return this.#known.findAll(pool, offsets).map((id) => (id < 0 ? UNKNOWN : this.#numbers[id]));
    }
    return idOfEach(offsets, (start, end) => this.find(pool, start, end));
  }

  /** The number of a term, or -1. */
  numberOf(term: string): number {
    const bytes = new TextEncoder().encode(term);
    return this.find(bytes, 0, bytes.length);
  }

  /** The term with the number `n`, 0 ≤ n < size. */
  term(n: number): string {
    return DECODER.decode(this.#pool.subarray(this.#offsets[n], this.#offsets[n + 1]));
  }

  /** All terms in order. */
  *[Symbol.iterator](): Iterator<string> {
    for (let n = 0; n < this.size; n++) yield this.term(n);
  }

  /**
   * The vocabulary of the terms numbered in `kept`, which ascends.
   *
   * @param isSearched whether many tokens will be looked up: it then has a table of its terms. Default false
   */
  subset(kept: Uint32Array, isSearched = false): Vocabulary {
    let length = 0;
    for (const n of kept) length += this.#offsets[n + 1] - this.#offsets[n];
    const pool = new Uint8Array(length);
    const offsets = new Uint32Array(kept.length + 1);
    let size = 0;
    kept.forEach((n, i) => {
      pool.set(this.#pool.subarray(this.#offsets[n], this.#offsets[n + 1]), size);
      size += this.#offsets[n + 1] - this.#offsets[n];
      offsets[i + 1] = size;
    });
    if (!isSearched) return new Vocabulary(pool, offsets);
    const table = new ByteTable(kept.length);
    for (let n = 0; n < kept.length; n++) table.add(pool, offsets[n], offsets[n + 1]);
    return new Vocabulary(pool, offsets, table, new Int32Array(kept.keys()));
  }

  #search(bytes: Uint8Array, start: number, end: number): number {
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = compareBytes(this.#pool, this.#offsets[middle], this.#offsets[middle + 1], bytes, start, end);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return UNKNOWN;
  }

  #remember(id: number, number: number): void {
    if (id >= this.#numbers.length) {
      const bigger = new Int32Array(this.#numbers.length * 2);
      bigger.set(this.#numbers);
      this.#numbers = bigger;
    }
    this.#numbers[id] = number;
  }
}

/** The most unknown tokens that a long-running process remembers. */
const REMEMBERED_UNKNOWN = 1 << 20;

/** The most bytes of them: three times those of as many ordinary tokens, but senders choose the tokens. */
const REMEMBERED_BYTES = 1 << 25;
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Orders `a[aStart, aEnd)` and `b[bStart, bEnd)` byte by byte; a prefix comes first. */
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

/** Which half of a 64-bit number in memory is the higher one. */
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0];

/**
 * The ids of a table in the order of their bytes. The first four bytes and the id are one number each, and numbers are
 * sorted by the engine itself; comparisons then order those that share these bytes.
 */
function sortedIds(table: TermTable): Uint32Array {
  const { pool, offsets } = table.contents();
  const { size } = table;
  const keys = new BigUint64Array(size);
  const halves = new Uint32Array(keys.buffer);
  for (let id = 0; id < size; id++) {
    const [from, end] = [offsets[id], offsets[id + 1]];
    let first = 0;
    for (let i = from; i < from + 4; i++) first = (first << 8) | (i < end ? pool[i] : 0);
    halves[2 * id + HIGH] = first;
    halves[2 * id + 1 - HIGH] = id;
  }
  keys.sort();
  const ids = new Uint32Array(size);
  for (let k = 0; k < size; k++) ids[k] = halves[2 * k + 1 - HIGH];
  const compare = (a: number, b: number) =>
    compareBytes(pool, offsets[a], offsets[a + 1], pool, offsets[b], offsets[b + 1]);
  for (let from = 0; from < size; ) {
    const first = halves[2 * from + HIGH];
    let to = from + 1;
    while (to < size && halves[2 * to + HIGH] === first) to++;
    if (to > from + 1) ids.subarray(from, to).sort(compare);
    from = to;
  }
  return ids;
}
