import { type Command, Help, Option } from "commander";

/** The options that `--help` shows, by command; a command that is not here shows all. */
const SHOWN = new WeakMap<Command, ReadonlySet<string>>();

/** The explanation and the examples of each command. */
const TEXTS = new WeakMap<Command, string>();

/**
 * Adds the explanation and the examples of a command.
 *
 * @param shown the long names of the options that `--help` shows, where a command has too many to show all
 */
export function withHelp(command: Command, text: string, shown?: readonly string[]): Command {
  if (shown !== undefined) SHOWN.set(command, new Set(shown.map((name) => `--${name}`)));
  TEXTS.set(command, text);
  return command.addHelpText("after", `\n${text}`);
}

/** Returns the explanation and the examples of a command. */
export function helpText(command: Command): string {
  return TEXTS.get(command) ?? "";
}

/** Adds `--help` and `--help-all`, which all commands have. */
export function addHelpOptions(command: Command): void {
  const shown = SHOWN.get(command);
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
      help.visibleOptions = (owner) => visible(owner).filter((option) => showsAll || isShown(option, shown));
      const all = visible(command).length;
      if (!showsAll) helpAll.description = `show all ${all} options`;
      return Help.prototype.formatHelp.call(help, of, help);
    },
  });
}

function isShown({ long }: Option, shown: ReadonlySet<string> = new Set()): boolean {
  return long === "--help" || long === "--help-all" || shown.has(long ?? "");
}

/** Commander calls the value of an option without a value "preset"; here a preset is something else. */
function optionDescription(option: Option): string {
  return new Help().optionDescription(option).replace(/preset: (?="[^"]*"\)$)/, "without a value: ");
}
