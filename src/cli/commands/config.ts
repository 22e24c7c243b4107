import { Command } from "commander";
import { DataError } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { textTable } from "../../reports/terminal/table.js";
import { type ConfigFile, configPaths, configuredModel, readConfig } from "../options/config.js";
import { defaultsIn, wordsOf } from "../options/defaults.js";
import { withHelp } from "../options/help.js";
import { type CommonOptions, withCommonOptions } from "../options/options.js";
import { commandLine } from "../options/settings-text.js";
import { print } from "../output/output.js";

/** `thresher config`. @param commands loads all commands, whose options a configuration file may set */
export function newCommand(commands: () => Promise<Command[]>): Command {
  const command = new Command("config")
    .description("Show the default model and options, and where each is set.")
    .action(async (options: CommonOptions) => run(options, await commands()));
  return withHelp(
    withCommonOptions(command),
    `A model and options need not be typed if they are set in thresher.json in the
current folder, or in ~/.config/thresher/config.json ($XDG_CONFIG_HOME):

  {
    "model": "mail.model",
    "defaults": { "evaluate": { "folds": 10 }, "sort": { "into": "sorted" } }
  }

The command line comes first, then the environment variable THRESHER_MODEL, then
thresher.json, then the file in ~/.config. Paths are relative to the file. A
file that another user may write to is not used.

Examples:
  thresher config           show them
  thresher config --json    for another program`,
  );
}

/** A default that holds: the words of the command line that it stands for, and the file that sets it. */
interface Setting {
  readonly command: string;
  readonly words: readonly string[];
  readonly from: string;
}

async function run(options: CommonOptions, commands: readonly Command[]): Promise<void> {
  const files = readConfig();
  for (const file of files) requireCommands(file, commands);
  const model = configuredModel("", files) ?? null;
  const settings = commands.flatMap((command) => settingsOf(command, files));
  const paths = configPaths().map((path) => ({ path, state: stateOf(files.find((file) => file.path === path)) }));
  await print(
    options,
    () => ({ model, defaults: settings, files: paths }),
    () => configText(model, settings, paths),
  );
}

/** @throws DataError if a file has defaults for a command that does not exist. */
function requireCommands({ path, defaults }: ConfigFile, commands: readonly Command[]): void {
  const unknown = Object.keys(defaults).find((name) => !commands.some((command) => command.name() === name));
  if (unknown !== undefined) throw new DataError(`${path}: there is no command ${JSON.stringify(unknown)}`);
}

/** The defaults of a command; an option of a nearer file hides that of the next. */
function settingsOf(command: Command, files: readonly ConfigFile[]): Setting[] {
  const taken = new Set<string>();
  return files.flatMap((file) =>
    defaultsIn(file, command).flatMap(({ option, value }) => {
      if (taken.has(option.attributeName())) return [];
      taken.add(option.attributeName());
      return [{ command: command.name(), words: wordsOf(file, option, value), from: file.path }];
    }),
  );
}

function stateOf(file: ConfigFile | undefined): string {
  if (file === undefined) return "not there";
  return file.refused === undefined ? "used" : `not used: ${file.refused}`;
}

function configText(
  model: { readonly path: string; readonly from: string } | null,
  settings: readonly Setting[],
  files: readonly { readonly path: string; readonly state: string }[],
): string {
  const rows = [
    ["model", model === null ? "none: each command needs -m" : safeText(model.path), safeText(model?.from ?? "")],
    ...settings.map(({ command, words, from }) => [command, safeText(commandLine(words)), safeText(from)]),
  ];
  const places = files.map(({ path, state }) => [safeText(path), state]);
  return `${[...textTable(rows, "lll"), "", ...textTable(places, "ll")].join("\n")}\n`;
}
