import type { Command } from "commander";
import { DataError } from "../../base/errors.js";
import { safeText, withoutPasswords } from "../../base/safe-text.js";
import { commandLine } from "../../base/shell-words.js";
import { type ConfigFile, configPaths, pathIn, readConfig } from "../../jobs/configuration/config.js";
import { textTable } from "../../reports/terminal/table.js";
import { commandFrom } from "../command.js";
import { chosenDefaults, maySet } from "../options/configured.js";
import { defaultsIn, wordsOf } from "../options/defaults.js";
import { fullName, withoutGroups } from "../options/help.js";
import { OUTPUT } from "../options/options.js";

/** Makes the command `thresher config`. @param commands loads all commands: their options can have defaults */
export function newCommand(commands: () => Promise<Command[]>): Command {
  return commandFrom({
    name: "config",
    does: "Show the default model and options, and where each is set.",
    options: { Output: OUTPUT },
    help: `A model and options need not be typed if they are set in thresher.json in the
current folder, or in ~/.config/thresher/config.json ($XDG_CONFIG_HOME):
  {
    "model": "mail.model",
    "defaults": { "evaluate": { "folds": 10 }, "sort": { "into": "sorted" } }
  }
The command line comes first, then the environment variable THRESHER_MODEL, then
thresher.json, then the file in ~/.config. Paths are relative to the file.
thresher.json may have come in an archive, so it may set only how documents are
read, learned and measured, and paths below its folder that are not hidden.

Examples:
  thresher config            show them
  thresher config --json     for another program`,
    async run() {
      // Without groups: a command such as mailbox is replaced by its subcommands, which have the options.
      const config = configuration(withoutGroups(await commands()));
      return { json: () => config, text: () => configText(config) };
    },
  })();
}

/** Returns the default model, the default options of all commands, and the configuration files. */
function configuration(commands: readonly Command[]) {
  const files = readConfig();
  for (const file of files) requireCommands(file, commands);
  return {
    model: defaultModel(files),
    defaults: commands.flatMap((command) => defaultsOf(command, files)),
    files: configPaths().map((path) => {
      const file = files.find((file) => file.path === path);
      return { path, state: stateOf(file), ignored: file && ignoredIn(file, commands) };
    }),
  };
}

/** Returns the default model, and the variable or file that names it. */
function defaultModel(files: readonly ConfigFile[]): { readonly path: string; readonly from: string } | null {
  const { THRESHER_MODEL } = process.env;
  if (THRESHER_MODEL) return { path: THRESHER_MODEL, from: "THRESHER_MODEL" };
  const file = files.find((file) => file.model !== undefined && maySet(file, "model", file.model));
  return file?.model === undefined ? null : { path: pathIn(file.path, file.model), from: file.path };
}

/** @throws DataError if a file has defaults for a command that does not exist. */
function requireCommands({ path, defaults }: ConfigFile, commands: readonly Command[]): void {
  const unknown = Object.keys(defaults).find((name) => !commands.some((command) => fullName(command) === name));
  if (unknown !== undefined) throw new DataError(`${path}: there is no command ${JSON.stringify(unknown)}`);
}

/** Returns the defaults of a command: the words that each adds to the command line, and the file that sets it. */
function defaultsOf(command: Command, files: readonly ConfigFile[]) {
  const { defaults } = chosenDefaults(files, (file) => defaultsIn(file, command));
  return defaults.map((found) => {
    return { command: fullName(command), words: wordsOf(found).map(withoutPasswords), from: found.from };
  });
}

/** Says in words whether a file exists and is used. */
function stateOf(file: ConfigFile | undefined): string {
  if (file === undefined) return "not there";
  return file.refused === undefined ? "used" : `not used: ${file.refused}`;
}

/** Returns the options that a file sets but may not set, each after its command: `sort --into`. */
function ignoredIn(file: ConfigFile, commands: readonly Command[]): string[] {
  const model = file.model !== undefined && !maySet(file, "model", file.model) ? ["--model"] : [];
  const options = commands.flatMap((command) =>
    defaultsIn(file, command).flatMap(({ name, isAllowed }) => (isAllowed ? [] : [`${fullName(command)} --${name}`])),
  );
  return [...model, ...options];
}

function configText({ model, defaults, files }: ReturnType<typeof configuration>): string {
  const rows = [
    ["model", model === null ? "none: each command needs -m" : safeText(model.path), safeText(model?.from ?? "")],
    ...defaults.map(({ command, words, from }) => [command, safeText(commandLine(words)), safeText(from)]),
  ];
  const places = files.map(({ path, state, ignored = [] }) => [
    safeText(path),
    ignored.length === 0
      ? state
      : `${state}, but not for ${ignored.join(", ")}: only the file in ~/.config may set them`,
  ]);
  return `${[...textTable(rows, "lll"), "", ...textTable(places, "ll")].join("\n")}\n`;
}
