import { DataError } from "../../base/errors.js";
import { megabytes } from "../../base/numbers.js";
import { ClassSums } from "../class-sums.js";
import type { DocumentSums, ShardCounts, WantedSums } from "../document-sums.js";
import { RowBuilder } from "../row-builder.js";
import { corpusTable, Vocabulary } from "../vocabulary.js";
import type { Collection, TextRead } from "./collections.js";

/** Bytes per term in addition to its own bytes and its sums, in tables that are at most half full. */
const TERM_BYTES = 68;

/** Far enough below 4 GB, which no array of a table may reach in WebAssembly and Node.js 20. */
const MAX_MEMORY = 2 ** 31;

/**
 * Counts grow by at most about this many bytes per byte of a document. Measuring their size takes time, so it is not
 * measured again before they can have grown by an eighth of the memory.
 */
const COUNTS_PER_BYTE = 64;

/**
 * A sequence of documents is added up after this many bytes. With a row per document (`rows`), the rows then take little
 * memory. With a single row (`row`), this is long before a count can reach 2^32.
 */
const SEQUENCE_BYTES = { rows: 1 << 18, row: 1 << 24 } as const;

/** Counts documents one after another. Adding throws a DataError if the counts need too much memory. */
export interface TermCounter extends Collection<ShardCounts> {
  /** Counts a document. The length of its content, in bytes or characters, may be approximate. */
  add(text: Pick<TextRead, "document" | "label"> & { readonly content: { readonly length: number } }): void;
  /** Returns the counts over the sorted vocabulary. The counter cannot be used afterwards. */
  finish(): DocumentSums;
}

/**
 * Makes a counter of documents that does not keep them, so that memory depends on the vocabulary. Documents of one
 * class mostly come in sequence. The rows of each sequence are added to the sums at its end.
 * Sums of whole numbers are exact, so the order of the documents does not matter.
 *
 * @param hasWords whether most tokens are words of texts: see `corpusTable`
 * @param memory the most memory for the counts, in bytes, approximate. At most 2 GB are used
 */
export function termCounter(wanted: WantedSums, hasWords: boolean, memory: number = MAX_MEMORY): TermCounter {
  const most = Math.min(memory, MAX_MEMORY);
  const table = corpusTable(hasWords);
  const longest = wanted.presences ? SEQUENCE_BYTES.rows : SEQUENCE_BYTES.row;
  /** The sequence: a row for each document if presences are wanted, otherwise a single row. */
  const rows = new RowBuilder(table, 1);
  const sums = new ClassSums(Number(wanted.occurrences) + Number(wanted.presences));
  const classOf = new Map<string, number>();
  const documents: number[] = [];
  /** The class of the sequence; -1 before the first document. */
  let current = -1;
  /** The size of the documents of the sequence. */
  let bytes = 0;
  /** Bytes of documents since the size of the counts was last measured. */
  let added = 0;

  /** Returns the number of a class; a new one for a new class. */
  const numberOf = (label: string): number => {
    if (classOf.has(label)) return classOf.get(label) as number;
    classOf.set(label, classOf.size);
    return documents.push(0) - 1;
  };
  /** Adds the counts of the sequence to the sums, and begins another. @param next its class; -1 if there is none */
  const endSequence = (next: number) => {
    if (!wanted.presences) rows.endRow();
    const { ids, values } = rows.contents();
    const having = wanted.presences ? [new Uint8Array(ids.length).fill(1)] : [];
    const counts = wanted.occurrences ? [values] : [];
    if (ids.length > 0) sums.add(current, ids, [...counts, ...having]);
    rows.clear();
    bytes = 0;
    current = next;
  };
  const requireMemory = () => {
    added = 0;
    if (table.byteSize + TERM_BYTES * table.size + sums.byteSize <= most) return;
    throw new DataError(
      `the counts need more than ${megabytes(most)} of memory: ${most < MAX_MEMORY ? "allow more, or " : ""}use fewer kinds of terms, such as shorter n-grams or fewer header fields`,
    );
  };

  return {
    add({ document, label, content: { length } }) {
      const c = numberOf(label);
      if (c !== current || bytes > longest) endSequence(c);
      bytes += length;
      documents[c]++;
      rows.count(document);
      if (wanted.presences) rows.endRow();
      added += length;
      if (added * COUNTS_PER_BYTE > most / 8) requireMemory();
    },
    append(part) {
      const numbers = table.addAll(part.pool, part.offsets);
      for (const [c, label] of part.labels.entries()) {
        const counted = numberOf(label);
        documents[counted] += part.documents[c];
        const terms = part.sums[c]?.terms.map((id) => numbers[id]);
        if (terms !== undefined) sums.add(counted, terms, part.sums[c].sums);
      }
      requireMemory();
    },
    part() {
      endSequence(-1);
      const { pool, offsets } = table.contents();
      const labels = [...classOf.keys()];
      return { labels, documents, pool: pool.slice(), offsets: offsets.slice(), sums: sums.contents() };
    },
    finish() {
      endSequence(-1);
      const { vocabulary, numbers: terms } = Vocabulary.fromTable(table);
      const labels = [...classOf.keys()].sort();
      const order = labels.map(numberOf);
      // Occurrences are the first kind of sum, if they are wanted; presences are the next.
      const rowsOf = (kind: number) => sums.toRows(kind, order, terms, vocabulary.size);
      return {
        vocabulary,
        labels,
        documents: Float64Array.from(order, (c) => documents[c]),
        occurrences: wanted.occurrences ? rowsOf(0) : undefined,
        presences: wanted.presences ? rowsOf(wanted.occurrences ? 1 : 0) : undefined,
      };
    },
  };
}
