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
  readonly pool: Uint8Array;
  readonly offsets: Uint32Array;
}

/**
 * Worker threads that train and test. The main thread stays free for the clock, a progress bar and signals. So the pool
 * is asynchronous, unlike `startThread`, which blocks.
 */
export interface TrialPool extends Runner {
  /** Adds a reading of the corpus, numbered from 0. Returns it in shared memory. */
  add<T extends TermDataset>(data: T): T;
  /** Stops all worker threads. Unfinished trials return undefined. */
  stop(): void;
}

type Ending = (answer: PoolAnswer | undefined) => void;

/** Starts worker threads. @param jobs the number of worker threads, at least 1 */
export function startTrialPool(jobs: number, options: TrialOptions): TrialPool {
  const code = new URL("./trial-worker.js", import.meta.url);
  // The threads are not profiled with the command (--cpu-prof).
  const threads = Array.from({ length: jobs }, () => newWorker(code, { workerData: options, execArgv: [] }));
  const running = new Map<Worker, Ending>();
  const waiting: { readonly trial: Trial; readonly end: Ending }[] = [];
  let isStopped = false;
  const post = (thread: Worker, message: PoolMessage) => thread.postMessage(message);
  const startNext = () => {
    for (const thread of threads) {
      if (running.has(thread)) continue;
      const next = waiting.shift();
      if (next === undefined) return;
      running.set(thread, next.end);
      post(thread, { trial: next.trial });
    }
  };
  const stop = (answer?: PoolAnswer) => {
    isStopped = true;
    for (const { end } of waiting.splice(0)) end(answer);
    for (const end of running.values()) end(answer);
    running.clear();
    for (const thread of threads) void thread.terminate();
  };
  for (const thread of threads) {
    thread.on("message", (answer: PoolAnswer) => {
      running.get(thread)?.(answer);
      running.delete(thread);
      startNext();
    });
    thread.on("error", ({ message }) => {
      const what = `a thread died (${message}), perhaps out of memory: try jobs 1`;
      stop({ error: new DataError(what, { options: ["jobs"] }) });
    });
  }
  return {
    jobs,
    add(data) {
      const reading = sharedReading(data);
      for (const thread of threads) post(thread, { reading });
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
        startNext();
      }),
    stop: () => stop(),
  };
}

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
