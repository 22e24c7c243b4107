import { once } from "node:events";
import { hostname } from "node:os";
import type { Worker } from "bullmq";
import { onEndSignal } from "../../../base/end-signals.js";
import { DataError } from "../../../base/errors.js";
import { megabytes, numbered, plural } from "../../../base/numbers.js";
import type { RedisAddress } from "../../../base/redis.js";
import type { CommonOptions, JobsOption } from "../../options/options.js";
import { tell } from "../../output/notices.js";
import { writeOut } from "../../output/output.js";
import { isJobData, requireOwnVersions } from "./check-job.js";
import { bullmq, connectionTeller, connectionTo, FORGED, type JobData, PREFIX, queueName } from "./queue.js";
import { TaskProcesses } from "./task-process.js";
import type { TaskResult } from "./tasks.js";

/** Milliseconds after which another worker may take a job, unless its worker has renewed the lock. */
const LOCK_DURATION = 10_000;
/** Milliseconds between searches for jobs whose worker is lost. */
const STALLED_INTERVAL = 5_000;
/** Milliseconds to wait for Redis when the worker ends. */
const MAX_CLOSING = 3_000;
/** The job of a shard fails if it loses its worker more often than this. The shard is then the likely cause. */
const MAX_LOSSES = 100;

/** The options of a worker. The folders come from the command line, because Redis must not choose them. */
export interface WorkerOptions extends CommonOptions, JobsOption {
  /** The folder of the corpus on this machine. */
  readonly root: string;
  /** The folder for counts. */
  readonly parts: string;
}

/**
 * Counts the shards in a queue until a signal stops it.
 *
 * @throws DataError if a shard was planned with other versions of Thresher or Node.js
 */
export async function runWorker(address: RedisAddress, options: WorkerOptions): Promise<void> {
  const processes = new TaskProcesses();
  const stop = new AbortController();
  const stopped = once(stop.signal, "abort");
  // Set if a shard was planned with other versions. The worker then ends with it.
  let refusal: Error | undefined;
  const refuse = (error: Error) => {
    refusal ??= error;
    stop.abort();
  };
  const worker = newWorker(address, options, processes, refuse);
  reportFaults(worker, address, options);
  stopOnSignals(stop, processes);
  const { jobs } = options;
  tell(options, `working for ${address.shown}, ${plural(jobs, "shard")} at a time; Ctrl-C ends the worker after these`);
  await Promise.race([stopped, worker.run()]);
  const isClosed = await isClosedInTime(worker, processes);
  processes.stop();
  if (refusal !== undefined) throw refusal;
  // The client of Redis would wait until the server is back.
  if (!isClosed) process.exit();
}

/** Returns a worker that is not running yet. Puts back the jobs of other versions, and calls `refuse` for them. */
function newWorker(
  address: RedisAddress,
  options: WorkerOptions,
  processes: TaskProcesses,
  refuse: (error: Error) => void,
): Worker<JobData, true> {
  const { Worker, WaitingError } = bullmq("worker");
  return new Worker<JobData, true>(
    queueName(address),
    async (job, token) => {
      if (!isJobData(job.data)) throw new DataError(FORGED);
      try {
        requireOwnVersions(job.data);
      } catch (error) {
        refuse(error as Error);
        await job.moveToWait(token);
        throw new WaitingError();
      }
      const result = await resultOf(job.data, options, processes);
      await report(job.data, result, options);
      return true;
    },
    {
      connection: connectionTo(address),
      prefix: PREFIX,
      concurrency: options.jobs,
      autorun: false,
      lockDuration: LOCK_DURATION,
      stalledInterval: STALLED_INTERVAL,
      maxStalledCount: MAX_LOSSES,
    },
  );
}

/** Reports the faults of Redis, and jobs that fail. */
function reportFaults(worker: Worker<JobData, true>, address: RedisAddress, options: CommonOptions): void {
  const { onError, onAnswer } = connectionTeller(address, (line) => tell(options, line));
  worker.on("error", onError).on("active", onAnswer);
  worker.on("failed", (job, { message }) => {
    // Only the first failure of a job: further attempts are likely to fail in the same way.
    if (job === undefined || job.attemptsMade === 1) tell(options, message);
  });
}

/** The first signal stops the worker after the shards at hand. The second kills all processes. */
function stopOnSignals(stop: AbortController, processes: TaskProcesses): void {
  onEndSignal(() => {
    stop.abort();
    onEndSignal((signal) => {
      processes.kill();
      process.kill(process.pid, signal);
    });
  });
}

/**
 * Waits for the jobs at hand, and then at most MAX_CLOSING for Redis to record them. Returns false if Redis does not
 * answer in time. The counts are kept in any case.
 */
async function isClosedInTime(worker: Worker, processes: TaskProcesses): Promise<boolean> {
  const closed = worker.close().then(() => true);
  let since = performance.now();
  for (;;) {
    const isClosed = await Promise.race([closed, new Promise<false>((resolve) => setTimeout(resolve, 200, false))]);
    if (isClosed) return true;
    if (processes.areBusy) since = performance.now();
    else if (performance.now() - since > MAX_CLOSING) return false;
  }
}

/** Counts the shard of a job in another process. @throws DataError that names this machine */
function resultOf({ plan, shard }: JobData, { root, parts }: WorkerOptions, processes: TaskProcesses) {
  return processes.run({ plan, shard, parts, root }).catch((error: Error): never => {
    // The name of this machine, because the user may read the error on another.
    throw new DataError(`${hostname()}: ${error.message}`);
  });
}

/** Prints that a shard is counted. */
async function report({ shard, shards }: JobData, result: TaskResult, options: CommonOptions): Promise<void> {
  const { documents, bytes, name } = result;
  const shown = numbered(shard, shards);
  const text =
    documents === undefined
      ? `Shard ${shown} is counted already.\n`
      : `Counted shard ${shown}: ${plural(documents, "document")} (${megabytes(bytes)}).\n`;
  const line = () => `${JSON.stringify({ shard, shards, counted: documents !== undefined, documents, name, bytes })}\n`;
  await writeOut(options.json ? line() : options.quiet ? "" : text);
}
