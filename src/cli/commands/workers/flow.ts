import { randomBytes } from "node:crypto";
import type { FlowJob, FlowProducer, Job, Queue } from "bullmq";
import { isRecord, isWhole } from "../../../base/checks.js";
import { DataError } from "../../../base/errors.js";
import { safeText } from "../../../base/safe-text.js";
import { type MergeNode, mergeTree } from "../../../model/parts/merge-tree.js";
import { countsName } from "../../../model/parts/sum-parts.js";
import { isOfChild, type JobData, PREFIX } from "./queue.js";
import { type CountsFile, FORGED, isCountsFile } from "./tasks.js";

/** In milliseconds. */
const BETWEEN_LOOKS = 300;
const BEFORE_RETRY = 1_000;
const BETWEEN_COUNTS_OF_WORKERS = 5_000;

/** How often a shard is tried: what is wrong may be wrong on one machine only. */
const ATTEMPTS = 3;

/** In seconds. Jobs whose `train` was killed are removed at some time after that. */
const A_DAY = 86_400;

/** How many jobs are asked for at once. */
const AT_ONCE = 500;

/** What a caller hears of the work. */
export interface FlowListener {
  onProgress(shards: number): void;
  /** There are no workers, and there is work. Called once each time the last one has gone. */
  onNoWorkers(): void;
  /** Redis has lost the jobs, and they were added again. */
  onLost(): void;
}

/** The counts of a whole plan. */
export interface SummedPlan {
  readonly file: CountsFile;
  /** The shards that were started more than once, because a worker was lost or failed. */
  readonly repeated: readonly number[];
}

/** Jobs that count the shards of a plan and add them up, as a tree. */
export class CountingFlow {
  readonly #producer: FlowProducer;
  readonly #queue: Queue<JobData, CountsFile>;
  readonly #data: Omit<JobData, "from" | "to">;
  readonly #tree: MergeNode;
  /** Two runs must not share jobs: one might fail, and the other wait for ever. */
  #run = "";
  /** Sums of parts that are not complete, and how many of their parts are done. */
  #open = new Map<MergeNode, number>();
  #isAdded = false;
  #hadWorkers = true;
  /** When workers were last counted, in milliseconds. */
  #checked = 0;

  constructor(producer: FlowProducer, queue: Queue<JobData, CountsFile>, data: Omit<JobData, "from" | "to">) {
    this.#producer = producer;
    this.#queue = queue;
    this.#data = data;
    this.#tree = mergeTree(data.shards);
  }

  /** Adds the jobs and waits for workers to do them. @throws DataError if a shard cannot be counted */
  async work(listener: FlowListener): Promise<SummedPlan> {
    try {
      for (;;) {
        try {
          const summed = await this.#look(listener);
          if (summed !== undefined) return summed;
        } catch (error) {
          // The connection was lost in the middle of an answer. The client reconnects, and the next look finds out what Redis has.
          if (!wasCutOff(error)) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
      }
    } finally {
      await this.#remove();
    }
  }

  /** Adds the jobs if they are missing. Otherwise reports progress, and returns the sum once it is done. */
  async #look({ onProgress, onNoWorkers, onLost }: FlowListener): Promise<SummedPlan | undefined> {
    const root = await this.#job(this.#tree);
    if (root === undefined) {
      // A Redis that keeps nothing on disk forgets all when it restarts. The parts are still there.
      if (this.#isAdded) onLost();
      await this.#add();
      return undefined;
    }
    // The jobs are there, even if the answer to adding them was lost.
    this.#isAdded = true;
    if (root.finishedOn !== undefined && root.returnvalue) {
      const { digest, size } = requireCounts(root.returnvalue);
      return {
        file: { name: countsName({ digest: this.#data.plan }, this.#tree), digest, size },
        repeated: await this.#repeated(),
      };
    }
    await this.#requireNoFailure();
    onProgress(await this.#shardsDone());
    if (Date.now() - this.#checked > BETWEEN_COUNTS_OF_WORKERS) {
      this.#checked = Date.now();
      const hasWorkers = await this.#hasWorkers();
      if (this.#hadWorkers && !hasWorkers) onNoWorkers();
      this.#hadWorkers = hasWorkers;
    }
    return undefined;
  }

  async #add(): Promise<void> {
    this.#run = randomBytes(6).toString("hex");
    this.#open = new Map(lowestSums(this.#tree).map((node) => [node, 0]));
    this.#isAdded = false;
    await this.#producer.add(this.#jobFor(this.#tree));
    this.#isAdded = true;
  }

  #jobFor(node: MergeNode): FlowJob {
    const { from, to, inputs } = node;
    const isRoot = node === this.#tree;
    const keep = { age: A_DAY };
    return {
      name: inputs.length === 0 ? "count" : "sum",
      queueName: this.#queue.name,
      prefix: PREFIX,
      data: { ...this.#data, from, to } satisfies JobData,
      children: inputs.map((input) => this.#jobFor(input)),
      opts: {
        jobId: this.#idOf(node),
        attempts: ATTEMPTS,
        backoff: { type: "fixed", delay: BEFORE_RETRY },
        removeOnComplete: keep,
        removeOnFail: keep,
        ...(isRoot ? {} : { failParentOnFailure: true }),
      },
    };
  }

  #idOf({ from, to }: MergeNode): string {
    return `${this.#run}-${from}-${to}`;
  }

  #job(node: MergeNode): Promise<Job<JobData, CountsFile> | undefined> {
    return this.#queue.getJob(this.#idOf(node));
  }

  async #shardsDone(): Promise<number> {
    const { shards } = this.#data;
    let open = 0;
    for (const [node, done] of this.#open) {
      const count = (await (await this.#job(node))?.getDependenciesCount({ processed: true }))?.processed ?? done;
      const counted = Math.min(Math.max(0, count), node.inputs.length);
      if (counted === node.inputs.length) this.#open.delete(node);
      else this.#open.set(node, counted);
      open += node.inputs.length - counted;
    }
    return this.#tree.inputs.length === 0 ? 0 : shards - open;
  }

  async #requireNoFailure(): Promise<void> {
    const failed = await this.#queue.getFailed(0, AT_ONCE);
    const own = failed.filter(({ id }) => id?.startsWith(`${this.#run}-`));
    if (own.length === 0) return;
    // Jobs above it fail, too.
    const cause = own.find(({ failedReason }) => !isOfChild(failedReason)) ?? own[0];
    const { from, to } = rangeOf(cause.data);
    const what = to - from === 1 ? `shard ${from} cannot be counted` : `shards ${from} to ${to - 1} cannot be added up`;
    throw new DataError(`${what}, on ${safeText(String(cause.failedReason).slice(0, LONGEST_REASON))}`);
  }

  /** Some servers do not tell. */
  async #hasWorkers(): Promise<boolean> {
    return (await this.#queue.getWorkersCount().catch(() => 1)) > 0;
  }

  async #repeated(): Promise<number[]> {
    const repeated: number[] = [];
    const { shards } = this.#data;
    for (let from = 0; from < shards; from += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, shards - from) }, (_, i) => from + i);
      const jobs = await Promise.all(some.map((shard) => this.#job({ from: shard, to: shard + 1, inputs: [] })));
      for (const [i, job] of jobs.entries()) if ((job?.attemptsStarted ?? 1) > 1) repeated.push(some[i]);
    }
    return repeated;
  }

  /** Takes the jobs away. What a worker is doing stays for a while, and does no harm. */
  async #remove(): Promise<void> {
    try {
      const root = await this.#job(this.#tree);
      await root?.removeUnprocessedChildren();
      await root?.remove({ removeChildren: true });
    } catch {
      // Redis removes them when they are old.
    }
  }
}

/** In characters. Redis may contain anything. */
const LONGEST_REASON = 1000;

/** @throws DataError for an answer that no worker gives */
function requireCounts(value: unknown): CountsFile {
  if (isCountsFile(value)) return value;
  throw new DataError(FORGED);
}

/** @throws DataError for a job that `train` does not make */
function rangeOf(data: unknown): { readonly from: number; readonly to: number } {
  if (isRecord(data) && isWhole(data.from) && isWhole(data.to)) return { from: data.from, to: data.to };
  throw new DataError(FORGED);
}

/** Whether an answer of Redis had begun when the connection was lost. Otherwise the client asks again by itself. */
function wasCutOff(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** The sums whose inputs are parts, or the root. */
function lowestSums(node: MergeNode): MergeNode[] {
  const sums = node.inputs.filter(({ inputs }) => inputs.length > 0);
  return sums.length === 0 ? [node] : sums.flatMap(lowestSums);
}
