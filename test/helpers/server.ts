import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { COMMAND } from "./command.js";

/** A server in a process of its own. */
export interface RunningServer {
  readonly child: ChildProcess;
  /** Where it says that it listens. */
  readonly address: string;
  /** What it has said on standard error so far. */
  readonly said: () => string;
  /** Sends a signal, and gives what it ends with. */
  readonly end: (signal?: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts `thresher serve`, and waits until it listens. */
export async function startServer(args: readonly string[]): Promise<RunningServer> {
  const child = spawn(process.execPath, [COMMAND, "serve", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [first] = await Promise.race([once(child.stdout, "data"), ended]);
  if (child.exitCode !== null) throw new Error(`no server: ${said}`);
  return {
    child,
    address: String(first).trimEnd(),
    said: () => said,
    end: async (signal = "SIGTERM") => {
      child.kill(signal);
      const [code, ending] = await ended;
      return { code, signal: ending };
    },
  };
}
