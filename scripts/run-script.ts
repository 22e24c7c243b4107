import { constants } from "node:os";
import { type Command, CommanderError } from "commander";
import { reason, UsageError } from "../src/base/errors.js";
import { safeText } from "../src/base/safe-text.js";

/** Stops a script at the first SIGINT or SIGTERM; the second ends the process at once. */
export interface StopSignals {
  readonly signal: AbortSignal;
  /** 128 + the number of the signal, as in shells; undefined if none has come. */
  exitCode(): number | undefined;
}

/** Listens for signals from now on. */
export function stopSignals(): StopSignals {
  const stop = new AbortController();
  let stoppedBy: NodeJS.Signals | undefined;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => {
      stoppedBy = name;
      stop.abort();
    });
  }
  return {
    signal: stop.signal,
    exitCode: () => (stoppedBy === undefined ? undefined : 128 + constants.signals[stoppedBy]),
  };
}

/**
 * Runs the command line of a script. Reports an error in one line and sets the exit code: 2 if the
 * command line is wrong, that of the signal if one stopped the script, otherwise 1.
 *
 * @param stopped what to say after a signal
 */
export async function runScript(
  script: string,
  program: Command,
  stop?: StopSignals,
  stopped = "stopped, nothing is left behind",
): Promise<void> {
  program.exitOverride().configureOutput({ outputError: () => {} });
  try {
    await program.parseAsync();
  } catch (error) {
    const stopCode = stop?.exitCode();
    if (stopCode !== undefined) process.stderr.write(`${script}: ${stopped}\n`);
    process.exitCode = stopCode ?? reportError(script, error as Error);
  }
}

/** Prints an error in one line. Returns the exit code: 2 if the command line is wrong, otherwise 1. */
export function reportError(script: string, error: Error): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const { path } = error as NodeJS.ErrnoException;
  const fault = (path === undefined ? error.message : `${path}: ${reason(error)}`)
    .replace(/^error: /, "")
    .replace(/^option '(\S+)[^']*' argument '(.*)' is invalid\. /s, '$1 "$2": ')
    .replaceAll("\n", " ");
  process.stderr.write(`${script}: ${safeText(fault)}\n`);
  return error instanceof UsageError || error instanceof CommanderError ? 2 : 1;
}
