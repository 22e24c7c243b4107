import { type Command, CommanderError } from "commander";
import { UsageError } from "../src/errors.js";
import { safeText } from "../src/reports/safe-text.js";

/** Runs the command line of a script; what goes wrong there is for `report` to say, and gives the exit code. */
export async function runScript(program: Command, report: (error: Error) => number): Promise<void> {
  program.exitOverride().configureOutput({ outputError: () => {} });
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = report(error as Error);
  }
}

/** Says in one line what went wrong, and returns the exit code: 2 if the command line is at fault, otherwise 1. */
export function reportError(script: string, error: Error): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  process.stderr.write(`${script}: ${safeText(error.message.replace(/^error: /, "").replaceAll("\n", " "))}\n`);
  return error instanceof UsageError || error instanceof CommanderError ? 2 : 1;
}
