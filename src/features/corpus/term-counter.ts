import { ByteTable } from "../../text/byte-table.js";
import type { TokenSink } from "../../text/words/tokenizer.js";
import type { ReadDocument } from "../analyzer.js";
import { ClassSums } from "../class-sums.js";
import { RowBuilder } from "../row-builder.js";
import type { DocumentSums, WantedSums } from "../runs/document-sums.js";
import { Vocabulary } from "../vocabulary.js";

/** The counts of a part of the documents as plain data: `merge` adds them. */
export interface CountedShard {
  readonly labels: readonly string[];
  /** How many documents each class has. */
  readonly documents: readonly number[];
  /** Term `t` is the bytes `[offsets[t], offsets[t + 1])` of `pool`. */
  readonly pool: Uint8Array;
  readonly offsets: Uint32Array;
  /** The entries of each class: of distinct terms, with a sum for each that is wanted. */
  readonly sums: readonly { readonly terms: Uint32Array; readonly sums: Float64Array }[];
  /** The row that all documents have; undefined if they differ, or there is none. */
  readonly common: Row | undefined;
}

/** Entries of distinct terms, in any order. */
interface Row {
  readonly ids: Uint32Array;
  readonly values: Float64Array;
}

/** A few hundred documents have this many terms: a table of a megabyte that seldom has to grow. */
export const TERMS_OF_A_CORPUS: number = 1 << 16;

/** What a term takes beside its own bytes and its sums, in tables that are at most half full. */
const TERM_BYTES = 56;

/** A run of documents is added up after this many bytes, long before a count can reach 2^32. */
const RUN_BYTES = 1 << 24;

/**
 * Counts documents one after another and keeps none of them, so that memory follows the vocabulary. Documents of one
 * class mostly come one after another: such a run is counted in a dense array, and added to the sums at its end.
 * Sums of whole numbers are exact, so the order of the documents does not matter.
 */
export class TermCounter {
  readonly #table = new ByteTable(TERMS_OF_A_CORPUS);
  readonly #wanted: WantedSums;
  readonly #sums: ClassSums;
  readonly #sink: TokenSink;
  readonly #classOf = new Map<string, number>();
  readonly #documents: number[] = [];
  /** Of the run: its class, its bytes, its counts by term, and the terms that it has. */
  #label = -1;
  #bytes = 0;
  #occurrences = new Uint32Array(TERMS_OF_A_CORPUS);
  #presences: Uint32Array;
  #touched = new Uint32Array(TERMS_OF_A_CORPUS);
  #size = 0;
  /** The number of the last document that had a term, within the run. */
  #lastIn: Uint32Array;
  #document = 0;
  /** Reads the first documents, as long as all are alike. */
  #rows: RowBuilder | undefined;
  #common: Row | undefined;

  constructor(wanted: WantedSums) {
    this.#wanted = wanted;
    this.#sums = new ClassSums(Number(wanted.occurrences) + Number(wanted.presences));
    const room = wanted.presences ? TERMS_OF_A_CORPUS : 0;
    this.#presences = new Uint32Array(room);
    this.#lastIn = new Uint32Array(room);
    this.#rows = new RowBuilder(this.#table);
    this.#sink = wanted.presences
      ? (bytes, start, end) => this.#countBoth(this.#table.add(bytes, start, end), 1)
      : (bytes, start, end) => this.#count(this.#table.add(bytes, start, end), 1);
  }

  /** About how many bytes the counts take. */
  get byteSize(): number {
    const { size, byteSize } = this.#table;
    return byteSize + TERM_BYTES * size + this.#sums.byteSize;
  }

  /** Counts a document. @param bytes about its size */
  add(document: Pick<ReadDocument, "tokens">, label: string, bytes: number): void {
    const own = this.#numberOf(label);
    if (own !== this.#label || this.#bytes > RUN_BYTES) this.#endRun(own);
    this.#bytes += bytes;
    this.#documents[own]++;
    this.#document++;
    if (this.#rows === undefined) document.tokens(this.#sink);
    else this.#countFirst(document, this.#rows);
  }

  /** Adds the counts of other documents, which must be of the same wanted sums. */
  merge({ labels, documents, pool, offsets, sums, common }: CountedShard): void {
    const numbers = new Uint32Array(offsets.length - 1);
    for (let id = 0; id < numbers.length; id++) numbers[id] = this.#table.add(pool, offsets[id], offsets[id + 1]);
    const isFirst = this.#documents.length === 0;
    const own = labels.map((label) => this.#numberOf(label));
    own.forEach((label, c) => {
      this.#documents[label] += documents[c];
    });
    const { width } = this.#sums;
    sums.forEach(({ terms, sums: values }, label) => {
      const each = Array.from({ length: width }, (_, which) =>
        width === 1 ? values : values.filter((_, i) => i % width === which),
      );
      this.#sums.add(
        own[label],
        terms.map((id) => numbers[id]),
        each,
      );
    });
    if (this.#rows === undefined || labels.length === 0) return;
    const row = common && { ids: common.ids.map((id) => numbers[id]), values: common.values };
    if (isFirst) this.#common = row;
    else if (row !== undefined && this.#common !== undefined && areEqual(row, this.#common)) return;
    else this.#common = undefined;
    if (this.#common === undefined) this.#rows = undefined;
  }

  /** The counts as plain data, with views of the arrays in here. */
  shard(): CountedShard {
    this.#endRun(-1);
    return {
      labels: [...this.#classOf.keys()],
      documents: this.#documents,
      ...this.#table.contents(),
      sums: this.#sums.contents(),
      common: this.#common,
    };
  }

  /** The counts over the sorted vocabulary. The counter cannot be used any more. */
  finish(): DocumentSums {
    this.#endRun(-1);
    const { vocabulary, numbers: terms } = Vocabulary.fromTable(this.#table);
    const labels = [...this.#classOf.keys()].sort();
    const order = labels.map((label) => this.#numberOf(label));
    const documents = Float64Array.from(order, (label) => this.#documents[label]);
    const { occurrences, presences } = this.#wanted;
    const rows = (which: number) => this.#sums.toRows(which, order, terms, vocabulary.size);
    return {
      vocabulary,
      labels,
      documents,
      occurrences: occurrences ? rows(0) : undefined,
      presences: presences ? rows(occurrences ? 1 : 0) : undefined,
      areAlike: this.#rows !== undefined,
    };
  }

  #numberOf(label: string): number {
    let number = this.#classOf.get(label);
    if (number === undefined) {
      number = this.#classOf.size;
      this.#classOf.set(label, number);
      this.#documents.push(0);
    }
    return number;
  }

  /** Counts a document that may be like all before it. */
  #countFirst(document: Pick<ReadDocument, "tokens">, rows: RowBuilder): void {
    rows.clear();
    rows.add(document);
    const { ids, values } = rows.finish(this.#table.size);
    for (let i = 0; i < ids.length; i++) {
      if (this.#wanted.presences) this.#countBoth(ids[i], values[i]);
      else this.#count(ids[i], values[i]);
    }
    const before = this.#documents.reduce((sum, n) => sum + n, 0) - 1;
    if (before === 0) this.#common = { ids: ids.slice(), values };
    else if (this.#common === undefined || !areEqual({ ids, values }, this.#common)) {
      this.#rows = undefined;
      this.#common = undefined;
    }
  }

  #count(id: number, times: number): void {
    if (id >= this.#occurrences.length) this.#grow(id);
    if (this.#occurrences[id] === 0) this.#touched[this.#size++] = id;
    this.#occurrences[id] += times;
  }

  #countBoth(id: number, times: number): void {
    this.#count(id, times);
    if (this.#lastIn[id] === this.#document) return;
    this.#lastIn[id] = this.#document;
    this.#presences[id]++;
  }

  #grow(id: number): void {
    const room = Math.max(id + 1, this.#occurrences.length * 2);
    this.#occurrences = grown(this.#occurrences, room);
    this.#touched = grown(this.#touched, room);
    if (!this.#wanted.presences) return;
    this.#presences = grown(this.#presences, room);
    this.#lastIn = grown(this.#lastIn, room);
  }

  /** Adds the counts of the run to the sums, and begins one of another class. */
  #endRun(next: number): void {
    const { occurrences, presences } = this.#wanted;
    const touched = this.#touched.subarray(0, this.#size);
    const taken = [...(occurrences ? [this.#occurrences] : []), ...(presences ? [this.#presences] : [])];
    if (this.#size > 0) {
      this.#sums.add(
        this.#label,
        touched,
        taken.map((counts) => touched.map((id) => counts[id])),
      );
    }
    for (const id of touched) this.#occurrences[id] = 0;
    if (presences) for (const id of touched) this.#presences[id] = this.#lastIn[id] = 0;
    this.#size = 0;
    this.#bytes = 0;
    this.#document = 0;
    this.#label = next;
  }
}

/** Whether two rows have the same entries. */
function areEqual(a: Row, b: Row): boolean {
  if (a.ids.length !== b.ids.length) return false;
  const values = new Map(Array.from(a.ids, (id, i) => [id, a.values[i]]));
  return b.ids.every((id, i) => values.get(id) === b.values[i]);
}

function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const bigger = new Uint32Array(length);
  bigger.set(array);
  return bigger;
}
