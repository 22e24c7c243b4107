import { arraysInBlocks, ascending, grown } from "../base/lists.js";
import { idOfEach } from "../text/byte-table.js";
import type { TermTable, WordFinder } from "../text/term-table.js";
import type { TokenSink } from "../text/words/tokens.js";
import type { ReadDocument } from "./analyzer.js";
import { MAX_MEMORY, memoryGuard } from "./rows-memory.js";
import { columnMap, termStatistics } from "./selection.js";
import type { ColumnMap, SparseMatrix, SparseRows } from "./sparse-matrix.js";
import { codesOf, kindOfCode } from "./term-kinds.js";
import { packedRows, packRows } from "./viewed-rows.js";
import { type TermFinder, Vocabulary } from "./vocabulary.js";

/** Initial room per row. A message or post has about 150 different terms. Unused room takes no memory. */
const ENTRIES_PER_ROW = 256;
/** The rows that get room if their number is not known. */
const USUAL_ROWS = 64;
/** Upper bound of the initial room of all rows, in entries. */
const MAX_ROOM = 1 << 24;

const [newIds, newValues] = [arraysInBlocks(Uint32Array), arraysInBlocks(Float64Array)];

/** A document whose terms are counted. */
type CountedDocument = Pick<ReadDocument, "tokens" | "words">;

/**
 * Builds a sparse matrix row by row. The terms come from a table, which grows with every new token, or from a
 * vocabulary, which does not. The entries of a row are in the order in which terms first occur in the text, so
 * that sums over a row do not depend on the numbering of terms. The rows must fit into memory.
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
  readonly #requireMemory: ReturnType<typeof memoryGuard>;

  /**
   * @param expected the number of rows, if known; it may be estimated
   * @param memory the most memory for the rows, in bytes. Default: no limit
   */
  constructor(terms: TermTable | TermFinder, expected?: number, memory: number = Number.POSITIVE_INFINITY) {
    const room = Math.min(MAX_ROOM, Math.max(1, expected ?? USUAL_ROWS) * ENTRIES_PER_ROW);
    this.#requireMemory = memoryGuard(expected, Math.min(memory, MAX_MEMORY));
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
  get #table(): TermTable {
    if (!isTable(this.#terms)) throw new TypeError("rows over a vocabulary have no table of terms");
    return this.#terms;
  }

  /**
   * Counts the terms of one document as the next row. Uses its `words` if the table can count these.
   *
   * @throws DataError if all rows will not fit into the memory
   */
  add(document: CountedDocument): void {
    this.count(document);
    this.endRow();
  }

  /** Counts the terms of a document in the current row, which other documents may share. */
  count({ tokens, words }: CountedDocument): void {
    if (words === undefined || !this.#words?.countWords(words)) tokens(this.#sink);
  }

  /** Ends the current row. @throws DataError as `add` */
  endRow(): void {
    const counted = this.#words?.counted ?? 0;
    if (counted > 0) {
      this.#makeRoom(counted);
      this.#words?.take(this.#ids, this.#values, this.#size);
      this.#size += counted;
    }
    this.#rows++;
    if (this.#rows >= this.#starts.length) this.#starts = grown(this.#starts);
    this.#starts[this.#rows] = this.#size;
    this.#requireMemory(this.#rows, this.#size, this.#terms.size);
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

  /** Returns the row of one document, with this many columns. It stays valid. Forgets all other rows. */
  rowOf(document: CountedDocument, columns: number): SparseMatrix {
    this.clear();
    this.count(document);
    const words = this.#words;
    if (words === undefined || this.#size > 0) {
      this.endRow();
      const x = this.finish(columns);
      // A copy, because the builder is used again.
      return { ...x, ids: x.ids.slice() };
    }
    const [ids, values] = [newIds(words.counted), newValues(words.counted)];
    words.take(ids, values, 0);
    return { rows: 1, columns, starts: Uint32Array.of(0, ids.length), ids, values };
  }

  /** Returns the vocabulary of the table and the matrix over it. The builder cannot be used afterwards. */
  finishSorted(): { vocabulary: Vocabulary; x: SparseMatrix } {
    const { vocabulary, numbers } = Vocabulary.fromTable(this.#table);
    for (let i = 0; i < this.#size; i++) this.#ids[i] = numbers[this.#ids[i]];
    return { vocabulary, x: this.finish(vocabulary.size) };
  }

  /**
   * Returns the vocabulary of the table, and packed rows over it. The builder cannot be used afterwards.
   *
   * @param leastDocuments for each of `TERM_KINDS`, the fewest rows that a term needs to be kept. Default: 1 each
   */
  finishPacked(leastDocuments: readonly number[] = []): { vocabulary: Vocabulary; x: SparseMatrix } {
    const x = { rows: this.#rows, columns: this.#table.size, ...this.contents() };
    const { vocabulary, map } = numbered(this.#table, x, leastDocuments);
    return { vocabulary, x: packedRows(packRows(x, map)) };
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
      this.endRow();
    }
  }

  /**
   * Returns the rows and their terms as plain data, for `append` in another thread. Term `id` is the bytes
   * `[offsets[id], offsets[id + 1])` of `pool`. Needs a table. The builder cannot be used afterwards.
   */
  finishCounted() {
    const { pool, offsets } = this.#table.contents();
    const { starts, ids, values } = this.contents();
    return { pool: pool.slice(), offsets: offsets.slice(), starts: starts.slice(), ids, values };
  }

  /** Forgets the rows, but keeps the memory. */
  clear(): void {
    // Writing beyond the end of an array has no effect, but is slow.
    const [ids, entryOf] = [this.#ids, this.#entryOf];
    for (let i = 0; i < this.#size; i++) if (ids[i] < entryOf.length) entryOf[ids[i]] = 0;
    this.#size = 0;
    this.#rows = 0;
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

/**
 * Returns the vocabulary of a table, and the map from table entries to its terms; -1 for a term that too few rows have.
 *
 * @param x the rows, whose columns are table entries
 * @param leastDocuments as for `finishPacked`
 */
function numbered(table: TermTable, x: SparseRows, leastDocuments: readonly number[]) {
  const { vocabulary, numbers } = Vocabulary.fromTable(table);
  const map: ColumnMap = { to: numbers, columns: vocabulary.size };
  if (!leastDocuments.some((least) => least > 1)) return { vocabulary, map };
  const documents = new Uint32Array(vocabulary.size);
  for (const [id, having] of termStatistics(x).documents.entries()) documents[numbers[id]] = having;
  const kinds = codesOf(vocabulary);
  const kept = ascending(kinds.length).filter(
    (term) => documents[term] >= (leastDocuments[kindOfCode(kinds[term])] ?? 1),
  );
  const { to, columns } = columnMap(kept, vocabulary.size);
  return { vocabulary: vocabulary.subset(kept, true), map: { to: numbers.map((number) => to[number]), columns } };
}
