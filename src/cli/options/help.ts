import { type Command, Help, Option } from "commander";

/** The explanation and the examples of a command, and the options that `--help` shows if it does not show all. */
const HELP = new WeakMap<Command, { readonly text: string; readonly shown: readonly string[] | undefined }>();

/**
 * Adds the explanation and the examples of a command.
 *
 * @param shown the long names of the options that `--help` shows, if the command has too many to show all
 */
export function withHelp(command: Command, text: string, shown?: readonly string[]): Command {
  HELP.set(command, { text, shown });
  return command.addHelpText("after", `\n${text}`);
}

/** Returns the explanation and the examples of a command. */
export function helpText(command: Command): string {
  return HELP.get(command)?.text ?? "";
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

/**
 * Adds `--help` and `--help-all`, which all commands have. One with subcommands has only `--help`. If `withHelp` was
 * given the options to show, `--help` shows only these.
 */
export function addHelpOptions(command: Command): void {
  // A `--help-all` of this command would take the option from its subcommands.
  if (command.commands.length > 0) return;
  const shown = HELP.get(command)?.shown;
  let showsAll = shown === undefined;
  const helpAll = new Option("--help-all", "show all options");
  if (shown === undefined) helpAll.hideHelp();
  command.optionsGroup("Help:").helpOption("-h, --help", "show help").addOption(helpAll);
  command.on("option:help-all", () => {
    showsAll = true;
    command.help();
  });
  command.configureHelp({
    optionDescription,
    formatHelp: (of, help) => {
      const visible = (owner: Command) => Help.prototype.visibleOptions.call(help, owner);
      const isShown = (option: Option) => [...(shown ?? []), "help", "help-all"].includes(option.name());
      help.visibleOptions = (owner) => visible(owner).filter((option) => showsAll || isShown(option));
      const all = visible(command).length;
      if (!showsAll) helpAll.description = `show all ${all} options`;
      return Help.prototype.formatHelp.call(help, of, help);
    },
  });
}

/** Commander calls the value of an option without a value "preset"; here a preset is something else. */
function optionDescription(option: Option): string {
  return new Help().optionDescription(option).replace(/preset: (?="[^"]*"\)$)/, "without a value: ");
}
