import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type WorkerThreads from "node:worker_threads";
import { DataError } from "../../base/errors.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { Vocabulary } from "../../features/vocabulary.js";
import type { Runner, SearchData, Trial, TrialOptions, TrialResult } from "./trial.js";

/** The data with which a worker thread starts. */
export interface PoolTask {
  readonly options: TrialOptions;
}

/** A message to a worker thread: another reading of the corpus, or a trial. */
export type PoolMessage = { readonly reading: SharedReading } | { readonly trial: Trial };

/** The answer to a trial. */
export type PoolAnswer = { readonly result: TrialResult } | { readonly error: Error };

/** A reading of the corpus in shared memory. */
export interface SharedReading extends Dataset {
  readonly pool: Uint8Array;
  readonly offsets: Uint32Array;
}

/**
 * Worker threads that train and test. The main thread stays free for the clock, a progress bar and signals. So the pool
 * is asynchronous, unlike `startThread`, which blocks.
 */
export interface TrialPool extends Runner {
  /** Adds a reading of the corpus, numbered from 0. Returns it in shared memory. */
  add<T extends SearchData>(data: T): T;
  /** Stops all worker threads. Unfinished trials return undefined. */
  stop(): void;
}

type Ending = (answer: PoolAnswer | undefined) => void;

/** Starts worker threads. @param jobs the number of worker threads, at least 1 */
export function startTrialPool(jobs: number, options: TrialOptions): TrialPool {
  const { Worker } = createRequire(import.meta.url)("node:worker_threads") as typeof WorkerThreads;
  const task: PoolTask = { options };
  const waiting: { readonly trial: Trial; readonly end: Ending }[] = [];
  let isStopped = false;
  const threads = Array.from({ length: jobs }, () => {
    const worker = new Worker(fileURLToPath(new URL("./trial-worker.js", import.meta.url)), {
      workerData: task,
      // The threads are not profiled with the command (--cpu-prof).
      execArgv: [],
    });
    const thread = { worker, end: undefined as Ending | undefined };
    worker.on("message", (answer: PoolAnswer) => {
      const { end } = thread;
      thread.end = undefined;
      end?.(answer);
      next();
    });
    worker.on("error", ({ message }) => {
      const error = new DataError(`a thread died (${message}), perhaps out of memory: try jobs 1`, {
        options: ["jobs"],
      });
      endAll({ error });
    });
    return thread;
  });
  const next = () => {
    for (const thread of threads) {
      if (thread.end !== undefined || isStopped) continue;
      const one = waiting.shift();
      if (one === undefined) return;
      thread.end = one.end;
      thread.worker.postMessage({ trial: one.trial } satisfies PoolMessage);
    }
  };
  const endAll = (answer: PoolAnswer | undefined) => {
    isStopped = true;
    for (const { end } of waiting.splice(0)) end(answer);
    for (const thread of threads) {
      thread.end?.(answer);
      thread.end = undefined;
      void thread.worker.terminate();
    }
  };
  return {
    jobs,
    add(data) {
      const reading = sharedReading(data);
      for (const { worker } of threads) worker.postMessage({ reading } satisfies PoolMessage);
      const { pool, offsets, ...own } = reading;
      return { ...data, ...own, vocabulary: Vocabulary.fromContents(pool, offsets) };
    },
    run: (trial) =>
      new Promise((resolve, reject) => {
        if (isStopped) return resolve(undefined);
        const end: Ending = (answer) => {
          if (answer === undefined) resolve(undefined);
          else if ("result" in answer) resolve(answer.result);
          else reject(answer.error);
        };
        waiting.push({ trial, end });
        next();
      }),
    stop: () => endAll(undefined),
  };
}

function sharedReading(data: SearchData): SharedReading {
  const { x, y, labels, kinds, groups, weights, vocabulary } = data;
  const { pool, offsets } = vocabulary.contents();
  return {
    x: {
      rows: x.rows,
      columns: x.columns,
      starts: shared(x.starts, Uint32Array),
      ids: shared(x.ids, Uint32Array),
      values: shared(x.values, Float64Array),
    },
    y: shared(y, Uint32Array),
    labels,
    kinds: kinds && shared(kinds, Uint8Array),
    groups: groups && shared(groups, Uint32Array),
    weights: weights && shared(weights, Float64Array),
    pool: shared(pool.subarray(0, offsets[offsets.length - 1]), Uint8Array),
    offsets: shared(offsets, Uint32Array),
  };
}

function shared<T extends Uint8Array | Uint32Array | Float64Array>(
  values: ArrayLike<number>,
  type: { new (buffer: SharedArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
): T {
  const copy = new type(new SharedArrayBuffer(values.length * type.BYTES_PER_ELEMENT));
  copy.set(values);
  return copy;
}
