import { once } from "node:events";
import { reason } from "../../base/errors.js";
import { safeJson } from "../../base/safe-text.js";
import type { PathAnswer } from "../../jobs/explaining/path-answers.js";
import type { TerminalStyle } from "../../reports/terminal/terminal.js";
import { stopProgress } from "./progress.js";

/** Lines are collected up to this many characters before a system call. */
const BUFFERED = 1 << 16;

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

/** The result of a command, in the forms that it can be printed in. */
export interface Printable {
  asJson(): object;
  asText(): string;
}

/** Prints a result: as one JSON document with --json, otherwise as text. */
export function print({ json }: { readonly json?: boolean }, { asJson, asText }: Printable): Promise<void> {
  stopProgress();
  return writeOut(json ? `${safeJson(asJson(), 2)}\n` : asText());
}

/** Prints what a command has done. With --quiet, only --json prints something. */
export function printDone(
  options: { readonly json?: boolean; readonly quiet?: boolean },
  { asJson, asText }: Printable,
): Promise<void> {
  return print(options, { asJson, asText: options.quiet ? () => "" : asText });
}

/** Writes files and prints a result that took long to compute. It is printed even if a file cannot be written. */
export async function writeAndPrint(
  options: { readonly json?: boolean },
  write: () => void | Promise<void>,
  result: Printable,
): Promise<void> {
  try {
    await write();
  } finally {
    await print(options, result);
  }
}

/**
 * Prints an answer for each document: with --json as one list, otherwise as texts, after a header. By default, there is
 * no header, and an empty line between two answers.
 */
export async function printEach<T>(
  { json }: { readonly json?: boolean },
  documents: Iterable<T>,
  answer: (document: T) => Printable,
  { header = "", between = "\n" } = {},
): Promise<void> {
  const results: object[] = [];
  let [pending, before] = [json ? "" : header, ""];
  try {
    for (const document of documents) {
      const made = answer(document);
      if (json) results.push(made.asJson());
      else pending += before + made.asText();
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

/** Prints the answer of a job for each document. */
export function printAnswers(options: { readonly json?: boolean }, answers: Iterable<PathAnswer>): Promise<void> {
  return printEach(options, answers, ({ json, text }) => ({ asJson: json, asText: () => text(terminalStyle()) }));
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
