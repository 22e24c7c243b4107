import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { DataError } from "../../base/errors.js";
import { statusOf } from "../../documents/files/open-file.js";
import type { DoneShard } from "./do-shard.js";
import { planName } from "./parts-folder.js";

/**
 * Processes that do shards, one after another, so that a model is loaded once for all of them. This process does no long
 * work, so it can always tell Redis that it is alive.
 */
export class ShardProcesses {
  readonly #idle: ShardProcess[] = [];
  readonly #running = new Set<ShardProcess>();
  readonly #parts: string;
  readonly #start: (plan: string) => ShardProcess;

  /**
   * @param parts the folder for parts, with the plans
   * @param root where the documents lie on this machine
   * @param isDetached whether Ctrl-C, which reaches all processes of a terminal, is to end only this one
   */
  constructor(parts: string, root: string, isDetached: boolean) {
    this.#parts = parts;
    this.#start = (plan) => startProcess(plan, ["-o", parts, "--root", root], isDetached);
  }

  /** The number of shards that are being done. */
  get running(): number {
    return this.#running.size;
  }

  /** Does a shard, unless it is done already. @param digest that of the plan @throws DataError if that fails */
  async do(digest: string, shard: number): Promise<DoneShard> {
    const plan = join(this.#parts, planName(digest));
    if (statusOf(plan) === undefined) {
      throw new DataError(
        `${this.#parts}: the plan is not there, or this user may not read it: name the folder for parts that the run has, with --parts`,
      );
    }
    let own = this.#idle.pop();
    if (own?.plan !== plan) {
      own?.end();
      own = this.#start(plan);
    }
    this.#running.add(own);
    try {
      const done = await own.doNext(shard);
      this.#idle.push(own);
      return done;
    } finally {
      // After a fault, the process has ended.
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

/** Starts a `thresher count` that reads the numbers of shards. @param detached whether it is in a group of its own */
function startProcess(plan: string, places: readonly string[], detached: boolean) {
  const words = ["count", plan, ...places, "--shard", "-", "--jobs", "1", "--quiet"];
  const child = spawn(process.execPath, [process.argv[1], ...words], { detached, stdio: "pipe" });
  const ended = once(child, "exit").catch((error) => [error]);
  const fault = text(child.stderr);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // The end of the process says more.
  child.stdin.on("error", () => undefined);
  const doNext = async (shard: number): Promise<DoneShard> => {
    child.stdin.write(`${shard}\n`);
    const { value, done } = await answers.next();
    if (!done) return JSON.parse(value) as DoneShard;
    const [code, killer] = await ended;
    if (code instanceof Error) throw new DataError(`a process cannot be started: ${code.message}`);
    const memory = killer === "SIGKILL" ? ", as if memory ran out" : "";
    const why = killer === null ? (await fault).trim() : `the process ended by ${killer}${memory}`;
    throw new DataError(why.replace(/^thresher: /, ""));
  };
  return { plan, child, doNext, end: () => void child.stdin.end() };
}
