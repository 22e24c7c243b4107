import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import { DataError } from "../../base/errors.js";
import { followed } from "../../base/following.js";
import { type RedisAddress, redisFault } from "../../base/redis.js";
import { safeText } from "../../base/safe-text.js";
import { commandLine } from "../../base/shell-words.js";
import { isToClassify, type Plan } from "../../model/parts/plan.js";
import { type Follower, tell } from "../follower.js";
import { bullmq, connectionTeller, connectionTo, FOREIGN_DATA, type JobData, PREFIX, queueName } from "./queue.js";

/** Milliseconds between two looks at the jobs. */
const BETWEEN_LOOKS = 300;
/** Milliseconds between two questions of how many workers there are. */
const BETWEEN_COUNTS_OF_WORKERS = 5_000;

/** In seconds. Jobs whose run was killed are removed some time after this. */
const A_DAY = 86_400;

/** The options of a job. A fault may be limited to one machine, so a shard is tried three times. */
const OPTIONS = {
  attempts: 3,
  backoff: { type: "fixed", delay: 1_000 },
  removeOnComplete: { age: A_DAY },
  removeOnFail: { age: A_DAY },
};

/** The number of jobs that are requested at once. */
const MAX_AT_ONCE = 500;

/** Longer reasons of failures are cut off, in characters: Redis may contain anything. */
const MAX_REASON_LENGTH = 1000;

/**
 * Adds a job for each shard of a plan, and waits for workers to do them.
 *
 * @param parts the folder for parts
 * @returns the shards that were started more than once, because a worker was lost or failed
 * @throws DataError if a shard cannot be done, or Redis cannot be used
 */
export async function shardsByWorkers(
  plan: Plan,
  address: RedisAddress,
  parts: string,
  options: Follower,
): Promise<readonly number[]> {
  const { Queue } = bullmq("--workers");
  const queue: JobQueue = new Queue(queueName(address), { connection: connectionTo(address), prefix: PREFIX });
  const { onError, onAnswer } = connectionTeller(address, (line) => tell(options, line));
  queue.on("error", onError);
  // Two calls must not share jobs: if one fails, the other might wait forever.
  const run = randomBytes(6).toString("hex");
  const ids = plan.shards.map((_, shard) => `${run}-${shard}`);
  const report = followed(options, isToClassify(plan) ? "classifying" : "counting", ids.length);
  /** The shards that are not done yet, in ascending order. */
  const open = new Set(ids.keys());
  const repeated: number[] = [];
  const command = commandLine(["thresher", "worker", address.shown, "--root", plan.root, "--parts", parts]);
  let [hadWorkers, countedAt] = [true, 0];

  const jobOf = (shard: number) => {
    const data: JobData = { plan: plan.digest, shards: ids.length, shard, versions: plan.versions };
    return { name: isToClassify(plan) ? "classify" : "count", data, opts: { ...OPTIONS, jobId: ids[shard] } };
  };

  /** Adds the jobs if some are missing. Otherwise records which are done, and tells if no worker is left. */
  const look = async () => {
    // Workers take the first ones first.
    const shards = [...open].slice(0, MAX_AT_ONCE);
    const jobs = await Promise.all(shards.map((shard): Promise<ShardJob | undefined> => queue.getJob(ids[shard])));
    // If Redis keeps nothing on disk, it loses the jobs when it restarts. The parts are still there. Redis ignores jobs
    // that it already has.
    if (jobs.includes(undefined)) return void (await queue.addBulk(Array.from(open, jobOf)));
    for (const [i, job] of jobs.entries()) {
      if (job === undefined || !isDone(job, shards[i], plan)) continue;
      open.delete(shards[i]);
      if (job.attemptsStarted > 1) repeated.push(shards[i]);
    }
    onAnswer();
    if (open.size === 0 || Date.now() - countedAt <= BETWEEN_COUNTS_OF_WORKERS) return;
    countedAt = Date.now();
    // If the server does not answer, assume that there are workers.
    const hasWorkers = (await queue.getWorkersCount().catch(() => 1)) > 0;
    if (hadWorkers && !hasWorkers) tell(options, `no workers yet: start them with ${command}`);
    hadWorkers = hasWorkers;
  };

  try {
    while (open.size > 0) {
      await look().catch((error) => {
        // An answer of Redis was cut off. The client reconnects, and the next look finds out what Redis has. If no
        // answer had begun, the client asks again by itself.
        if (error?.name !== "AbortError") throw error;
      });
      report(ids.length - open.size);
      await sleep(BETWEEN_LOOKS);
    }
    return repeated.sort((a, b) => a - b);
  } catch (error) {
    throw redisFault(error, address.shown);
  } finally {
    // Jobs that a worker is doing stay for a while and do no harm. Redis removes others when they are old.
    await Promise.allSettled(ids.map((id) => queue.remove(id)));
    await queue.close();
  }
}

type JobQueue = Queue<JobData, true>;
type ShardJob = Job<JobData, true>;

/** Returns whether a job is done. @throws DataError if it has failed too often */
function isDone({ finishedOn, returnvalue, failedReason }: ShardJob, shard: number, plan: Plan): boolean {
  if (finishedOn === undefined) return false;
  // A job that failed and was then done keeps its reason.
  if (returnvalue === true) return true;
  // A worker begins the reason with the name of its machine.
  const why = safeText(String(failedReason ?? FOREIGN_DATA).slice(0, MAX_REASON_LENGTH));
  throw new DataError(`shard ${shard} cannot be ${isToClassify(plan) ? "classified" : "counted"}, on ${why}`);
}
