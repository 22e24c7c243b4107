import type { Command } from "commander";
import { Inputs as Documents, type InputOptions } from "../../jobs/inputs/inputs.js";
import { problemLines } from "../../jobs/notices/corpus-lines.js";
import { withFileOptions } from "../options/file-options.js";
import type { CommonOptions } from "../options/options.js";
import { say, tell } from "../output/notices.js";

/** Adds the paths of documents, and the options that choose files below a folder. */
export function withInputs(command: Command): Command {
  const paths =
    "files, folders (with all files in them, at any depth), mailboxes, archives, tables, or - for standard input";
  return withFileOptions(command.argument("<path...>", paths));
}

/** The documents that the paths on the command line name. Notices go to standard error. */
export class Inputs extends Documents {
  constructor(paths: readonly string[], options: CommonOptions & InputOptions, isWanted?: (file: string) => boolean) {
    super(paths, { ...options, onNotice: (line) => tell(options, line) }, isWanted);
  }

  /** Prints the problems. Sets the exit code to 1 if a document could not be read. */
  tellFailures(options: CommonOptions): void {
    tellFailures(this, options);
  }
}

/** Prints the problems with documents. Sets the exit code to 1 if one could not be read. */
export function tellFailures({ problems, failures }: Documents, { quiet }: CommonOptions): void {
  for (const line of problemLines(quiet ? failures : problems)) say(line);
  if (failures.length > 0) process.exitCode ??= 1;
}
