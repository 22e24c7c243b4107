import { spawn } from "node:child_process";
import { DataError } from "../../src/errors.js";
import { USAGE_FD, type Usage, usageFrom } from "./usage.js";

/** What to run, and what to call it. */
export interface ProcessCommand {
  readonly name: string;
  /** The program and its arguments. */
  readonly argv: readonly string[];
}

/** A process that ran to its end. */
export interface ProcessRun {
  /** Wall time from before its start until it was gone. */
  readonly seconds: number;
  readonly stdout: string;
  /** What it wrote to `USAGE_FD`. */
  readonly usage: string;
}

export interface MeteredRun extends Omit<ProcessRun, "usage"> {
  readonly usage: Usage;
}

/**
 * Settings that are somebody's, not thresher's, and change how fast every Node.js starts:
 * reading a file of certificates alone more than doubles the time of `node -e 0`.
 */
const LEFT_OUT = new Set(["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS", "NODE_V8_COVERAGE", "NODE_COMPILE_CACHE"]);

/** What measured processes see of the environment. */
export const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !LEFT_OUT.has(name)));

/**
 * Runs a command to its end and takes its wall time.
 *
 * @throws DataError if it cannot be started or does not end with exit code 0.
 */
export async function runProcess({ name, argv }: ProcessCommand, signal?: AbortSignal): Promise<ProcessRun> {
  signal?.throwIfAborted();
  const [program, ...args] = argv;
  const started = performance.now();
  // A process group of its own, so that stopping reaches all processes of a pipeline.
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
    if (code !== 0) throw new DataError(`${name}: required exit code 0, found ${code}: ${lastLine(stderr)}`);
    return { seconds, stdout, usage };
  } catch (error) {
    if (error instanceof DataError || signal?.aborted) throw error;
    throw new DataError(`${name}: required a program that can be started, found: ${(error as Error).message}`);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** Runs what it is given, then tells the processor time of it: `times` is part of every POSIX shell. */
const METER = `"$@"; status=$?; times >&${USAGE_FD}; exit $status`;

/**
 * Runs a command to its end and takes its wall time, its processor time and, if it tells,
 * its memory. The shell in between costs every command the same millisecond. It is also
 * what makes the memory right: the system hands the peak of the process that forks on to
 * the one that is forked, and a shell is smaller than anything measured here.
 */
export async function runMetered({ name, argv }: ProcessCommand, signal?: AbortSignal): Promise<MeteredRun> {
  const { usage, ...run } = await runProcess({ name, argv: ["sh", "-c", METER, "sh", ...argv] }, signal);
  return { ...run, usage: usageFrom(usage) };
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) || "no message";
}
