import type { Command } from "commander";
import { DataError } from "../../base/errors.js";
import { safeText, withoutPasswords } from "../../base/safe-text.js";
import { commandLine } from "../../base/shell-words.js";
import { type ConfigFile, configPaths, pathIn, readConfig } from "../../jobs/configuration/config.js";
import { textTable } from "../../reports/terminal/terminal.js";
import { commandFrom } from "../command.js";
import { chosenDefaults, maySet } from "../options/configured.js";
import { defaultsIn, wordsOf } from "../options/defaults.js";
import { fullName, withoutGroups } from "../options/options.js";

/** `thresher config`. */
export const newCommand = commandFrom({
  does: "Show the default model and options, and where each is set.",
  options: {},
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
  async run(_: object, all: () => Promise<Command[]>) {
    // Without groups: a command such as mailbox is replaced by its subcommands, which have the options.
    const config = configuration(withoutGroups(await all()));
    return { json: () => config, text: () => configText(config) };
  },
});

/** Returns the default model, the default options of all commands, and the configuration files. */
function configuration(commands: readonly Command[]) {
  const files = readConfig();
  const names = commands.map(fullName);
  for (const { path, defaults } of files) {
    const unknown = Object.keys(defaults).find((name) => !names.includes(name));
    if (unknown !== undefined) throw new DataError(`${path}: there is no command ${JSON.stringify(unknown)}`);
  }
  const all = commands.map((command) => ({
    command: fullName(command),
    found: files.flatMap((file) => defaultsIn(file, command)),
  }));
  return {
    model: defaultModel(files),
    defaults: all.flatMap(({ command, found }) =>
      chosenDefaults(found).defaults.map((one) => {
        return { command, words: wordsOf(one).map(withoutPasswords), from: one.from };
      }),
    ),
    files: configPaths().map((path) => {
      const file = files.find((file) => file.path === path);
      if (file === undefined) return { path, state: "not there" };
      // The options that it sets but may not set.
      const ignored = all.flatMap(({ command, found }) =>
        found.flatMap(({ name, from, isAllowed }) => (from === path && !isAllowed ? [`${command} --${name}`] : [])),
      );
      if (file.model !== undefined && !maySet(file, "model", file.model)) ignored.unshift("--model");
      return { path, state: file.refused === undefined ? "used" : `not used: ${file.refused}`, ignored };
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
