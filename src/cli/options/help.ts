import { type Command, Help, Option } from "commander";

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
