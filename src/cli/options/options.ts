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

/** Options that take a text. */
export type Texts<Name extends string> = { readonly [name in Name]?: string };

/** Options without a value. */
export type Flags<Name extends string> = { readonly [name in Name]?: boolean };

/** An option of a command. */
export class CommandOption extends Option {
  /** Whether the command line, the environment or a configuration file must give it. */
  isNeeded = false;
  /** Whether it names the model, which may have a default. */
  isModel = false;
}

/** Adds options under a heading of the help. */
export function withOptions(command: Command, heading: string, rows: OptionRows): Command {
  command.optionsGroup(`${heading}:`);
  for (const { flags, does, parse, choices, preset, default: value, ...details } of namedRows(rows)) {
    const option = new CommandOption(flags, does).default(value).conflicts([...(details.conflicts ?? [])]);
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

/** The default of `--jobs`. More threads than this would mostly wait for the disk. */
export const DEFAULT_JOBS = Math.min(8, availableParallelism());

/** `--seed`, for commands that choose at random. */
export const SEED: OptionRows = {
  "--seed <n>": ["seed of all random choices", whole(0), { default: 1 }],
};

/** `--jobs`, for commands that use several threads. */
export const JOBS: OptionRows = {
  "--jobs <n>": ["threads; the result does not depend on it", whole(1), { default: DEFAULT_JOBS }],
};
