import { type TemporaryFile, withTemporaryFiles, writeTemporary } from "../../documents/files/temporary-files.js";
import type { ReadDocument } from "../analyzer.js";
import { type DocumentSums, SumsCursor, storesPresence, type WantedSums } from "../runs/document-sums.js";
import { encodeRun } from "../runs/encode-run.js";
import { type CountedRun, mergedSums } from "../runs/merged-sums.js";
import { type ShardCounts, TermCounter } from "./term-counter.js";

/** Counts on disk. */
interface SpilledRun extends CountedRun {
  readonly file: TemporaryFile;
}

/**
 * Counts grow by at most about this many bytes per byte of a document. Measuring their size takes time, so it is not
 * measured again before they can have grown by the whole memory.
 */
const COUNTS_PER_BYTE = 64;

/** Far enough below 4 GB, which no array of a table may reach in WebAssembly and Node.js 20. */
const MAX_MEMORY = 2 ** 30;

/**
 * Counts documents as `TermCounter` does, in limited memory. Counts that need more are written to disk, sorted by term,
 * and merged at the end.
 */
export class SpillingCounter {
  readonly #wanted: WantedSums;
  readonly #hasWords: boolean;
  readonly #memory: number;
  readonly #runs: SpilledRun[] = [];
  #counter: TermCounter;
  /** Bytes of documents since the size of the counts was last measured. */
  #added = 0;

  /**
   * @param hasWords whether most tokens are words of texts: see `tokenCounter`
   * @param memory in bytes, approximate; at most 1 GB is used
   */
  constructor(wanted: WantedSums, hasWords: boolean, memory: number) {
    this.#wanted = wanted;
    this.#hasWords = hasWords;
    this.#memory = Math.min(memory, MAX_MEMORY);
    this.#counter = new TermCounter(wanted, hasWords);
  }

  /** As `TermCounter.add`. */
  add(document: Pick<ReadDocument, "tokens" | "words">, label: string, bytes: number): void {
    this.#counter.add(document, label, bytes);
    this.#added += bytes;
    if (this.#added * COUNTS_PER_BYTE < this.#memory) return;
    this.#added = 0;
    if (this.#counter.byteSize > this.#memory) this.#spill();
  }

  /** Adds the counts of another counter, from its `share`. */
  merge({ counted, runs }: SharedCounts): void {
    this.#counter.merge(counted);
    for (const run of runs) this.#runs.push(run);
    if (this.#counter.byteSize > this.#memory) this.#spill();
  }

  /** Returns the counts as plain data, for another thread. */
  share(): SharedCounts {
    return { counted: this.#counter.shard(), runs: this.#runs };
  }

  /** Returns the counts over the sorted vocabulary. The counter cannot be used afterwards. */
  finish(): DocumentSums {
    if (this.#runs.length === 0) return this.#counter.finish();
    this.#spill();
    const runs = this.#runs;
    return withTemporaryFiles((open) => {
      for (const { file } of runs) open.push(file);
      return mergedSums(runs, this.#wanted);
    });
  }

  /** Moves the counts to disk. */
  #spill(): void {
    const sums = this.#counter.finish();
    this.#counter = new TermCounter(this.#wanted, this.#hasWords);
    const { labels, documents } = sums;
    const cursor = new SumsCursor(sums);
    const file = writeTemporary(encodeRun({ labels }, storesPresence(this.#wanted), labels.length, cursor));
    this.#runs.push({ file, labels, documents });
  }
}

/** The counts of a thread as plain data, in memory and on disk. */
export interface SharedCounts {
  readonly counted: ShardCounts;
  readonly runs: readonly SpilledRun[];
}
