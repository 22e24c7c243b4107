import { ascending, firstWhere, grown } from "../base/lists.js";
import { ByteTable, compareBytes, idOfEach } from "../text/byte-table.js";
import { sortedTerms } from "../text/sorted-terms.js";
import type { TermTable, WordFinder } from "../text/term-table.js";
import { WordTable } from "../text/word-table.js";

/** Finds terms by their bytes: a vocabulary or a substitute. */
export interface TermFinder {
  /** The number of terms. */
  readonly size: number;
  /** Returns the number of the term with the bytes `[start, end)`, or -1 if unknown. */
  find(bytes: Uint8Array, start: number, end: number): number;
  /** Returns the numbers of many terms: the bytes `[offsets[i], offsets[i + 1])` of `pool`; -1 for unknown ones. */
  findAll?(pool: Uint8Array, offsets: Uint32Array): Int32Array;
  /** Finds the known words of whole texts. */
  readonly words?: WordFinder | undefined;
}

/** A few hundred documents have this many terms. The table takes a megabyte and seldom has to grow. */
const TERMS_OF_A_CORPUS = 1 << 16;

/**
 * Makes the table for the terms of a corpus.
 *
 * @param hasWords whether most tokens are words of texts. WebAssembly then finds and counts them, if available
 */
export function corpusTable(hasWords: boolean): TermTable {
  return (hasWords ? WordTable.create() : undefined) ?? new ByteTable(TERMS_OF_A_CORPUS);
}

/** The number of a token outside the vocabulary. */
export const UNKNOWN = -1;

/**
 * The terms of a model, numbered from 0 in the order of their UTF-8 bytes, so that the numbers do not depend on the
 * order of the documents.
 */
export class Vocabulary implements TermFinder {
  readonly size: number;
  readonly #pool: Uint8Array;
  readonly #offsets: Uint32Array;
  /** Tokens that were looked up before, and their numbers. A look-up here is faster than a search. */
  #known: TermTable;
  #numbers: Int32Array;
  /** Whether `#known` has all terms from the beginning. Tokens that it lacks are then unknown. */
  readonly #complete: boolean;

  /**
   * Makes a vocabulary whose term `n` is the bytes `[offsets[n], offsets[n + 1])` of `pool`, ordered by bytes.
   *
   * @param known a table of all terms. Default: none; tokens are searched and then remembered
   * @param numbers the term number of each id in `known`
   */
  constructor(pool: Uint8Array, offsets: Uint32Array, known?: TermTable, numbers?: Int32Array) {
    this.size = offsets.length - 1;
    this.#pool = pool;
    this.#offsets = offsets;
    this.#known = known ?? new ByteTable();
    this.#numbers = numbers ?? new Int32Array(1 << 8);
    this.#complete = known !== undefined;
  }

  /** Makes the vocabulary of these terms. Each is used once. */
  static of(terms: Iterable<string>): Vocabulary {
    const table = new ByteTable();
    const encoder = new TextEncoder();
    for (const term of terms) {
      const bytes = encoder.encode(term);
      table.add(bytes, 0, bytes.length);
    }
    return Vocabulary.fromTable(table).vocabulary;
  }

  /** Makes the vocabulary of all entries of a table. Also returns the term number of each table id. */
  static fromTable(table: TermTable): { vocabulary: Vocabulary; numbers: Int32Array } {
    const { pool, offsets, numbers } = sortedTerms(table);
    return { vocabulary: new Vocabulary(pool, offsets, table, numbers), numbers };
  }

  /** Returns the finder for known words of whole texts, if the table of the terms has one. */
  get words(): WordFinder | undefined {
    if (!this.#complete) return undefined;
    const numbers = this.#numbers;
    return this.#known.finder?.(numbers.every((number, id) => number === id) ? "ids" : numbers);
  }

  /** Returns the arrays of which the same vocabulary can be made. Views; do not change them. */
  contents(): { pool: Uint8Array; offsets: Uint32Array } {
    return { pool: this.#pool, offsets: this.#offsets };
  }

  /** Returns the number of the term with the bytes `[start, end)`, or -1 if unknown. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const known = this.#known;
    if (this.#complete) {
      const id = known.find(bytes, start, end);
      return id < 0 ? UNKNOWN : this.#numbers[id];
    }
    const before = known.size;
    // Starts again with an empty table, so that memory stays bounded.
    if (before > this.size + REMEMBERED_UNKNOWN || known.byteSize > this.#pool.length + REMEMBERED_BYTES) {
      this.#known = new ByteTable();
      return this.find(bytes, start, end);
    }
    const id = known.add(bytes, start, end);
    // The id of a new token is the previous size.
    if (id === before) {
      if (id >= this.#numbers.length) this.#numbers = grown(this.#numbers);
      this.#numbers[id] = this.#search(bytes, start, end);
    }
    return this.#numbers[id];
  }

  /** Returns the numbers of many terms: the bytes `[offsets[i], offsets[i + 1])` of `pool`; -1 for unknown ones. */
  findAll(pool: Uint8Array, offsets: Uint32Array): Int32Array {
    if (this.#complete) {
      return this.#known.findAll(pool, offsets).map((id) => (id < 0 ? UNKNOWN : this.#numbers[id]));
    }
    return idOfEach(offsets, (start, end) => this.find(pool, start, end));
  }

  /** Returns the number of a term, or -1 if unknown. */
  numberOf(term: string): number {
    const bytes = new TextEncoder().encode(term);
    return this.find(bytes, 0, bytes.length);
  }

  /** Returns the term with the number `n`, 0 ≤ n < size. */
  term(n: number): string {
    return DECODER.decode(this.#pool.subarray(this.#offsets[n], this.#offsets[n + 1]));
  }

  /** Yields all terms in order. */
  *[Symbol.iterator](): Iterator<string> {
    for (let n = 0; n < this.size; n++) yield this.term(n);
  }

  /**
   * Makes a vocabulary of the terms with the numbers `kept`, which must ascend.
   *
   * @param isSearched whether many tokens will be looked up. It then gets a table of its terms. Default false
   */
  subset(kept: Uint32Array, isSearched = false): Vocabulary {
    const ends = this.#offsets.subarray(1);
    const offsets = new Uint32Array(kept.length + 1);
    for (let i = 0; i < kept.length; i++) offsets[i + 1] = offsets[i] + ends[kept[i]] - this.#offsets[kept[i]];
    const pool = new Uint8Array(offsets[kept.length]);
    kept.forEach((n, i) => {
      pool.set(this.#pool.subarray(this.#offsets[n], ends[n]), offsets[i]);
    });
    if (!isSearched) return new Vocabulary(pool, offsets);
    const table = new ByteTable(kept.length);
    return new Vocabulary(pool, offsets, table, table.addAll(pool, offsets));
  }

  /**
   * Makes the same vocabulary with a table of all terms, which also finds the words of whole texts. The table takes about
   * 60 bytes for each term, and is worth it if thousands of documents will be read.
   */
  inTable(): Vocabulary {
    const [pool, offsets] = [this.#pool, this.#offsets];
    const words = WordTable.of(pool, offsets);
    if (words !== undefined) return new Vocabulary(pool, offsets, words, new Int32Array(ascending(this.size)));
    const table = new ByteTable(this.size);
    return new Vocabulary(pool, offsets, table, table.addAll(pool, offsets));
  }

  /** Finds a term by binary search. */
  #search(bytes: Uint8Array, start: number, end: number): number {
    const [pool, offsets, size] = [this.#pool, this.#offsets, this.size];
    const compare = (n: number) => compareBytes(pool, offsets[n], offsets[n + 1], bytes, start, end);
    const place = firstWhere(0, size, (n) => compare(n) >= 0);
    return place < size && compare(place) === 0 ? place : UNKNOWN;
  }
}

/** How many unknown tokens a long-running process remembers at most. */
const REMEMBERED_UNKNOWN = 1 << 20;

/** Upper bound of their bytes, because senders choose the tokens. A million ordinary tokens need a third of this. */
const REMEMBERED_BYTES = 1 << 25;
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
