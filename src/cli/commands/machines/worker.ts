import { once } from "node:events";
import { hostname } from "node:os";
import type { Worker } from "bullmq";
import { Command } from "commander";
import { isRecord, isText, isWhole } from "../../../base/checks.js";
import { DataError, UsageError } from "../../../base/errors.js";
import { megabytes, numbered, plural } from "../../../base/numbers.js";
import { type RedisAddress, redisAddress } from "../../../base/redis.js";
import { requireRoot } from "../../../documents/shards/shard.js";
import { MOST_SHARDS, requireSameVersion } from "../../../model/parts/plan.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, type Texts, withCommonOptions, withOptions } from "../../options/options.js";
import { tell } from "../../output/notices.js";
import { VERSION, writeOut } from "../../output/output.js";
import { partsFolder } from "./parts-folder.js";
import {
  bullmq,
  connectionTeller,
  connectionTo,
  FORGED,
  type JobData,
  PREFIX,
  queueName,
  requireQueue,
} from "./queue.js";
import { TaskProcesses } from "./task-process.js";
import { runTasks, type TaskResult } from "./tasks.js";

type WorkerCommandOptions = CommonOptions & Texts<"root" | "parts">;

export function newCommand(): Command {
  const command = new Command("worker")
    .description("Count shards for thresher train --workers, until it is stopped.")
    .argument("[redis]", "the Redis server: redis://[user:password@]host[:port][/queue]")
    .action(run);
  withOptions(command, "Options", {
    "--root <folder>": "where the corpus lies on this machine; nothing outside it is read",
    "--parts <folder>": "the folder for counts that train names, by its path on this machine",
  });
  return withHelp(
    withCommonOptions(command),
    `Start one on each machine that has the corpus; --jobs says how many shards it
counts at a time, each in a process of its own. It needs the packages bullmq and
ioredis. If it is killed, another worker does its shards again. Ctrl-C ends it
after the shards at hand; a second Ctrl-C ends it at once.

The password of Redis can also be in REDISCLI_AUTH.

Examples:
  thresher worker redis://queue.example.org:6379 --root /mnt/mail --parts /mnt/mail.model.parts
  thresher worker redis://queue.example.org --root /mnt/mail --parts /mnt/parts --jobs 4`,
  );
}

/** Milliseconds without a sign of life after which a job is another worker's. Renewed at half of it. */
const LOCK_DURATION = 10_000;
/** Milliseconds between looks for jobs whose worker is lost. */
const STALLED_INTERVAL = 5_000;
/** Milliseconds for Redis to answer when the worker ends. */
const MAX_CLOSING = 3_000;
/** The job of a shard fails if it loses its worker more often than this. The shard is then the likely cause. */
const MAX_LOSSES = 100;

async function run(url: string | undefined, options: WorkerCommandOptions): Promise<void> {
  // A worker has started this process, to count: see TaskProcesses.
  if (url === "-" && process.send !== undefined) return runTasks();
  const { root, parts } = options;
  if (url === undefined) throw new UsageError("worker needs the address of Redis, such as redis://localhost:6379");
  if (root === undefined) throw new UsageError("worker needs --root FOLDER: where the corpus lies on this machine");
  const address = redisAddress(url, "worker");
  if (parts === undefined) throw new UsageError("worker needs --parts FOLDER: the folder for counts that train names");
  requireRoot(root);
  const folder = partsFolder(parts);
  await requireQueue(address, "worker");
  await work(address, { ...options, root, parts: folder });
}

/** The folders from the command line. Redis must not choose either of them. */
type WorkerFolders = { readonly root: string; readonly parts: string };

async function work(address: RedisAddress, options: WorkerCommandOptions & WorkerFolders): Promise<void> {
  const { Worker, WaitingError } = bullmq("worker");
  const processes = new TaskProcesses();
  const { jobs } = options;
  const ending = new AbortController();
  const stopped = once(ending.signal, "abort");
  let refusal: Error | undefined;
  const worker = new Worker<JobData, true>(
    queueName(address),
    async (job, token) => {
      if (!isJobData(job.data)) throw new DataError(FORGED);
      try {
        requireFit(job.data);
      } catch (error) {
        refusal ??= error as Error;
        ending.abort();
        await job.moveToWait(token);
        throw new WaitingError();
      }
      const result = await resultOf(job.data, options, processes);
      await report(job.data, result, options);
      return true;
    },
    {
      ...{ connection: connectionTo(address), prefix: PREFIX, concurrency: jobs, autorun: false },
      ...{ lockDuration: LOCK_DURATION, stalledInterval: STALLED_INTERVAL, maxStalledCount: MAX_LOSSES },
    },
  );
  const { onError, onAnswer } = connectionTeller(address, (line) => tell(options, line));
  worker.on("error", onError).on("active", onAnswer);
  worker.on("failed", (job, { message }) => {
    // Not when it is tried again.
    if (job === undefined || job.attemptsMade === 1) tell(options, message);
  });
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) {
      processes.kill();
      process.removeListener(signal, onSignal);
      process.kill(process.pid, signal);
    }
    isStopping = true;
    ending.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  tell(options, `working for ${address.shown}, ${plural(jobs, "shard")} at a time; Ctrl-C ends after those at hand`);
  const running = worker.run();
  await Promise.race([stopped, running]);
  const isClosed = await closedInTime(worker, processes);
  processes.stop();
  if (refusal !== undefined) throw refusal;
  // Redis is away, and its client would wait until it is back.
  if (!isClosed) process.exit();
}

/**
 * Waits for the jobs at hand, and then some seconds for Redis to hear of them. Returns false if Redis does not answer
 * in time; no part is lost then.
 */
async function closedInTime(worker: Worker, processes: TaskProcesses): Promise<boolean> {
  const closed = worker.close().then(() => true);
  let since = performance.now();
  for (;;) {
    const isClosed = await Promise.race([closed, new Promise<false>((resolve) => setTimeout(resolve, 200, false))]);
    if (isClosed) return true;
    if (processes.areBusy) since = performance.now();
    else if (performance.now() - since > MAX_CLOSING) return false;
  }
}

/** Returns whether a job can be one of ours. Anybody who may write to Redis can add other jobs. */
function isJobData(data: unknown): data is JobData {
  if (!isRecord(data) || !isRecord(data.versions)) return false;
  const { plan, shards, shard, versions } = data;
  return (
    isText(plan) &&
    /^[0-9a-f]{64}$/.test(plan) &&
    isWhole(shards) &&
    shards <= MOST_SHARDS &&
    isWhole(shard) &&
    shard < shards &&
    isText(versions.thresher) &&
    isText(versions.unicode) &&
    (versions.icu === undefined || isText(versions.icu))
  );
}

/** @throws DataError if this worker cannot do the job as its plan wants, and others can. */
function requireFit({ versions }: JobData): void {
  const { thresher, unicode, icu } = versions;
  requireSameVersion("a plan of another machine", { thresher, unicode, settings: { icu } as never }, VERSION);
}

function resultOf({ plan, shard }: JobData, { root, parts }: WorkerFolders, processes: TaskProcesses) {
  return processes.run({ plan, shard, parts, root }).catch((error: Error): never => {
    // The user reads it on another machine.
    throw new DataError(`${hostname()}: ${error.message}`);
  });
}

async function report({ shard, shards }: JobData, result: TaskResult, options: CommonOptions): Promise<void> {
  const { documents, bytes, name } = result;
  const which = numbered(shard, shards);
  const text =
    documents === undefined
      ? `Shard ${which} is counted already.\n`
      : `Counted shard ${which}: ${plural(documents, "document")} (${megabytes(bytes)}).\n`;
  const line = () => `${JSON.stringify({ shard, shards, counted: documents !== undefined, documents, name, bytes })}\n`;
  await writeOut(options.json ? line() : options.quiet ? "" : text);
}
