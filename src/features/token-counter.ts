import { grown } from "../base/growing.js";
import { ByteTable, type TermTable } from "../text/byte-table.js";
import { WordTable } from "../text/word-table.js";
import type { TokenSink } from "../text/words/tokenizer.js";
import type { ReadDocument } from "./analyzer.js";

/** Counts the tokens of documents with a table that grows with every new token. */
export interface TokenCounter {
  readonly table: TermTable;
  /** The terms that were counted since `clear`, in the order of first occurrence. A view. */
  readonly counted: Uint32Array;
  /** How often each term was counted since `clear`. A view. */
  readonly counts: Uint32Array;
  count(document: Pick<ReadDocument, "tokens" | "words">): void;
  /** Forgets the counts, but not the terms. */
  clear(): void;
}

/**
 * Makes a counter.
 *
 * @param hasWords whether most tokens are words of ASCII texts. WebAssembly then counts them, if available
 * @param terms the expected number of terms
 */
export function tokenCounter(hasWords: boolean, terms: number): TokenCounter {
  const table = termTable(hasWords, terms);
  return table instanceof WordTable ? new WordCounter(table) : new PlainCounter(table, terms);
}

/** Makes the table that suits the documents best. @param hasWords, terms as for `tokenCounter` */
export function termTable(hasWords: boolean, terms: number): WordTable | ByteTable {
  return (hasWords ? WordTable.create() : undefined) ?? new ByteTable(terms);
}

/** Passes every token through a tokenizer and a `ByteTable`. */
export class PlainCounter implements TokenCounter {
  readonly table: ByteTable;
  readonly #sink: TokenSink;
  #counted: Uint32Array;
  #counts: Uint32Array;
  #size = 0;

  constructor(table: ByteTable, terms: number) {
    this.table = table;
    this.#counted = new Uint32Array(terms);
    this.#counts = new Uint32Array(terms);
    this.#sink = (bytes, start, end) => this.#count(this.table.add(bytes, start, end));
  }

  get counted(): Uint32Array {
    return this.#counted.subarray(0, this.#size);
  }

  get counts(): Uint32Array {
    return this.#counts;
  }

  count(document: Pick<ReadDocument, "tokens">): void {
    document.tokens(this.#sink);
  }

  clear(): void {
    for (let i = 0; i < this.#size; i++) this.#counts[this.#counted[i]] = 0;
    this.#size = 0;
  }

  #count(id: number): void {
    if (id >= this.#counts.length) {
      const room = Math.max(id + 1, this.#counts.length * 2);
      this.#counts = grown(this.#counts, room);
      this.#counted = grown(this.#counted, room);
    }
    if (this.#counts[id]++ === 0) this.#counted[this.#size++] = id;
  }
}

/** Counts words of ASCII texts in WebAssembly, and other tokens with a tokenizer. */
class WordCounter implements TokenCounter {
  readonly table: WordTable;
  readonly #sink: TokenSink;

  constructor(table: WordTable) {
    this.table = table;
    this.#sink = (bytes, start, end) => table.count(bytes, start, end, true);
  }

  get counted(): Uint32Array {
    return this.table.counted;
  }

  get counts(): Uint32Array {
    return this.table.counts;
  }

  count({ words, tokens }: Pick<ReadDocument, "tokens" | "words">): void {
    if (words === undefined || !this.table.countWords(words, true)) tokens(this.#sink);
  }

  clear(): void {
    this.table.clear();
  }
}
