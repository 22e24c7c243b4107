import { DataError } from "../../base/errors.js";
import { grown } from "../../base/growing.js";
import { megabytes } from "../../base/numbers.js";
import type { ReadDocument } from "../analyzer.js";
import { ClassSums } from "../class-sums.js";
import type { DocumentSums, ShardCounts, WantedSums } from "../document-sums.js";
import { type TokenCounter, tokenCounter } from "../token-counter.js";
import { Vocabulary } from "../vocabulary.js";

/** Bytes per term in addition to its own bytes and its sums, in tables that are at most half full. */
const TERM_BYTES = 68;

/** Far enough below 4 GB, which no array of a table may reach in WebAssembly and Node.js 20. */
const MAX_MEMORY = 2 ** 31;

/**
 * Counts grow by at most about this many bytes per byte of a document. Measuring their size takes time, so it is not
 * measured again before they can have grown by a share of the memory.
 */
const COUNTS_PER_BYTE = 64;

/** A sequence of documents is added up after this many bytes, long before a count can reach 2^32. */
const SEQUENCE_BYTES = 1 << 24;

/**
 * Counts documents one after another without keeping them, so that memory depends on the vocabulary. Documents of one
 * class mostly come in sequence. Each sequence is counted in dense arrays, which are added to the sums at its end.
 * Sums of whole numbers are exact, so the order of the documents does not matter.
 */
export class TermCounter {
  /** Counts one document at a time if presences are wanted, otherwise a whole sequence. */
  readonly #counter: TokenCounter;
  /** The sums of the sequence if presences are wanted. */
  readonly #sequence: SequenceSums | undefined;
  readonly #wanted: WantedSums;
  readonly #sums: ClassSums;
  readonly #classOf = new Map<string, number>();
  readonly #documents: number[] = [];
  /** The class of the sequence, -1 before the first document, and its size in bytes. */
  #label = -1;
  #bytes = 0;
  readonly #memory: number;
  /** Bytes of documents since the size of the counts was last measured. */
  #added = 0;

  /**
   * @param hasWords whether most tokens are words of texts: see `tokenCounter`
   * @param memory the most memory for the counts, in bytes, approximate. At most 2 GB are used
   */
  constructor(wanted: WantedSums, hasWords: boolean, memory: number = MAX_MEMORY) {
    this.#wanted = wanted;
    this.#memory = Math.min(memory, MAX_MEMORY);
    this.#sums = new ClassSums(Number(wanted.occurrences) + Number(wanted.presences));
    this.#sequence = wanted.presences ? new SequenceSums(wanted.occurrences) : undefined;
    this.#counter = tokenCounter(hasWords);
  }

  /** Counts a document. @param bytes its approximate size @throws DataError if the counts need too much memory */
  add(document: Pick<ReadDocument, "tokens" | "words">, label: string, bytes: number): void {
    const c = this.#numberOf(label);
    if (c !== this.#label || this.#bytes > SEQUENCE_BYTES) this.#endSequence(c);
    this.#bytes += bytes;
    this.#documents[c]++;
    this.#counter.count(document);
    if (this.#sequence !== undefined) {
      this.#sequence.add(this.#counter);
      this.#counter.clear();
    }
    this.#added += bytes;
    if (this.#added * COUNTS_PER_BYTE > this.#memory / 8) this.#limit();
  }

  /** Adds the counts of other documents, which must be of the same sums. @throws DataError as `add` */
  merge({ labels, documents, pool, offsets, sums }: ShardCounts): void {
    const numbers = this.#counter.table.addAll(pool, offsets);
    for (const [c, label] of labels.entries()) {
      const counted = this.#numberOf(label);
      this.#documents[counted] += documents[c];
      const terms = sums[c]?.terms.map((id) => numbers[id]);
      if (terms !== undefined) this.#sums.add(counted, terms, sums[c].sums);
    }
    this.#limit();
  }

  /** Returns the counts as plain data. */
  shard(): ShardCounts {
    this.#endSequence(-1);
    const { pool, offsets } = this.#counter.table.contents();
    return {
      labels: [...this.#classOf.keys()],
      documents: this.#documents,
      pool: pool.slice(),
      offsets: offsets.slice(),
      sums: this.#sums.contents(),
    };
  }

  /** Returns the counts over the sorted vocabulary. The counter cannot be used afterwards. */
  finish(): DocumentSums {
    this.#endSequence(-1);
    const { vocabulary, numbers: terms } = Vocabulary.fromTable(this.#counter.table);
    const labels = [...this.#classOf.keys()].sort();
    const order = labels.map((label) => this.#numberOf(label));
    const documents = Float64Array.from(order, (label) => this.#documents[label]);
    const { occurrences, presences } = this.#wanted;
    // Occurrences are the first kind of sum, if they are wanted; presences are the next.
    const rows = (which: number) => this.#sums.toRows(which, order, terms, vocabulary.size);
    return {
      vocabulary,
      labels,
      documents,
      occurrences: occurrences ? rows(0) : undefined,
      presences: presences ? rows(occurrences ? 1 : 0) : undefined,
    };
  }

  /** @throws DataError if the counts take more memory than they may */
  #limit(): void {
    this.#added = 0;
    const { size, byteSize } = this.#counter.table;
    if (byteSize + TERM_BYTES * size + this.#sums.byteSize <= this.#memory) return;
    throw new DataError(
      `the counts need more than ${megabytes(this.#memory)} of memory: ${this.#memory < MAX_MEMORY ? "allow more, or " : ""}use fewer kinds of terms, such as shorter n-grams or fewer header fields`,
    );
  }

  /** Returns the number of a class; a new one for a new class. */
  #numberOf(label: string): number {
    let number = this.#classOf.get(label);
    if (number === undefined) {
      number = this.#classOf.size;
      this.#classOf.set(label, number);
      this.#documents.push(0);
    }
    return number;
  }

  /** Adds the counts of the sequence to the sums, and begins another. @param next its class; -1 if there is none */
  #endSequence(next: number): void {
    const { counted, counts } = this.#counter;
    if (this.#sequence !== undefined) this.#sequence.moveTo(this.#sums, this.#label);
    else if (counted.length > 0) {
      this.#sums.add(this.#label, counted, [counted.map((id) => counts[id])]);
      this.#counter.clear();
    }
    this.#bytes = 0;
    this.#label = next;
  }
}

/** The room for terms at first. */
const FIRST_TERMS = 1 << 16;

/** How many documents of a sequence have each term, and, if wanted, how often it occurs in them. */
class SequenceSums {
  readonly #hasOccurrences: boolean;
  #presences = new Uint32Array(FIRST_TERMS);
  #occurrences = new Uint32Array(0);
  /** The terms of the sequence: the first `size` entries. */
  #terms = new Uint32Array(FIRST_TERMS);
  #size = 0;

  constructor(hasOccurrences: boolean) {
    this.#hasOccurrences = hasOccurrences;
  }

  /** Adds the terms counted in one document. */
  add({ counted, counts }: Pick<TokenCounter, "counted" | "counts">): void {
    if (counts.length > this.#presences.length) {
      this.#presences = grown(this.#presences, counts.length);
      this.#terms = grown(this.#terms, counts.length);
    }
    const [presences, terms] = [this.#presences, this.#terms];
    let size = this.#size;
    for (let i = 0; i < counted.length; i++) if (presences[counted[i]]++ === 0) terms[size++] = counted[i];
    this.#size = size;
    if (!this.#hasOccurrences) return;
    if (counts.length > this.#occurrences.length) this.#occurrences = grown(this.#occurrences, counts.length);
    for (let i = 0; i < counted.length; i++) this.#occurrences[counted[i]] += counts[counted[i]];
  }

  /** Adds the counts to those of a class, and resets them. */
  moveTo(sums: ClassSums, label: number): void {
    if (this.#size === 0) return;
    const terms = this.#terms.subarray(0, this.#size);
    const counts = this.#hasOccurrences ? [this.#occurrences, this.#presences] : [this.#presences];
    const ofTerms = counts.map((of) => terms.map((id) => of[id]));
    sums.add(label, terms, ofTerms);
    for (const of of counts) for (let i = 0; i < terms.length; i++) of[terms[i]] = 0;
    this.#size = 0;
  }
}
