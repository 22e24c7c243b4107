import { type ChildProcess, spawn } from "node:child_process";
import { onTestFinished, TestRunner } from "vitest";

/** The outcome of a program. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly cwd?: string | undefined;
  /** Added to the environment of the tests. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The number of the user and the group to run it as; default: those that run the tests. */
  readonly user?: number | undefined;
  /** Whether it leads a process group, which can be killed as a whole. */
  readonly detached?: boolean;
  /** Whether a test writes to its standard input. */
  readonly stdin?: "pipe" | "ignore";
  /** Whether it goes on after the test that starts it. */
  readonly outlivesTest?: boolean;
}

/** How often the state of another program is looked at, in milliseconds. */
const GLANCE = 20;

/** Waits until something holds. The time limit of the test is the only one. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, GLANCE));
}

/** Calls `end` at the end of the current test. Scripts, which run without tests, end by themselves what they start. */
export function atTestEnd(end: () => void | Promise<void>): void {
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(end);
}

/** A program that a test has started. At the end of the test it is killed, if it still runs. */
export class Running {
  readonly child: ChildProcess;
  /** Its output so far. */
  stdout = "";
  stderr = "";
  /** Its outcome when nothing writes to its output any more. */
  readonly outcome: Promise<Outcome>;

  constructor(program: string, args: readonly string[], options: StartOptions = {}) {
    const { cwd, env, user, detached, stdin = "ignore", outlivesTest } = options;
    const place = { cwd, env: { ...process.env, ...env }, uid: user, gid: user, detached };
    this.child = spawn(program, args, { ...place, stdio: [stdin, "pipe", "pipe"] });
    for (const stream of ["stdout", "stderr"] as const) {
      this.child[stream]?.setEncoding("utf8").on("data", (text: string) => {
        this[stream] += text;
      });
    }
    this.outcome = new Promise((resolve, reject) => {
      this.child.on("error", reject);
      this.child.on("close", (code, signal) => {
        resolve({ code, signal, stdout: this.stdout, stderr: this.stderr });
      });
    });
    if (outlivesTest !== true) atTestEnd(() => void this.child.kill("SIGKILL"));
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Sends it a signal and waits for its end. */
  end(signal: NodeJS.Signals = "SIGTERM"): Promise<Outcome> {
    this.child.kill(signal);
    return this.outcome;
  }
}
