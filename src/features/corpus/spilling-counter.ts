import { type TemporaryFile, withTemporaryFiles, writeTemporary } from "../../documents/files/temporary-files.js";
import type { TermTable } from "../../text/byte-table.js";
import type { ReadDocument } from "../analyzer.js";
import { collectSums, type DocumentSums, layoutOfSums, SumsCursor, type WantedSums } from "../runs/document-sums.js";
import { encodeRun } from "../runs/encode-run.js";
import { withMergedRuns } from "../runs/merge-runs.js";
import type { RunHeader } from "../runs/run-format.js";
import { type ShardCounts, TermCounter } from "./term-counter.js";

/** Counts on disk: a sorted run, and the classes that it counts. */
export interface CountedRun {
  readonly file: TemporaryFile;
  readonly labels: readonly string[];
  /** How many documents each class has. */
  readonly documents: Float64Array;
}

/** Counts grow by at most about this many bytes per byte of a document. Measuring their size takes time. */
const COUNTS_PER_BYTE = 64;

/** No array of a table may reach 4 GB, the limit in WebAssembly and Node.js 20. */
const MAX_MEMORY = 2 ** 30;

/**
 * Counts documents as `TermCounter` does, in limited memory. Counts that need more are written to disk, sorted by term,
 * and merged at the end.
 */
export class SpillingCounter {
  readonly #wanted: WantedSums;
  readonly #hasWords: boolean;
  readonly #memory: number;
  readonly #runs: CountedRun[] = [];
  #counter: TermCounter;
  /** Bytes of documents since the size of the counts was last measured. */
  #added = 0;

  /**
   * @param hasWords as for `tokenCounter`
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

  /** Returns the terms of the counts in memory. */
  get table(): TermTable {
    return this.#counter.table;
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
    const labels = [...new Set(runs.flatMap((run) => run.labels))].sort();
    const numbers = new Map(labels.map((label, c) => [label, c]));
    const numberOf = (label: string) => numbers.get(label) as number;
    const documents = new Float64Array(labels.length);
    for (const run of runs)
      for (const [c, label] of run.labels.entries()) documents[numberOf(label)] += run.documents[c];
    const options = {
      layout: layoutOfSums(this.#wanted),
      classes: labels.length,
      classesOf: (header: RunHeader) => (header.labels as string[]).map(numberOf),
    };
    return withTemporaryFiles((open) => {
      for (const { file } of runs) open.push(file);
      return withMergedRuns(
        runs.map(({ file }) => file),
        options,
        (terms) => collectSums(terms, this.#wanted, { labels, documents, areAlike: false }),
      );
    });
  }

  /** Moves the counts to disk. */
  #spill(): void {
    const sums = this.#counter.finish();
    this.#counter = new TermCounter(this.#wanted, this.#hasWords);
    const { labels, documents } = sums;
    const file = writeTemporary(encodeRun({ labels }, layoutOfSums(this.#wanted), labels.length, new SumsCursor(sums)));
    this.#runs.push({ file, labels, documents });
  }
}

/** The counts of a thread as plain data, in memory and on disk. */
export interface SharedCounts {
  readonly counted: ShardCounts;
  readonly runs: readonly CountedRun[];
}
