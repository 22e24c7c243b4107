import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import { withoutPasswords } from "../../base/safe-text.js";
import { namedRows, type OptionRows } from "./option-rows.js";
import { whole } from "./parsers.js";

/** The options of output, which nearly every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The option of commands that choose at random: the seed of all choices. Default: 1. */
export interface SeedOption {
  readonly seed: number;
}

/** The option of commands that use several threads: how many. Default: one for each core, at most `MAX_JOBS`. */
export interface JobsOption {
  readonly jobs: number;
}

/** The options of commands that learn or measure. */
export type RunningOptions = SeedOption & JobsOption;

/** Options that take a text. */
export type Texts<Name extends string> = { readonly [name in Name]?: string };

/** Options without a value. */
export type Flags<Name extends string> = { readonly [name in Name]?: boolean };

/** Adds options under a heading of the help. */
export function withOptions(command: Command, heading: string, rows: OptionRows): Command {
  command.optionsGroup(`${heading}:`);
  for (const { flags, does, parse, choices, preset, default: value, ...details } of namedRows(rows)) {
    const option = new Option(flags, does).default(value).conflicts([...(details.conflicts ?? [])]);
    option.implies({ ...details.implies }).hideHelp(details.isHidden ?? false);
    if (choices !== undefined) option.choices(choices);
    if (parse !== undefined) option.argParser(parse as (text: string, before: unknown) => unknown);
    if (preset !== undefined) option.preset(preset);
    command.addOption(option);
    // Commander turns on what `--no-…` turns off. Here, a command can tell that neither was given.
    if (option.negate) command.setOptionValue(option.attributeName(), undefined);
  }
  return command;
}

/** Returns the words of this command line. */
export function wordsOfCommand(): string[] {
  return ["thresher", ...process.argv.slice(2).map(withoutPasswords)];
}

/** Adds `--json` and `--quiet`, and other options of output and running that the command takes. */
export function withCommonOptions(command: Command, running: OptionRows = {}): Command {
  withOptions(command, "Output", {
    "--json": "print one JSON document on standard output",
    "--quiet": "print no messages and no progress, only results and errors",
  });
  return Object.keys(running).length === 0 ? command : withOptions(command, "Running", running);
}

/** The default of `--jobs` is at most this. More threads would mostly wait for the disk. */
const MAX_JOBS = 8;

/** The default of `--jobs`. */
export const DEFAULT_JOBS = Math.min(MAX_JOBS, availableParallelism());

/** `--seed`, for commands that choose at random. */
export const SEED: OptionRows = {
  "--seed <n>": ["seed of all random choices", whole(0), { default: 1 }],
};

/** `--jobs`, for commands that use several threads. */
export const JOBS: OptionRows = {
  "--jobs <n>": [
    "threads that read and count a corpus; the result does not depend on it",
    whole(1),
    { default: DEFAULT_JOBS },
  ],
};

/** The forms of a corpus, for the help of commands that take one. */
export const CORPUS =
  "a folder with one folder per class, of files, Maildirs or archives, or one mailbox per class; a Maildir with folders; a tar archive; a table, JSON or fastText file";

/** `--id-column` of the commands that show documents. */
export const ID_COLUMN: OptionRows = {
  "--id-column <name>": "in a table, the column of the ids of documents (default: their row numbers)",
};

/** The columns of the protocols by date and by group. */
export const ORIGIN_COLUMNS: OptionRows = {
  "--date-column <name>": "in a table, the column of the dates, for --by-date",
  "--group-column <name>": "in a table, the column of the groups, such as authors: sets --group-by group",
};

/** The options of the commands that work with several labels for each document. */
export const SEVERAL_LABELS: OptionRows = {
  "--multi-label": 'a document may have several labels, such as a;b or ["a","b"]: a yes/no decision for each label',
  "--label-separator <text>": [
    "in a table, what separates the labels of a row, such as , or | (sets --multi-label)",
    { implies: { multiLabel: true } },
  ],
};
