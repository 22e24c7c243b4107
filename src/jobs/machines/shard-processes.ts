import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { DataError } from "../../base/errors.js";
import { VERSION } from "../../base/version.js";
import { openOwn } from "../../documents/files/guarded-files.js";
import { readPlan } from "../../model/parts/plan.js";
import type { DoneShard } from "./plan-count-merge.js";

/** A shard to do in another process. */
export interface Task {
  /** The digest of the plan. */
  readonly plan: string;
  readonly shard: number;
  /** The folder for parts. */
  readonly parts: string;
  /** Where the documents lie on this machine. */
  readonly root: string;
}

/** The file name of a plan. */
export const planName = (digest: string) => `${digest}.plan`;

/** The digest of the plan of the last task: the next one is usually of the same plan. */
let known: string | undefined;

/**
 * Processes that do shards, one after another, so that a model is loaded once for all of them. This process does no long
 * work, so it can always tell Redis that it is alive.
 */
export class ShardProcesses {
  readonly #idle: ShardProcess[] = [];
  readonly #running = new Set<ShardProcess>();
  readonly #isDetached: boolean;

  /** @param isDetached whether Ctrl-C, which reaches all processes of a terminal, is to end only this one */
  constructor(isDetached: boolean) {
    this.#isDetached = isDetached;
  }

  /** The number of shards that are being done. */
  get running(): number {
    return this.#running.size;
  }

  /** Does a shard, unless it is done already. @throws DataError if that fails */
  async do(task: Task): Promise<DoneShard> {
    const { plan: digest, parts, root } = task;
    requirePlan(parts, digest);
    const place = [join(parts, planName(digest)), "-o", parts, "--root", root];
    let own = this.#idle.pop();
    if (own?.place !== place.join("\0")) {
      own?.end();
      own = startProcess(place, this.#isDetached);
    }
    this.#running.add(own);
    try {
      const done = await own.doNext(task.shard);
      this.#idle.push(own);
      return done;
    } catch (error) {
      own.end();
      throw error;
    } finally {
      this.#running.delete(own);
    }
  }

  /** Ends the processes that do nothing. */
  end(): void {
    for (const idle of this.#idle.splice(0)) idle.end();
  }

  /** Ends all processes at once. */
  kill(): void {
    for (const { child } of [...this.#idle, ...this.#running]) child.kill("SIGKILL");
  }
}

type ShardProcess = ReturnType<typeof startProcess>;

/**
 * Starts a `thresher count` that reads the numbers of shards.
 *
 * @param place its plan and folders
 * @param detached whether it is in a group of its own
 */
function startProcess(place: readonly string[], detached: boolean) {
  const words = ["count", ...place, "--shard", "-", "--jobs", "1", "--quiet"];
  const child = spawn(process.execPath, [process.argv[1], ...words], { detached, stdio: "pipe" });
  const ended = once(child, "exit").catch((error) => [error]);
  const fault = text(child.stderr);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // The end of the process says more.
  child.stdin.on("error", () => undefined);
  const doNext = async (shard: number): Promise<DoneShard> => {
    child.stdin.write(`${shard}\n`);
    const { value, done } = await answers.next();
    if (!done) {
      const answer = JSON.parse(value) as DoneShard | { readonly fault: string };
      if ("fault" in answer) throw new DataError(answer.fault);
      return answer;
    }
    const [code, killer] = await ended;
    if (code instanceof Error) throw new DataError(`a process cannot be started: ${code.message}`);
    const memory = killer === "SIGKILL" ? ", as if memory ran out" : "";
    const why = killer === null ? (await fault).trim() : `the process ended by ${killer}${memory}`;
    throw new DataError(why.replace(/^thresher: /, ""));
  };
  return { place: place.join("\0"), child, doNext, end: () => void child.stdin.end() };
}

/** Checks that a plan is in the folder for parts. @throws DataError if it is not there, or another one */
function requirePlan(folder: string, digest: string): void {
  const path = join(folder, planName(digest));
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new DataError(`${folder}: the plan is not there: name the folder for parts that the run has, with --parts`);
  }
  if (known === digest) return;
  if (readPlan(path, VERSION, openOwn).digest !== digest)
    throw new DataError(`${folder}: ${planName(digest)} is another plan: delete it`);
  known = digest;
}
