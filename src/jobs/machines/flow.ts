import { randomBytes } from "node:crypto";
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

/** The result of checking the jobs: the number of counted shards, or a notice for the user. */
export type FlowEvent = number | "no workers" | "jobs lost";

/** Jobs that count the shards of a plan. */
export class CountingFlow {
  readonly #queue: Queue<JobData, true>;
  readonly #data: Omit<JobData, "shard">;
  /** Two calls of train must not share jobs: if one fails, the other might wait forever. */
  readonly #run = randomBytes(6).toString("hex");
  /** The shards that are not counted yet, in ascending order. */
  readonly #open: Set<number>;
  /** The shards that were started more than once, because a worker was lost or failed. */
  readonly repeated: number[] = [];
  /** Whether the jobs were in Redis at the last look. */
  #isAdded = false;
  /** Whether there were workers when they were last counted. */
  #hadWorkers = true;
  /** When workers were last counted, in milliseconds. */
  #checked = 0;

  constructor(queue: Queue<JobData, true>, data: Omit<JobData, "shard">) {
    this.#queue = queue;
    this.#data = data;
    this.#open = new Set(Array.from({ length: data.shards }, (_, shard) => shard));
  }

  /**
   * Adds the jobs and waits for workers to do them. Yields what it finds. It finds no workers once each time the last one
   * has gone.
   *
   * @throws DataError if a shard cannot be counted
   */
  async *work(): AsyncGenerator<FlowEvent> {
    try {
      while (this.#open.size > 0) {
        try {
          yield* await this.#look();
        } catch (error) {
          // An answer of Redis was cut off. The client reconnects, and the next look finds out what Redis has. If no
          // answer had begun, the client asks again by itself.
          if (!(error instanceof Error && error.name === "AbortError")) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
      }
    } finally {
      await this.#remove();
    }
  }

  /** Adds the jobs that are missing, and takes note of those that are done. */
  async #look(): Promise<readonly FlowEvent[]> {
    // Workers take the first ones first.
    const shards = [...this.#open].slice(0, MAX_AT_ONCE);
    const jobs: (Job<JobData, true> | undefined)[] = await Promise.all(
      shards.map((shard) => this.#queue.getJob(this.#idOf(shard))),
    );
    if (jobs.includes(undefined)) {
      // If Redis keeps nothing on disk, it loses the jobs when it restarts. The parts are still there.
      const areLost = this.#isAdded;
      this.#isAdded = false;
      await this.#add();
      this.#isAdded = true;
      return areLost ? ["jobs lost"] : [];
    }
    // The jobs are there, even if the answer to adding them was lost.
    this.#isAdded = true;
    for (const [i, job] of jobs.entries()) if (job !== undefined) this.#note(shards[i], job);
    const counted = this.#data.shards - this.#open.size;
    if (this.#open.size === 0 || Date.now() - this.#checked <= BETWEEN_COUNTS_OF_WORKERS) return [counted];
    this.#checked = Date.now();
    const hadWorkers = this.#hadWorkers;
    // If the server does not answer, assume that there are workers.
    this.#hadWorkers = (await this.#queue.getWorkersCount().catch(() => 1)) > 0;
    return hadWorkers && !this.#hadWorkers ? [counted, "no workers"] : [counted];
  }

  /** Takes note of a job that is done. @throws DataError if the job has failed too often */
  #note(shard: number, { finishedOn, returnvalue, failedReason, attemptsStarted }: Job<JobData, true>): void {
    if (finishedOn === undefined) return;
    // A job that failed and was then done keeps its reason.
    if (returnvalue !== true) {
      // A worker begins the reason with the name of its machine.
      const why = safeText(String(failedReason ?? FORGED).slice(0, MAX_REASON_LENGTH));
      throw new DataError(`shard ${shard} cannot be counted, on ${why}`);
    }
    this.#open.delete(shard);
    if (attemptsStarted > 1) this.repeated.push(shard);
  }

  /** Adds the jobs. Redis ignores jobs that it already has. */
  async #add(): Promise<void> {
    const retries = { attempts: ATTEMPTS, backoff: { type: "fixed", delay: BEFORE_RETRY } };
    const opts = { ...retries, removeOnComplete: { age: A_DAY }, removeOnFail: { age: A_DAY } };
    await this.#queue.addBulk(
      Array.from(this.#open, (shard) => ({
        name: "count",
        data: { ...this.#data, shard } satisfies JobData,
        opts: { ...opts, jobId: this.#idOf(shard) },
      })),
    );
  }

  /** Returns the id of the job of a shard. */
  #idOf(shard: number): string {
    return `${this.#run}-${shard}`;
  }

  /** Removes the jobs. Jobs that a worker is doing stay for a while and do no harm. */
  async #remove(): Promise<void> {
    const { shards } = this.#data;
    for (let from = 0; from < shards; from += MAX_AT_ONCE) {
      const some = Array.from({ length: Math.min(MAX_AT_ONCE, shards - from) }, (_, i) => this.#idOf(from + i));
      // Redis removes the others when they are old.
      await Promise.allSettled(some.map((id) => this.#queue.remove(id)));
    }
  }
}
