import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { DataError } from "../../base/errors.js";
import type { Task, TaskAnswer, TaskResult } from "./tasks.js";

/**
 * Processes that count. The worker itself does no long work, so it can always tell Redis that it is alive.
 * Each process does one task at a time and stays for the next one.
 */
export class TaskProcesses {
  readonly #idle: ChildProcess[] = [];
  readonly #busy = new Set<ChildProcess>();
  readonly #start: () => ChildProcess;

  constructor(start = countingProcess) {
    this.#start = start;
  }

  /** Whether some of them count. */
  get areBusy(): boolean {
    return this.#busy.size > 0;
  }

  /** Kills the processes that count, because they read no message before they are done. */
  kill(): void {
    for (const child of this.#busy) child.kill("SIGKILL");
  }

  /** Does a task in an idle process, or in a new one. @throws DataError if the task fails, or its process dies */
  async run(task: Task): Promise<TaskResult> {
    const child = this.#living() ?? this.#start();
    this.#busy.add(child);
    const answer = await answerOf(child, task).finally(() => this.#busy.delete(child));
    this.#idle.push(child);
    if ("result" in answer) return answer.result;
    throw new DataError(answer.fault);
  }

  /** Ends all processes that do nothing. */
  stop(): void {
    for (let child = this.#living(); child !== undefined; child = this.#living()) child.disconnect();
  }

  /** Takes an idle process; some may have been killed meanwhile. */
  #living(): ChildProcess | undefined {
    for (let child = this.#idle.pop(); child !== undefined; child = this.#idle.pop()) {
      if (child.connected) return child;
    }
    return undefined;
  }
}

/** Starts the same command with "-" for an address. It does the tasks that this process sends. */
export function countingProcess(): ChildProcess {
  // Without options of Node that this process has, such as those of a debugger.
  return fork(process.argv[1], ["worker", "-"], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
}

/** Sends a task, and waits for the answer. @throws DataError if the process cannot be started, or ends before it answers. */
async function answerOf(child: ChildProcess, task: Task): Promise<TaskAnswer> {
  // Aborted at the end, so that the process has no listeners left.
  const waiting = new AbortController();
  const { signal } = waiting;
  const notSent = new Promise<never>((_, reject) => child.send(task, (error) => void (error && reject(error))));
  const ended = once(child, "exit", { signal }).then(([code, killer]) => {
    const memory = killer === "SIGKILL" ? ", as if memory ran out" : "";
    throw new DataError(
      `the counting process ended ${killer === null ? `with code ${code}` : `by ${killer}${memory}`}`,
    );
  });
  try {
    const [answer] = await Promise.race([once(child, "message", { signal }), ended, notSent]);
    return answer;
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`the counting process cannot be started: ${(error as Error).message}`);
  } finally {
    waiting.abort();
  }
}
