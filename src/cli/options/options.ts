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

/** An option that the command line, the environment or a configuration file must give. */
export class NeededOption extends Option {
  isNeeded = false;
  /** Whether it names the model, which may have a default. */
  isModel = false;
}

/** Adds options under a heading of the help. */
export function withOptions(command: Command, heading: string, rows: OptionRows): Command {
  command.optionsGroup(`${heading}:`);
  for (const { flags, does, parse, choices, preset, default: value, ...details } of namedRows(rows)) {
    const option = new NeededOption(flags, does).default(value).conflicts([...(details.conflicts ?? [])]);
    option.implies({ ...details.implies }).hideHelp(details.isHidden ?? false);
    if (choices !== undefined) option.choices(choices);
    if (parse !== undefined) option.argParser(parse as (text: string, before: unknown) => unknown);
    if (preset !== undefined) option.preset(preset);
    const { isNeeded = false, isModel = false } = details;
    command.addOption(Object.assign(option, { isNeeded, isModel }));
    // Commander turns on what `--no-…` turns off. Here, a command can tell that neither was given.
    if (option.negate) command.setOptionValue(option.attributeName(), undefined);
  }
  return command;
}

/** Returns the words of this command line. */
export function wordsOfCommand(): string[] {
  return ["thresher", ...process.argv.slice(2).map(withoutPasswords)];
}

/** The options of output, which nearly every command takes. */
export const OUTPUT: OptionRows = {
  "--json": "print one JSON document on standard output",
  "--quiet": "print no messages and no progress, only results and errors",
};

/** The option of the model. @param isNeeded whether the command stops if no model is named anywhere */
export function model(does = "the model", isNeeded = true): OptionRows {
  return { "-m, --model <file>": [does, { isModel: true, isNeeded }] };
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
  "--jobs <n>": ["threads; the result does not depend on it", whole(1), { default: DEFAULT_JOBS }],
};
