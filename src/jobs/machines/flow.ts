import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import { DataError } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { FORGED, type JobData } from "./queue.js";

/** Times to wait between two looks at the jobs, before a failed job is tried again, and so on, in milliseconds. */
const BETWEEN_LOOKS = 300;
const BEFORE_RETRY = 1_000;
const BETWEEN_COUNTS_OF_WORKERS = 5_000;

/** How often a shard is tried. A fault may be limited to one machine. */
const ATTEMPTS = 3;

/** Seconds. Jobs whose `train` was killed are removed some time after this. */
const A_DAY = 86_400;

/** The number of jobs that are requested at once. */
const MAX_AT_ONCE = 500;

/** Longer reasons of failures are cut off, in characters: Redis may contain anything. */
const MAX_REASON_LENGTH = 1000;

/** The result of a look at the jobs: the number of counted shards, or a notice for the user. */
export type FlowEvent = number | "no workers" | "jobs lost";

/**
 * Adds a job for each shard of a plan, and waits for workers to do them.
 *
 * @param onEvent called after each look at the jobs; with "no workers" once each time the last worker has gone
 * @returns the shards that were started more than once, because a worker was lost or failed
 * @throws DataError if a shard cannot be counted
 */
export async function countByJobs(
  queue: Queue<JobData, true>,
  data: Omit<JobData, "shard">,
  onEvent: (event: FlowEvent) => void,
): Promise<readonly number[]> {
  // Two calls of train must not share jobs: if one fails, the other might wait forever.
  const run = randomBytes(6).toString("hex");
  const ids = Array.from({ length: data.shards }, (_, shard) => `${run}-${shard}`);
  /** The shards that are not counted yet, in ascending order. */
  const open = new Set(ids.keys());
  const repeated: number[] = [];
  let areAdded = false;
  let hadWorkers = true;
  let workersCounted = 0;

  /** Adds the jobs if some are missing. Otherwise takes note of those that are done. */
  const look = async () => {
    // Workers take the first ones first.
    const shards = [...open].slice(0, MAX_AT_ONCE);
    const jobs = await Promise.all(shards.map((shard): Promise<QueueJob | undefined> => queue.getJob(ids[shard])));
    if (jobs.includes(undefined)) {
      // If Redis keeps nothing on disk, it loses the jobs when it restarts. The parts are still there.
      if (areAdded) onEvent("jobs lost");
      areAdded = false;
      await addJobs(queue, data, open, ids);
      areAdded = true;
      return;
    }
    // The jobs are there, even if the answer to adding them was lost.
    areAdded = true;
    for (const [i, job] of jobs.entries()) {
      if (job === undefined || !isDone(job, shards[i])) continue;
      open.delete(shards[i]);
      if (job.attemptsStarted > 1) repeated.push(shards[i]);
    }
    onEvent(data.shards - open.size);
    if (open.size === 0 || Date.now() - workersCounted <= BETWEEN_COUNTS_OF_WORKERS) return;
    workersCounted = Date.now();
    // If the server does not answer, assume that there are workers.
    const hasWorkers = (await queue.getWorkersCount().catch(() => 1)) > 0;
    if (hadWorkers && !hasWorkers) onEvent("no workers");
    hadWorkers = hasWorkers;
  };

  try {
    while (open.size > 0) {
      await look().catch((error) => {
        // An answer of Redis was cut off. The client reconnects, and the next look finds out what Redis has. If no
        // answer had begun, the client asks again by itself.
        if (error?.name !== "AbortError") throw error;
      });
      await sleep(BETWEEN_LOOKS);
    }
    return repeated;
  } finally {
    // Jobs that a worker is doing stay for a while and do no harm. Redis removes others when they are old.
    await Promise.allSettled(ids.map((id) => queue.remove(id)));
  }
}

type QueueJob = Job<JobData, true>;

/** Adds jobs. Redis ignores jobs that it already has. @param ids those of all jobs */
async function addJobs(
  queue: Queue<JobData, true>,
  data: Omit<JobData, "shard">,
  shards: Iterable<number>,
  ids: readonly string[],
): Promise<void> {
  const retries = { attempts: ATTEMPTS, backoff: { type: "fixed", delay: BEFORE_RETRY } };
  const opts = { ...retries, removeOnComplete: { age: A_DAY }, removeOnFail: { age: A_DAY } };
  await queue.addBulk(
    Array.from(shards, (shard) => ({
      name: "count",
      data: { ...data, shard } satisfies JobData,
      opts: { ...opts, jobId: ids[shard] },
    })),
  );
}

/** Returns whether a job is done. @throws DataError if it has failed too often */
function isDone({ finishedOn, returnvalue, failedReason }: QueueJob, shard: number): boolean {
  if (finishedOn === undefined) return false;
  // A job that failed and was then done keeps its reason.
  if (returnvalue === true) return true;
  // A worker begins the reason with the name of its machine.
  const why = safeText(String(failedReason ?? FORGED).slice(0, MAX_REASON_LENGTH));
  throw new DataError(`shard ${shard} cannot be counted, on ${why}`);
}
