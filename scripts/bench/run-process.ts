import { spawn } from "node:child_process";
import { DataError } from "../../src/base/errors.js";
import { USAGE_FD, type Usage, usageFrom } from "./usage.js";

/** A command with a name for reports. */
export interface ProcessCommand {
  readonly name: string;
  /** The program and its arguments. */
  readonly argv: readonly string[];
}

/** A finished process. */
export interface ProcessRun {
  /** Wall time from start to exit. */
  readonly seconds: number;
  readonly stdout: string;
  /** Its output on `USAGE_FD`. */
  readonly usage: string;
}

export interface MeteredRun extends Omit<ProcessRun, "usage"> {
  readonly usage: Usage;
}

/** Variables that change how fast Node.js starts; a file of certificates alone doubles the time of `node -e 0`. */
const LEFT_OUT = new Set(["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS", "NODE_V8_COVERAGE", "NODE_COMPILE_CACHE"]);

/** The environment of measured processes. */
export const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !LEFT_OUT.has(name)));

/**
 * Runs a command and measures its wall time.
 *
 * @throws DataError if it cannot be started or fails.
 */
export async function runProcess({ name, argv }: ProcessCommand, signal?: AbortSignal): Promise<ProcessRun> {
  signal?.throwIfAborted();
  const [program, ...args] = argv;
  const started = performance.now();
  // Its own process group, so that stopping reaches a whole pipeline.
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: ENVIRONMENT,
    detached: true,
  });
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid);
  };
  signal?.addEventListener("abort", stop);
  try {
    const texts = [1, 2, USAGE_FD].map((fd) => {
      let text = "";
      const stream = child.stdio[fd] as NodeJS.ReadableStream;
      stream.setEncoding("utf8").on("data", (part) => (text += part));
      return () => text;
    });
    let seconds = 0;
    child.once("exit", () => {
      seconds = (performance.now() - started) / 1000;
    });
    const code = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
      child.once("error", reject).once("close", (exitCode, killedBy) => resolve(exitCode ?? killedBy));
    });
    signal?.throwIfAborted();
    const [stdout, stderr, usage] = texts.map((text) => text());
    if (code !== 0) {
      const how = typeof code === "number" ? `failed with exit code ${code}` : `was ended by ${code}`;
      throw new DataError(`${name} ${how}: ${lastLine(stderr)}`);
    }
    return { seconds, stdout, usage };
  } catch (error) {
    if (error instanceof DataError || signal?.aborted) throw error;
    throw new DataError(`${name} cannot be started: ${(error as Error).message}`);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** Reports processor time with the shell's `times`. */
const METER = `"$@"; status=$?; times >&${USAGE_FD}; exit $status`;

/**
 * Runs a command and measures wall time, processor time and, if it reports it, memory. The shell in
 * between costs every command the same millisecond, and keeps the memory right: a forked process
 * inherits the peak of its parent, and the shell is small.
 */
export async function runMetered({ name, argv }: ProcessCommand, signal?: AbortSignal): Promise<MeteredRun> {
  const { usage, ...run } = await runProcess({ name, argv: ["sh", "-c", METER, "sh", ...argv] }, signal);
  return { ...run, usage: usageFrom(usage) };
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) || "no message";
}
