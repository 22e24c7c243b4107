import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { COMMAND, type Words, wordsOf } from "./command.js";

/** A `thresher serve` in another process. */
export interface RunningServer {
  readonly child: ChildProcess;
  /** The address that it prints when it listens. */
  readonly address: string;
  /** Returns its standard error so far. */
  readonly said: () => string;
  /** Sends a signal (default: SIGTERM), waits for the end, and returns the exit code or the signal that killed it. */
  readonly end: (signal?: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * Starts `thresher serve` and waits until it listens.
 *
 * @param node options for Node itself
 * @throws Error with its standard error if it ends before
 */
export async function startServer(words: Words, node: readonly string[] = []): Promise<RunningServer> {
  const child = spawn(process.execPath, [...node, COMMAND, "serve", ...wordsOf(words)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [first] = await Promise.race([once(child.stdout, "data"), ended]);
  if (child.exitCode !== null || child.signalCode !== null) {
    throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}: ${said}`);
  }
  return {
    child,
    address: String(first).trimEnd(),
    said: () => said,
    end: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [code, killedBy] = await ended;
      return { code, signal: killedBy };
    },
  };
}
