import { availableParallelism } from "node:os";
import { type Command, Help, Option } from "commander";
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

/** The explanation and the examples of each command. */
const EXPLANATIONS = new WeakMap<Command, string>();

/** Returns the explanation and the examples of a command. */
export function helpText(command: Command): string {
  return EXPLANATIONS.get(command) ?? "";
}

/** Returns the name of a command after `thresher`: `mailbox check` for the subcommand `check`. */
export function fullName(command: Command): string {
  const { parent } = command;
  // The program itself has no parent, but neither has a command that is not part of it yet.
  return parent === null || parent.name() === "thresher" ? command.name() : `${parent.name()} ${command.name()}`;
}

/** Returns the commands, with the subcommands of a command in its place. */
export function withoutGroups(commands: readonly Command[]): Command[] {
  return commands.flatMap((command) => (command.commands.length === 0 ? [command] : command.commands));
}

/** Wraps the paragraphs of a text for the terminal. Paragraphs of several lines, such as examples, stay as they are. */
function wrappedText(text: string): string {
  const columns = Math.min(MAX_COLUMNS, process.stdout.columns || MAX_COLUMNS);
  const paragraphs = text.split("\n\n").map((each) => (each.includes("\n") ? each : new Help().boxWrap(each, columns)));
  return paragraphs.join("\n\n");
}

/** Longer lines are hard to read. */
const MAX_COLUMNS = 80;

/**
 * Adds `--help` and `--help-all`, with the explanation and the examples of the command.
 *
 * @param shown the long names of the options that `--help` shows, if the command has too many to show all
 */
export function addHelp(command: Command, text: string, shown?: readonly string[]): void {
  EXPLANATIONS.set(command, text);
  let showsAll = shown === undefined;
  const helpAll = new Option("--help-all", "show all options");
  if (showsAll) helpAll.hideHelp();
  command.optionsGroup("Help:").helpOption("-h, --help", "show help").addOption(helpAll);
  command
    .addHelpText("after", () => `\n${wrappedText(text)}`)
    .on("option:help-all", () => {
      showsAll = true;
      command.help();
    });
  const all = (owner: Command) => new Help().visibleOptions(owner);
  const isShown = (option: Option) => showsAll || ["help", "help-all", ...(shown ?? [])].includes(option.name());
  command.configureHelp({
    formatHelp(of, help) {
      // Only here: completion has all options.
      help.visibleOptions = (owner) => all(owner).filter(isShown);
      return Help.prototype.formatHelp.call(help, of, help);
    },
    optionDescription(option) {
      if (option === helpAll && !showsAll) return `show all ${all(command).length} options`;
      // Commander calls the value of an option without a value "preset"; here a preset is something else.
      return new Help().optionDescription(option).replace(/preset: (?="[^"]*"\)$)/, "without a value: ");
    },
  });
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
