import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { COMMAND, type Words, wordsOf } from "./command.js";
import { type Outcome, Running } from "./running.js";

/** A `thresher serve` in another process. */
export interface RunningServer {
  readonly child: ChildProcess;
  /** The address that it prints when it listens. */
  readonly address: string;
  /** Returns its standard error so far. */
  readonly said: () => string;
  /** Sends a signal (default: SIGTERM), waits for the end, and returns the exit code or the signal that killed it. */
  readonly end: (signal?: NodeJS.Signals) => Promise<Pick<Outcome, "code" | "signal">>;
}

/**
 * Starts `thresher serve` and waits until it listens. It is killed at the end of the test.
 *
 * @param node options for Node itself
 * @throws Error with its standard error if it ends before
 */
export async function startServer(words: Words, node: readonly string[] = []): Promise<RunningServer> {
  const running = new Running(process.execPath, [...node, COMMAND, "serve", ...wordsOf(words)]);
  const { child, outcome } = running;
  const ended = await Promise.race([once(child.stdout ?? child, "data").then(() => undefined), outcome]);
  if (ended !== undefined) throw new Error(`the server ended with ${ended.code ?? ended.signal}: ${ended.stderr}`);
  return {
    child,
    address: running.stdout.trimEnd(),
    said: () => running.stderr,
    end: async (sent) => {
      const { code, signal } = await running.end(sent);
      return { code, signal };
    },
  };
}
