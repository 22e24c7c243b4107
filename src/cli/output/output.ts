import { once } from "node:events";
import { constants, lstatSync, openSync, type Stats, writeFileSync } from "node:fs";
import { DataError, reason } from "../../base/errors.js";
import { safeJson } from "../../base/safe-text.js";
import { isOursOrRoots } from "../../documents/files/only-ours.js";
import { closing, openChecked, requireSame } from "../../documents/files/open-file.js";
import { isOpenAlready, replaceFile, resolvedTarget } from "../../documents/files/write-file.js";
import type { TerminalStyle } from "../../reports/terminal/terminal.js";
import { stopProgress } from "./progress.js";

/** The version of this package: a constant, because reading package.json costs every start a millisecond. */
export const VERSION = "0.2.0";

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

/** Writes lines to a file, a pipe or a device. @throws DataError if that fails; an older file is then unchanged. */
export function writeLines(path: string, lines: Iterable<string>): void {
  try {
    const target = resolvedTarget(path);
    const status = lstatSync(target, { throwIfNoEntry: false });
    if (isOpenAlready(target)) writeOpen(openSync(target, "w"), lines);
    else if (status === undefined || status.isFile()) replaceFile(path, buffered(lines));
    else writeOpen(openSpecial(target, status), lines);
  } catch (error) {
    throw new DataError(`${path} cannot be written to: ${reason(error)}`);
  }
}

/**
 * Opens a pipe or a device to write to it. The open file is checked, because somebody may swap a file for a link or a
 * pipe at any moment.
 *
 * @throws Error if it is a folder, or a pipe of another user, who may never read it.
 */
function openSpecial(path: string, status: Stats): number {
  if (status.isFIFO() && !isOursOrRoots(status)) {
    throw new Error(`it is a pipe of another user (uid ${status.uid}): remove it, or name another file`);
  }
  return openChecked(path, requireSame(status), (path) => openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW));
}

/** Writes lines to an open file, and closes it. */
function writeOpen(open: number, lines: Iterable<string>): void {
  closing(open, (file) => {
    for (const bytes of buffered(lines)) writeFileSync(file, bytes);
  });
}

/** Yields the bytes of lines, many at a time. */
function* buffered(lines: Iterable<string>): Generator<Uint8Array> {
  let pending = "";
  for (const line of lines) {
    pending += line;
    if (pending.length < BUFFERED) continue;
    yield Buffer.from(pending);
    pending = "";
  }
  yield Buffer.from(pending);
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
