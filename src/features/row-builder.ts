import { grown } from "../base/growing.js";
import { idOfEach } from "../text/byte-table.js";
import type { TermTable, WordFinder, WordTexts } from "../text/term-table.js";
import type { TokenSink } from "../text/words/tokens.js";
import type { SparseMatrix } from "./sparse-matrix.js";
import { type TermFinder, Vocabulary } from "./vocabulary.js";

/** Initial room per row. A message or post has about 150 different terms. Unused room takes no memory. */
const ENTRIES_PER_ROW = 256;
/** Upper bound of the initial room of all rows, in entries. */
const MAX_ROOM = 1 << 24;

/**
 * Builds a sparse matrix row by row. The terms come from a table, which grows with every new token, or from a
 * vocabulary, which does not. The entries of a row are in the order in which terms first occur in the text, so
 * that sums over a row do not depend on the numbering of terms.
 */
export class RowBuilder {
  readonly #terms: TermTable | TermFinder;
  readonly #sink: TokenSink;
  readonly #words: WordFinder | undefined;
  #starts: Uint32Array = new Uint32Array(1 << 10);
  #ids: Uint32Array;
  /** Whole numbers until the matrix is finished, which saves half of the memory. */
  #values: Uint32Array;
  #rows = 0;
  #size = 0;
  /**
   * For each term, one more than the position of its last entry; 0 if it has none. The entry is in the current row if
   * this is above the start of the row.
   */
  #entryOf: Uint32Array;

  /** @param expected a rough number of rows. Default 64 */
  constructor(terms: TermTable | TermFinder, expected = 64) {
    const room = Math.min(MAX_ROOM, Math.max(1, expected) * ENTRIES_PER_ROW);
    this.#ids = new Uint32Array(room);
    this.#values = new Uint32Array(room);
    this.#terms = terms;
    this.#words = isTable(terms) ? terms.finder?.() : terms.words;
    // Room for a whole vocabulary: zeros take memory only when they are used.
    this.#entryOf = new Uint32Array(isTable(terms) ? 1 << 12 : terms.size);
    this.#sink = isTable(terms)
      ? (bytes, start, end) => this.#count(terms.add(bytes, start, end))
      : (bytes, start, end) => {
          const id = terms.find(bytes, start, end);
          if (id >= 0) this.#count(id);
        };
  }

  /** The table of the terms. @throws TypeError if they come from a vocabulary */
  protected get table(): TermTable {
    if (!isTable(this.#terms)) throw new TypeError("rows over a vocabulary have no table of terms");
    return this.#terms;
  }

  /** Counts the terms of one document as the next row. Uses its `words` if the table can count these. */
  add({ tokens, words }: { tokens(sink: TokenSink): void; readonly words?: WordTexts | undefined }): void {
    /** The number of different terms; -1 if the table cannot count words. */
    const found = words === undefined || this.#words === undefined ? -1 : this.#words.countWords(words);
    if (found < 0) tokens(this.#sink);
    else {
      this.#makeRoom(found);
      this.#words?.take(this.#ids, this.#values, this.#size);
      this.#size += found;
    }
    this.#endRow();
  }

  /** Returns views of the rows, valid until the next one is added. */
  contents(): { readonly starts: Uint32Array; readonly ids: Uint32Array; readonly values: Uint32Array } {
    return {
      starts: this.#starts.subarray(0, this.#rows + 1),
      ids: this.#ids.subarray(0, this.#size),
      values: this.#values.subarray(0, this.#size),
    };
  }

  /** Returns the matrix of all rows, with this many columns. The builder cannot be used afterwards. */
  finish(columns: number): SparseMatrix {
    const { starts, ids, values } = this.contents();
    return { rows: this.#rows, columns, starts: starts.slice(), ids, values: new Float64Array(values) };
  }

  /** Returns the vocabulary of the table and the matrix over it. The builder cannot be used afterwards. */
  finishSorted(): { vocabulary: Vocabulary; x: SparseMatrix } {
    const { vocabulary, numbers } = Vocabulary.fromTable(this.table);
    for (let i = 0; i < this.#size; i++) this.#ids[i] = numbers[this.#ids[i]];
    return { vocabulary, x: this.finish(vocabulary.size) };
  }

  /** The number of rows. */
  get rows(): number {
    return this.#rows;
  }

  /** The number of entries in all rows. */
  get entries(): number {
    return this.#size;
  }

  /** Appends the rows of another builder, which has a table of its own. Takes over its arrays if there are no rows yet. */
  append({ pool, offsets, starts, ids, values }: ReturnType<RowBuilder["finishCounted"]>): void {
    const terms = this.#terms;
    const numbers = isTable(terms) ? terms.addAll(pool, offsets) : findAll(terms, pool, offsets);
    if (this.#rows === 0 && ids.length > 0) {
      // The rows are copied within these arrays: an entry never moves to a later place.
      this.#ids = ids;
      this.#values = values;
    }
    this.#makeRoom(ids.length);
    const [ownIds, ownValues] = [this.#ids, this.#values];
    for (let row = 0; row + 1 < starts.length; row++) {
      let size = this.#size;
      for (let i = starts[row]; i < starts[row + 1]; i++) {
        const id = numbers[ids[i]];
        if (id < 0) continue;
        ownIds[size] = id;
        ownValues[size++] = values[i];
      }
      this.#size = size;
      this.#endRow();
    }
  }

  /**
   * Returns the rows and their terms as plain data, for `append` in another thread. Term `id` is the bytes
   * `[offsets[id], offsets[id + 1])` of `pool`. Needs a table. The builder cannot be used afterwards.
   */
  finishCounted() {
    const { pool, offsets } = this.table.contents();
    const { starts, ids, values } = this.contents();
    return { pool: pool.slice(), offsets: offsets.slice(), starts: starts.slice(), ids, values };
  }

  /** Forgets the rows, but keeps the memory. */
  clear(): void {
    for (let i = 0; i < this.#size; i++) this.#entryOf[this.#ids[i]] = 0;
    this.#size = 0;
    this.#rows = 0;
  }

  /** Ends the row at the entries so far. */
  #endRow(): void {
    this.#rows++;
    if (this.#rows >= this.#starts.length) this.#starts = grown(this.#starts);
    this.#starts[this.#rows] = this.#size;
  }

  /** Makes room for this many more entries. */
  #makeRoom(entries: number): void {
    if (this.#size + entries <= this.#ids.length) return;
    const room = Math.max(this.#size + entries, 2 * this.#ids.length);
    this.#ids = grown(this.#ids, room);
    this.#values = grown(this.#values, room);
  }

  /** Counts a term in the current row. */
  #count(id: number): void {
    if (id >= this.#entryOf.length) this.#entryOf = grown(this.#entryOf, Math.max(id + 1, 2 * this.#entryOf.length));
    const entry = this.#entryOf[id];
    if (entry > this.#starts[this.#rows]) {
      this.#values[entry - 1]++;
      return;
    }
    if (this.#size === this.#ids.length) this.#makeRoom(1);
    this.#ids[this.#size] = id;
    this.#values[this.#size++] = 1;
    this.#entryOf[id] = this.#size;
  }
}

/** Returns the numbers of the terms in a pool; -1 for unknown ones. */
function findAll(terms: TermFinder, pool: Uint8Array, offsets: Uint32Array): Int32Array {
  return terms.findAll?.(pool, offsets) ?? idOfEach(offsets, (start, end) => terms.find(pool, start, end));
}

/** Whether new terms can be added. */
function isTable(terms: TermTable | TermFinder): terms is TermTable {
  return "add" in terms;
}
