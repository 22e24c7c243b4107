import { once } from "node:events";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "bullmq";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { onEndSignal } from "../../base/process.js";
import { requireRoot } from "../../documents/shards/check-shard.js";
import { requireSameVersions } from "../../model/parts/plan.js";
import { type Follower, tell } from "../follower.js";
import type { DoneShard } from "./do-shard.js";
import {
  bullmq,
  connectionTeller,
  connectionTo,
  FOREIGN_DATA,
  isJobData,
  type JobData,
  PREFIX,
  queueAt,
  queueName,
} from "./queue.js";
import { ShardProcesses } from "./shard-processes.js";

/** Milliseconds after which another worker may take a job, unless its worker has renewed the lock. */
const LOCK_DURATION = 10_000;
/** Milliseconds between searches for jobs whose worker is lost. */
const STALLED_INTERVAL = 5_000;
/** Milliseconds before a worker that has failed takes another shard, because a machine that lacks files fails fast. */
const AFTER_FAILURE = 5_000;
/** Milliseconds between two looks at the processes, when the worker ends. */
const BETWEEN_LOOKS = 200;
/** Milliseconds to wait for Redis when the worker ends. */
const MAX_CLOSING = 3_000;
/** The job of a shard fails if it loses its worker more often than this. The shard is then the likely cause. */
const MAX_LOSSES = 100;

/** The options of a worker. Redis must not choose the folders. */
export interface WorkerOptions extends Follower {
  /** The folder of the documents on this machine. */
  readonly root: string;
  /** The folder for parts. */
  readonly parts: string;
  /** How many shards are done at a time. */
  readonly jobs: number;
  /** Called when a shard is done. */
  readonly onDone: (done: DoneShard) => Promise<void>;
}

/**
 * Does the shards in a queue until a signal stops it.
 *
 * @param redis the address of the Redis server
 * @throws UsageError if the address or the folder of the corpus cannot be used; DataError if a shard was planned with
 *   other versions of Thresher or Node.js
 */
export async function runWorker(redis: string, options: WorkerOptions): Promise<void> {
  const { root, parts, jobs, onDone } = options;
  requireRoot(root);
  const address = await queueAt(redis, "worker");
  const { Worker, WaitingError } = bullmq("worker");
  const processes = new ShardProcesses(resolve(parts), root, true);
  const stop = new AbortController();
  const stopped = once(stop.signal, "abort");
  // Set if a shard was planned with other versions. The worker then ends with this error.
  let refusal: Error | undefined;
  const work = async (job: Job<JobData, true>, token?: string) => {
    if (!isJobData(job.data)) throw new DataError(FOREIGN_DATA);
    try {
      requireSameVersions("a plan of another machine", job.data.versions);
    } catch (error) {
      refusal ??= error as Error;
      stop.abort();
      await job.moveToWait(token);
      throw new WaitingError();
    }
    const done = await processes.do(job.data.plan, job.data.shard).catch(async (error: Error): Promise<never> => {
      await Promise.race([sleep(AFTER_FAILURE, undefined, { ref: false }), stopped]);
      // The name of this machine, because the user may read the error on another.
      throw new DataError(`${hostname()}: ${error.message}`);
    });
    await onDone(done);
    return true as const;
  };
  const worker = new Worker<JobData, true>(queueName(address), work, {
    connection: connectionTo(address),
    prefix: PREFIX,
    concurrency: jobs,
    autorun: false,
    lockDuration: LOCK_DURATION,
    stalledInterval: STALLED_INTERVAL,
    maxStalledCount: MAX_LOSSES,
  });
  const { onError, onAnswer } = connectionTeller(address, (line) => tell(options, line));
  worker.on("error", onError).on("active", onAnswer);
  let told: string | undefined;
  worker.on("failed", (job, { message }) => {
    // Further attempts, and other shards, are likely to fail in the same way.
    if ((job?.attemptsMade ?? 1) === 1 && message !== told) tell(options, message);
    told = message;
  });
  // The first signal stops the worker when its shards are done. The second kills all processes.
  onEndSignal(() => {
    stop.abort();
    onEndSignal((signal) => {
      processes.kill();
      process.kill(process.pid, signal);
    });
  });
  tell(options, `working for ${address.shown}, ${plural(jobs, "shard")} at a time; Ctrl-C ends the worker after these`);
  await Promise.race([stopped, worker.run()]);
  const closed = worker.close().then(() => true);
  while (processes.running > 0) await sleep(BETWEEN_LOOKS);
  processes.end();
  // Redis records the last jobs. If it does not answer, the parts are kept in any case.
  const isClosed = await Promise.race([closed, sleep(MAX_CLOSING, false, { ref: false })]);
  if (refusal !== undefined) throw refusal;
  // The client of Redis would wait until the server is back.
  if (!isClosed) process.exit();
}
