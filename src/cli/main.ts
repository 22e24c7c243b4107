import { Command } from "commander";
import { optionName } from "../base/checks.js";
import { DataError, reason, UsageError } from "../base/errors.js";
import { safeStack, safeText, withoutPasswords } from "../base/safe-text.js";
import { VERSION } from "../base/version.js";
import { errorText } from "../jobs/error-text.js";
import { withoutTemporaryName } from "../jobs/inputs/standard-streams.js";
import { SETTABLE, SETTING_NAMES, type Setting } from "../jobs/settable.js";
import { COMMANDS, loadAll, loadCommand } from "./commands.js";
import { fillDefaults } from "./options/defaults.js";
import { reportFaultsInOneLine } from "./options/faults.js";
import { compileAsUsual } from "./output/less-compiling.js";
import { watchOutput } from "./output/output.js";
import { stopProgress } from "./output/progress.js";

/** 0: done; 1: the data or a file is wrong; 2: the command line is wrong. */
const DATA_FAULT = 1;
const USAGE_FAULT = 2;

/** Runs the command that the arguments of the process name. */
export async function main(): Promise<void> {
  const named = process.argv[2] ?? "";
  watchOutput();
  const program = await newProgram(Object.hasOwn(COMMANDS, named) ? named : undefined);
  try {
    if (process.argv.length <= 2) program.help({ error: true });
    await program.parseAsync();
  } catch (error) {
    stopProgress();
    process.exitCode = exitCode(error);
  } finally {
    compileAsUsual();
  }
}

/** Makes the program, with the named command alone, which starts faster, or with all commands. */
export async function newProgram(named?: string): Promise<Command> {
  const program = new Command("thresher")
    .description("Learns from labelled folders of mail or documents, and sorts new ones.")
    .version(VERSION, "-V, --version", "print the version")
    .option("--debug", "with any command: print the stack of an error")
    .helpOption("-h, --help", "show help")
    .addHelpText("after", `\nExamples:\n${examples()}\n\nEach command has its own help: thresher COMMAND --help`)
    .hook("preAction", (_, command) => {
      fillDefaults(command);
      setSettings(command);
    });
  const commands = named === undefined ? await loadAll() : [await loadCommand(named)];
  for (const command of commands) program.addCommand(command);
  reportFaultsInOneLine(program);
  return program;
}

/** Makes each setting of --set an option of its own, as if it were typed as one. */
function setSettings(command: Command): void {
  for (const [name, value] of command.opts<{ readonly set?: readonly Setting[] }>().set ?? [])
    command.setOptionValue(name, value);
}

/** Returns a line for each command: an example, and what it does. */
function examples(): string {
  return Object.entries(COMMANDS)
    .map(([name, [, args, does]]) => `  ${`thresher ${name} ${args}`.trimEnd().padEnd(46)}  ${does}`)
    .join("\n");
}

/** Prints the error in one line, unless commander has, and returns the exit code. */
function exitCode(error: unknown): number {
  const { code, exitCode, syscall, path } = error as { exitCode?: number } & NodeJS.ErrnoException;
  if (String(code).startsWith("commander.")) return exitCode === 0 ? 0 : USAGE_FAULT;
  if (process.argv.includes("--debug")) console.error(safeStack(error));
  // The name of a file may be empty.
  const message = safeText(withoutTemporaryName(errorText(error))).replace(/^(?=:)/, '""');
  if (error instanceof UsageError) {
    console.error(`thresher: ${withoutPasswords(inOptionNames(message))}`);
    return USAGE_FAULT;
  }
  if (error instanceof DataError) console.error(`thresher: ${message}`);
  // An error of the system where the code expected none: a name that is too long, too many open files.
  else if (syscall === "uv_cwd") console.error("thresher: the current folder is gone: change to another");
  else if (syscall) console.error(`thresher: ${path === undefined ? "" : `${safeText(path)}: `}${reason(error)}`);
  else console.error(`thresher: this should not have happened: ${message}; please report it with what --debug prints`);
  return DATA_FAULT;
}

/**
 * Returns a message with settings of the library as they are typed: `min-count` for `minCount`, and `--set name` for a
 * setting that has no option of its own.
 */
function inOptionNames(message: string): string {
  const names = message.replace(/\b[a-z]+[A-Z]\w*/g, (word) =>
    SETTING_NAMES.includes(word) ? optionName(word) : word,
  );
  return names.replace(/(?<=^|[ (])--(?=([\w-]+))/g, (dashes, name) =>
    SETTABLE.some((setting) => optionName(setting) === name) ? "--set " : dashes,
  );
}
