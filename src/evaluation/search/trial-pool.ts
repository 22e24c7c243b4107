import type { Worker } from "node:worker_threads";
import { DataError } from "../../base/errors.js";
import { newWorker } from "../../base/worker-thread.js";
import type { TermDataset } from "../../features/dataset.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { Vocabulary } from "../../features/vocabulary.js";
import type { Runner, Trial, TrialOptions, TrialResult } from "./trial.js";

/** A message to a worker thread: another reading of the corpus, or a trial. */
export type PoolMessage = { readonly reading: SharedReading } | { readonly trial: Trial };

/** The answer to a trial. */
export type PoolAnswer = { readonly result: TrialResult } | { readonly error: Error };

/** A reading of the corpus in shared memory. */
export interface SharedReading extends Dataset {
  /** The bytes of all terms of the vocabulary. */
  readonly pool: Uint8Array;
  /** Where each term begins in `pool`, and where the last ends. */
  readonly offsets: Uint32Array;
}

/** Takes the answer to a trial: undefined if the pool was stopped before it finished. */
type Ending = (answer: PoolAnswer | undefined) => void;

/**
 * Worker threads that train and test. The main thread stays free for the clock, a progress bar and signals. So the pool
 * is asynchronous, unlike `startThread`, which blocks.
 */
export class TrialPool implements Runner {
  readonly jobs: number;
  /** Number of readings of the corpus that were added. */
  readings = 0;
  readonly #threads: readonly Worker[];
  /** The threads that run a trial. */
  readonly #running = new Map<Worker, Ending>();
  readonly #waiting: { readonly trial: Trial; readonly end: Ending }[] = [];
  #isStopped = false;

  /** Starts the threads. @param jobs their number, at least 1 */
  constructor(jobs: number, options: TrialOptions) {
    this.jobs = jobs;
    const code = new URL("./trial-worker.js", import.meta.url);
    // The threads are not profiled with the command (--cpu-prof).
    this.#threads = Array.from({ length: jobs }, () => newWorker(code, { workerData: options, execArgv: [] }));
    for (const thread of this.#threads) {
      thread.on("message", (answer: PoolAnswer) => {
        this.#running.get(thread)?.(answer);
        this.#running.delete(thread);
        this.#startNext();
      });
      thread.on("error", ({ message }) => {
        const what = `a thread died (${message}), perhaps out of memory: try jobs 1`;
        this.#end({ error: new DataError(what, { options: ["jobs"] }) });
      });
    }
  }

  /** Adds a reading of the corpus, numbered from 0. Returns it in shared memory. */
  add<T extends TermDataset>(data: T): T {
    const reading = sharedReading(data);
    for (const thread of this.#threads) thread.postMessage({ reading } satisfies PoolMessage);
    this.readings++;
    const { pool, offsets, ...own } = reading;
    return { ...data, ...own, vocabulary: Vocabulary.fromContents(pool, offsets) };
  }

  /** Runs a trial in the next free thread. Returns undefined if the pool was stopped before the end. */
  run(trial: Trial): Promise<TrialResult | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#isStopped) return resolve(undefined);
      const end: Ending = (answer) => {
        if (answer === undefined) resolve(undefined);
        else if ("result" in answer) resolve(answer.result);
        else reject(answer.error);
      };
      this.#waiting.push({ trial, end });
      this.#startNext();
    });
  }

  /** Stops all worker threads. Unfinished trials return undefined. */
  stop(): void {
    this.#end(undefined);
  }

  /** Gives the waiting trials to the threads that are free. */
  #startNext(): void {
    for (const thread of this.#threads) {
      if (this.#running.has(thread)) continue;
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#running.set(thread, next.end);
      thread.postMessage({ trial: next.trial } satisfies PoolMessage);
    }
  }

  /** Stops the threads. @param answer to all unfinished trials */
  #end(answer: PoolAnswer | undefined): void {
    this.#isStopped = true;
    for (const { end } of this.#waiting.splice(0)) end(answer);
    for (const end of this.#running.values()) end(answer);
    this.#running.clear();
    for (const thread of this.#threads) void thread.terminate();
  }
}

/** Copies a reading of the corpus into shared memory, so that the threads need no copies of their own. */
function sharedReading({ x, y, labels, kinds, groups, weights, vocabulary }: TermDataset): SharedReading {
  const { pool, offsets } = vocabulary.contents();
  const { rows, columns } = x;
  const starts = shared(x.starts, Uint32Array);
  return {
    x: { rows, columns, starts, ids: shared(x.ids, Uint32Array), values: shared(x.values, Float64Array) },
    y: shared(y, Uint32Array),
    labels,
    kinds: kinds && shared(kinds, Uint8Array),
    groups: groups && shared(groups, Uint32Array),
    weights: weights && shared(weights, Float64Array),
    pool: shared(pool.subarray(0, offsets[offsets.length - 1]), Uint8Array),
    offsets: shared(offsets, Uint32Array),
  };
}

/** Copies numbers into shared memory. */
function shared<T extends Uint8Array | Uint32Array | Float64Array>(
  values: ArrayLike<number>,
  type: { new (buffer: SharedArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
): T {
  const copy = new type(new SharedArrayBuffer(values.length * type.BYTES_PER_ELEMENT));
  copy.set(values);
  return copy;
}
