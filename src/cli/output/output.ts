import { once } from "node:events";
import { reason } from "../../base/errors.js";
import { safeJson, safeText } from "../../base/safe-text.js";
import type { Answer, Answers } from "../../jobs/answer.js";
import type { Inputs } from "../../jobs/inputs/inputs.js";
import { withoutTemporaryName } from "../../jobs/inputs/standard-streams.js";
import type { TerminalStyle } from "../../reports/terminal/terminal.js";
import type { CommonOptions } from "../options/options.js";
import { stopProgress } from "./progress.js";

/** The outcome of a command: one answer, or an answer for each document. */
export type Outcome = (Answer & Surroundings) | (Answers & Parameters<typeof printEach>[1]);

/** Further steps of a command, before and after it prints its answer. */
interface Surroundings {
  /** Whether the text only says what was done, so that `--quiet` leaves it out. */
  readonly isDone?: boolean;
  /** Writes files, before the answer is printed. */
  readonly write?: () => Promise<void>;
  /** Tells what a user should know afterwards. */
  readonly tellAfter?: () => void;
  /** The documents, of which some could not be read. */
  readonly inputs?: Pick<Inputs, "problems" | "failures"> | undefined;
}

/** Lines are collected up to this many characters before a system call. */
const BUFFERED = 1 << 16;

/** Writes a line to standard error, after the name of the program. */
export function say(line: string): void {
  stopProgress();
  console.error(`thresher: ${safeText(withoutTemporaryName(line))}`);
}

/** Writes lines to standard error, each after the name of the program, unless --quiet is given. */
export function tell({ quiet }: CommonOptions, ...lines: readonly (string | readonly string[])[]): void {
  if (!quiet) lines.flat().forEach(say);
}

/**
 * Ends the program quietly when the reader of its output stops early, as `head` does. Call this before anything is
 * written, help included.
 */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return endBySigpipe();
    process.stderr.write(`thresher: standard output cannot be written to: ${reason(error)}\n`);
    process.exit(1);
  });
  // Standard error is closed, so the error cannot be reported.
  process.stderr.on("error", () => undefined);
}

/** Ends as other tools do when a pipe is closed: a shell sees exit code 141. Node ignores the signal by default. */
function endBySigpipe(): void {
  // Removing a listener restores the default of the system, which ends the process.
  process.once("SIGPIPE", () => undefined);
  process.removeAllListeners("SIGPIPE");
  process.kill(process.pid, "SIGPIPE");
  // For systems without this signal.
  process.exit(141);
}

/** Writes text to standard output. Returns when there is room for more, and errors of the stream have been handled. */
export async function writeOut(text: string): Promise<void> {
  if (text !== "" && !process.stdout.write(text)) await once(process.stdout, "drain");
  await new Promise((resolve) => setImmediate(resolve));
}

/** Prints an answer: as one JSON document with --json, otherwise as text. */
export function print({ json }: CommonOptions, answer: Answer): Promise<void> {
  stopProgress();
  return writeOut(json ? `${safeJson(answer.json(), 2)}\n` : answer.text(terminalStyle()));
}

/**
 * Prints answers: with --json as one list, otherwise as texts, after a header. By default, there is no header, and an
 * empty line between two answers.
 */
export async function printEach(
  { json }: CommonOptions,
  { answers, header = "", between = "\n" }: { answers: Iterable<Answer>; header?: string; between?: string },
): Promise<void> {
  const style = terminalStyle();
  const results: object[] = [];
  let [pending, before] = [json ? "" : header, ""];
  try {
    for (const answer of answers) {
      if (json) results.push(answer.json());
      else pending += before + answer.text(style);
      before = between;
      if (pending.length < BUFFERED) continue;
      await writeOut(pending);
      pending = "";
    }
  } finally {
    // Results before a fault under --strict are not lost.
    await writeOut(pending);
  }
  if (json) await writeOut(`${safeJson(results, 2)}\n`);
}

/**
 * Returns the style of standard output: the width of its terminal, and colours if it is a terminal and
 * `NO_COLOR` is not set.
 * `FORCE_COLOR` decides before both, as in Node: any value except `0` and `false` turns colours on.
 */
export function terminalStyle(
  { isTTY = false, columns }: Partial<Pick<NodeJS.WriteStream, "isTTY" | "columns">> = process.stdout,
  { NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv = process.env,
): TerminalStyle {
  const forced = FORCE_COLOR === undefined ? undefined : FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  const colour = forced ?? (isTTY && (NO_COLOR ?? "") === "" && TERM !== "dumb");
  // A terminal of unknown width reports 0.
  return { columns: isTTY && columns ? columns : undefined, colour };
}
