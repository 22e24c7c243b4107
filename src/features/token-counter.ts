import { grown } from "../base/growing.js";
import { ByteTable } from "../text/byte-table.js";
import type { TermTable } from "../text/term-table.js";
import { WordTable } from "../text/word-table.js";
import type { TokenSink } from "../text/words/tokens.js";
import type { ReadDocument } from "./analyzer.js";

/** Counts the tokens of documents with a table that grows with every new token. */
export interface TokenCounter {
  /** The terms of all documents so far. */
  readonly table: TermTable;
  /** The ids in the table of the terms that were counted since `clear`, in the order of first occurrence. A view. */
  readonly counted: Uint32Array;
  /** How often each term was counted since `clear`, by its id in the table. A view. */
  readonly counts: Uint32Array;
  /** Counts the tokens of a document. */
  count(document: Pick<ReadDocument, "tokens" | "words">): void;
  /** Forgets the counts, but not the terms. */
  clear(): void;
}

/** A few hundred documents have this many terms. The table takes a megabyte and seldom has to grow. */
const TERMS_OF_A_CORPUS = 1 << 16;

/** Makes the table for the terms of a corpus. @param hasWords as for `tokenCounter` */
export function corpusTable(hasWords: boolean): WordTable | ByteTable {
  return (hasWords ? WordTable.create() : undefined) ?? new ByteTable(TERMS_OF_A_CORPUS);
}

/** Makes a counter. @param hasWords whether most tokens are words of texts. WebAssembly then counts them, if available */
export function tokenCounter(hasWords: boolean): TokenCounter {
  const table = corpusTable(hasWords);
  return table instanceof WordTable ? wordCounter(table) : plainCounter(table);
}

/** Makes a counter that counts words of texts in WebAssembly, and other tokens with a tokenizer. */
function wordCounter(table: WordTable): TokenCounter {
  const sink: TokenSink = (bytes, start, end) => table.count(bytes, start, end);
  return {
    table,
    get counted() {
      return table.counted;
    },
    get counts() {
      return table.counts;
    },
    count({ words, tokens }) {
      // true: new words are added to the table. The result is false if the table cannot read these texts.
      if (words === undefined || !table.countWords(words, true)) tokens(sink);
    },
    clear: () => table.clear(),
  };
}

/** Makes a counter that looks up every token of the tokenizer in a `ByteTable`. */
function plainCounter(table: ByteTable): TokenCounter {
  let counted = new Uint32Array(TERMS_OF_A_CORPUS);
  let counts = new Uint32Array(TERMS_OF_A_CORPUS);
  let size = 0;
  const sink: TokenSink = (bytes, start, end) => {
    const id = table.add(bytes, start, end);
    if (id >= counts.length) {
      counts = grown(counts);
      counted = grown(counted);
    }
    if (counts[id]++ === 0) counted[size++] = id;
  };
  return {
    table,
    get counted() {
      return counted.subarray(0, size);
    },
    get counts() {
      return counts;
    },
    count: ({ tokens }) => tokens(sink),
    clear() {
      for (let i = 0; i < size; i++) counts[counted[i]] = 0;
      size = 0;
    },
  };
}
